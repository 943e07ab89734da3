import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {AuditFile} from './audit-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-audit-'));
  path = join(folder, 'audit.jsonl');
});
afterEach(() => rmSync(folder, {recursive: true}));

function lines(): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

test('a line that is appended the moment another is on the disk gets there too', async () => {
  const {file} = await AuditFile.open(path);
  const numbered = Array.from({length: 300}, (_, at) => `{"seq":${at}}`);
  for (const line of numbered) {
    await file.append(line);
    expect(lines().at(-1)).toBe(line);
  }
  await file.close();
  expect(lines()).toEqual(numbered);
});

test('lines stand in the order in which they came, whoever waits for them', async () => {
  const {file} = await AuditFile.open(path);
  const appended = Array.from({length: 300}, (_, at) => file.append(`{"seq":${at}}`, {held: at % 3 === 0}));
  await Promise.all(appended);
  await file.close();
  expect(lines()).toEqual(Array.from({length: 300}, (_, at) => `{"seq":${at}}`));
});

test('closing writes what was held, and leaves no room behind', async () => {
  const {file} = await AuditFile.open(path);
  const held = file.append('{"seq":1}', {held: true});
  await file.close();
  await held;
  expect(readFileSync(path, 'utf8')).toBe('{"seq":1}\n');
});
