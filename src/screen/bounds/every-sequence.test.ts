/** E13: any control sequence with any parameter is bounded work, and costs no other screen anything. */
import {afterAll, expect, test} from 'vitest';
import {ScreenPool} from '../screen-pool.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

const finals = Array.from({length: 0x7f - 0x40}, (_, index) => String.fromCharCode(0x40 + index));
const size = {cols: 80, rows: 24};

/** What stands between `CSI` and the final byte. */
const parameters: Readonly<Record<string, string>> = {
  none: '',
  zero: '0',
  one: '1',
  'the size of the screen': '80',
  'the largest that fits': '2147483647',
  'one bit more': '4294967296',
  'thirty digits': `1${'0'.repeat(30)}`,
  'a thousand digits': '9'.repeat(1000),
  'leading zeros': `${'0'.repeat(500)}2147483647`,
  'many large ones': Array(40).fill('2147483647').join(';'),
  'empty ones': `${';'.repeat(300)}2147483647`,
  'sub-parameters': '2147483647:2147483647:2147483647',
  'many sub-parameters': `1${':2147483647'.repeat(300)}`,
  private: '?2147483647',
  'of other kinds': '>2147483647;2147483647',
  'with =': '=2147483647',
  'with <': '<2147483647',
  'mixed up': '1?2;>3',
  'before a space': '2147483647 ',
  "before '": "2147483647'",
  'before !': '2147483647!',
  'before $': '2147483647$',
  'before "': '2147483647"',
  'before #': '2147483647#',
  'before *': '2147483647*',
  'private, before $': '?2147483647$',
  'before many intermediates': `2147483647${' !"#$%&'.repeat(20)}`,
  'cut by a line feed': '2147\n483647',
  'cut by a new beginning': '21474\x1b[83647',
  'cut by CAN': '2147483647\x18',
  'not ASCII': '2147483647é',
};

/** Introducers, and a start from which there is much to move. */
const starts = ['\x1b[', '\u009b', '日\x1b[', '\x1b[24;80Hx\x1b[', '\x1b[5;9r\x1b[7H\x1b[', '\x1b[?1049h\x1b[4hx\x1b['];

test.for(Object.entries(parameters))('every final byte with parameters: %s', async ([, written]) => {
  using hostile = pool.createScreen(size);
  using other = pool.createScreen(size);
  for (const start of starts) {
    for (const final of finals) {
      hostile.feed(Buffer.from(`x${start}${written}${final}`));
      hostile.feed(Buffer.from('\x18\x1bcok'));
      other.feed(Buffer.from('\x1b[H\x1b[2Jother'));
      const [shown, beside] = await Promise.all([hostile.snapshot(), other.snapshot()]);
      expect({final, text: shown.text, beside: beside.text}).toEqual({final, text: 'ok', beside: 'other'});
    }
  }
});

test('memory is bounded whatever is repeated', async () => {
  using screen = pool.createScreen(size);
  const before = process.memoryUsage().rss;
  for (const repeated of ['x', '日', '👩‍👩‍👧‍👦', `e${'\u0301'.repeat(1000)}`]) {
    for (const count of ['1000000', '2147483647', '9'.repeat(30)]) {
      screen.feed(Buffer.from(`\x1bc${repeated}\x1b[${count}b`));
      await screen.flush();
    }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
});

test.for([
  ['x\x1b[2147483647S', ''],
  ['x\x1b[2147483647T', ''],
  ['x\x1b[2147483647L', ''],
  ['x\x1b[2147483647M', ''],
  ['x\x1b[2147483647Z\x1b[2147483647@y', 'y'],
  ['x\x1b[2147483647I\x1b[2147483647Py', `x${' '.repeat(78)}y`],
  ['x\x1b[2147483647X', 'x'],
  ['x\x1b[2147483647A\x1b[2147483647Dy', 'y'],
  ['x\x1b[2147483647B\x1b[2147483647Cy', `x${'\n'.repeat(23)}${' '.repeat(79)}y`],
  ['x\x1b[2147483647;2147483647Hy', `x${'\n'.repeat(23)}${' '.repeat(79)}y`],
  ['x\x1b[H\x1b[2147483647b', 'x'],
  ['x\x1b[79b', 'x'.repeat(80)],
])('%j shows what it asks for', async ([printed, text]) => {
  using screen = pool.createScreen(size);
  screen.feed(Buffer.from(String(printed)));
  expect((await screen.snapshot()).text).toBe(text);
});

test('a character repeated two thousand million times fills screen and scrollback to the right column', async () => {
  using screen = pool.createScreen({...size, scrollback: 10});
  screen.feed(Buffer.from('x\x1b[2147483647b'));
  const {text, linesAbove, cursor} = await screen.snapshot({scrollback: true});
  expect({linesAbove, cursor: cursor.col}).toEqual({linesAbove: 10, cursor: 2 ** 31 % 80});
  expect(text).toBe([...Array(33).fill('x'.repeat(80)), 'x'.repeat(2 ** 31 % 80)].join('\n'));
});
