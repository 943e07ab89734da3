import {afterAll, expect, test} from 'vitest';
import {ScreenPool} from './screen-pool.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

/** What a terminal of that size shows that is told row by row what another one of 20 × 4 shows. */
async function painted(text: string, size: {cols: number; rows: number}) {
  using screen = pool.createScreen({cols: 20, rows: 4});
  screen.feed(Buffer.from(text));
  const {rows, cursor} = await screen.paint(size);
  using other = pool.createScreen(size);
  other.feed(Buffer.from(rows.map((row, at) => `\x1b[${at + 1};1H${row}`).join('')));
  const {text: shown, styles} = await other.snapshot({styles: true});
  return {shown, styles, cursor, original: await screen.snapshot({styles: true})};
}

test('a larger terminal shows the same characters in the same styles, wrapped as on the small one', async () => {
  const text = `\x1b[1;31;48;5;208m${'words that wrap '.repeat(2)}\x1b[0;7mlast\x1b[38;2;1;2;3m!\x1b[m 漢字 e\u0301 \x1b[53;9mx`;
  const {shown, styles, original} = await painted(text, {cols: 40, rows: 10});
  expect(shown.split('\n')[0]).toHaveLength(20);
  expect({shown, styles}).toEqual({shown: original.text, styles: original.styles});
});

test('the alternate screen is painted when it is shown', async () => {
  expect((await painted('below\x1b[?1049h\x1b[Habove', {cols: 40, rows: 10})).shown).toBe('above');
});

test('a smaller terminal shows the part in which the cursor is, without half characters', async () => {
  const lines = '1 one\r\n2 two\r\n3 three four five\r\n\x1b[10G漢字';
  expect(await painted(lines, {cols: 4, rows: 2})).toMatchObject({
    shown: 'ur f\n 字',
    cursor: {row: 1, col: 3},
  });
});

test('blanks in a colour are painted, others at the end are not', async () => {
  using screen = pool.createScreen({cols: 20, rows: 4});
  screen.feed(Buffer.from('a   \x1b[44m  \x1b[m  '));
  expect((await screen.paint({cols: 30, rows: 4})).rows).toEqual(['a   \x1b[0;48;5;4m  \x1b[m', '', '', '']);
});
