import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';

const markdown = async (rtf: string) =>
  (await extractDocument(new TextEncoder().encode(`{\\rtf1\\ansi ${rtf}}`), {format: 'rtf', mode: 'md'})).text;

// The mark of the list took the style of its paragraph away.
test('a heading with a number stays a heading', async () => {
  const styles = '{\\stylesheet{\\s1\\outlinelevel0 Heading 1;}}';
  expect(await markdown(`${styles}\\pard\\plain\\s1{\\listtext\\pard\\plain 1.\\tab}\\ls1 Start\\par`)).toBe(
    '# Start\n',
  );
});

test('items that are numbered with letters and Roman numerals are numbered', async () => {
  const item = (mark: string, depth: number, text: string) =>
    `\\pard\\plain{\\listtext\\pard\\plain ${mark}\\tab}\\ilvl${depth}\\ls1 ${text}\\par `;
  const items = item('1.', 0, 'one') + item('a)', 1, 'sub') + item('b)', 1, 'next') + item('ii.', 2, 'deep');
  expect(await markdown(items)).toBe('1. one\n   1. sub\n   2. next\n      2. deep\n');
  expect(await markdown(item('h.', 0, 'eighth') + item('i.', 0, 'ninth'))).toBe('8. eighth\n9. ninth\n');
});

test('items whose marks were typed are items, as deep as they are indented', async () => {
  const item = (mark: string, indent: number, text: string) =>
    `{\\pard\\li${indent}\\fi-360 ${mark}\\tab ${text}\\par}`;
  const text = await markdown(
    item('\\bullet', 360, 'outer') + item('\\endash', 720, 'inner') + item('1.', 360, 'counted'),
  );
  expect(text).toBe('- outer\n  - inner\n1. counted\n');
});

test('letters that are raised, lowered or in a style for code are told', async () => {
  const styles = '{\\stylesheet{\\*\\cs15 Source_Text;}}';
  expect(await markdown(`${styles}10{\\super 6} H{\\sub 2}O 1{\\super st} {\\cs15 code}\\par`)).toBe(
    '10<sup>6</sup> H<sub>2</sub>O 1st `code`\n',
  );
});
