import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Block, plainText} from '../model.ts';
import {markdownInline} from '../plain/markdown-inline.ts';
import {createMarkdownRenderer} from './markdown.ts';

function render(...blocks: readonly Block[]): string {
  const renderer = createMarkdownRenderer();
  return blocks.map(block => renderer.block(block)).join('') + renderer.end();
}

test('signs of Markdown in text come back as the same text', () => {
  const words = fc.array(
    fc.constantFrom('*', '_', '`', '\\', '[', ']', '(', ')', '<', '>', '~~', '&', '#', 'a', 'b', ' ', '中'),
    {maxLength: 12},
  );
  fc.assert(
    fc.property(words, parts => {
      const text = parts.join('').replaceAll(/\s+/g, ' ').trim();
      const written = render({type: 'table', headerRows: 1, rows: [[{spans: [{text: `x ${text} y`}]}]]});
      const cell = written.split('\n')[0]?.slice(2, -2) ?? '';
      expect(plainText(markdownInline(cell))).toBe(`x ${text} y`);
    }),
    {numRuns: 2000},
  );
});

test('a bar in a cell does not part it', () => {
  expect(
    render({type: 'table', headerRows: 1, rows: [[{spans: [{text: 'a|b'}]}], [{spans: [{text: '|', code: true}]}]]}),
  ).toBe('| a\\|b |\n| --- |\n| `\\|` |\n');
});

test('text that looks like a heading, item or rule stays text', () => {
  const lines = ['# no heading', '1. no item', '- no item', '---', '> no quote'];
  const written = render(...lines.map((text): Block => ({type: 'paragraph', spans: [{text}]})));
  expect(written.split('\n\n').map(line => line.trim())).toEqual([
    '\\# no heading',
    '1\\. no item',
    '\\- no item',
    '\\---',
    '\\> no quote',
  ]);
});

test('items are indented by the marks above them', () => {
  const item = (depth: number, text: string, number?: number): Block => ({
    type: 'item',
    depth,
    ...(number === undefined ? {} : {number}),
    spans: [{text}],
  });
  expect(
    render(
      item(0, 'ten', 10),
      item(1, 'inner'),
      item(2, 'deep', 1),
      {type: 'paragraph', itemDepth: 1, spans: [{text: 'more'}]},
      item(0, 'eleven', 11),
    ),
  ).toBe('10. ten\n    - inner\n      1. deep\n\n      more\n\n11. eleven\n');
});

test('code with fences in it gets longer ones', () => {
  expect(render({type: 'code', language: 'md', text: '```js\n1\n```'})).toBe('````md\n```js\n1\n```\n````\n');
});

test('raised and lowered letters are told where they mean something', () => {
  const spans = [
    {text: '10'},
    {text: '6', script: 'super'},
    {text: ' H'},
    {text: '2', script: 'sub'},
    {text: 'O on the 1'},
    {text: 'st', script: 'super'},
  ] as const;
  expect(render({type: 'paragraph', spans})).toBe('10<sup>6</sup> H<sub>2</sub>O on the 1st\n');
});

test('a further paragraph without an item before it is not indented, which would be code', () => {
  expect(render({type: 'paragraph', itemDepth: 3, spans: [{text: 'text'}]})).toBe('text\n');
});

test('brackets in the text of a link are escaped only when they would end it', () => {
  const link = (text: string): Block => ({type: 'paragraph', spans: [{text, href: 'https://a.example/'}]});
  expect(render(link('[image: a logo]'))).toBe('[[image: a logo]](https://a.example/)\n');
  expect(render(link('a] b'))).toBe('[a\\] b](https://a.example/)\n');
});
