import {expect, test} from 'vitest';
import {selectTools} from '../../tools/index.ts';
import {annotationsOf} from './annotations.ts';
import {inputJsonSchema} from './input-schema.ts';
import {instructions} from './instructions.ts';

test('the default tools cost a model at most 16 KB', () => {
  const listed = selectTools(['terminal']).map(tool => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputJsonSchema(tool.input),
    annotations: annotationsOf(tool),
  }));
  expect(Buffer.byteLength(JSON.stringify({tools: listed}))).toBeLessThanOrEqual(16 * 1024);
});

test('names are ones that every client takes', () => {
  for (const {name} of selectTools(['all'])) expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
});

test('the instructions fit into a kilobyte and begin with what this is for', () => {
  expect(Buffer.byteLength(instructions)).toBeLessThan(1024);
  expect(instructions.slice(0, 200)).toMatch(/terminal.*run shell commands.*exit code/s);
});
