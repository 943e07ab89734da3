import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';

const markdown = async (html: string) =>
  (await extractDocument(new TextEncoder().encode(html), {format: 'html', mode: 'md'})).text;

// Old pages and mails came out as one cell of a table.
test('a table that lays out the page becomes what stands in it', async () => {
  const inner = '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>';
  const page = `<table><tr><td><ul><li>menu</li></ul></td><td><h1>Title</h1><p>text</p>${inner}</td></tr></table>`;
  expect(await markdown(page)).toBe('- menu\n\n# Title\n\ntext\n\n| a |\n| --- |\n| 1 |\n');
});

test('a table with titles stays one, whatever its cells hold', async () => {
  expect(await markdown('<table><tr><th>a</th></tr><tr><td><h3>x</h3></td></tr></table>')).toBe(
    '| a |\n| --- |\n| **x** |\n',
  );
});

test('code beside its line numbers is code', async () => {
  const code =
    '<table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\n  b</pre></td></tr></table>';
  expect(await markdown(code)).toBe('```\na\n  b\n```\n');
});
