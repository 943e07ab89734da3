/** Output that asks for far more work than a screen can show of it. */
import {afterAll, expect, test} from 'vitest';
import {ScreenPool} from '../screen-pool.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

const SLICE_BYTES = 256 * 1024;
const floods: Readonly<Record<string, string>> = {
  'scrolling up': '\x1b[500S',
  'in 8-bit controls': '\u009b500S',
  'inserting lines': '\x1b[H\x1b[999L',
  'repeating a character': 'x\x1b[9999b',
  'repeating for ever': 'x\x1b[2147483647b',
  'repeating a cluster': `e${'\u0301'.repeat(30)}\x1b[9999b`,
  'filling the screen': '\x1b#8',
  'shifting all rows': '\x1b[ @',
  'switching screens': '\x1b[?1049h\x1b[?1049l',
  'resetting the terminal': '\x1bc',
  'scrolling a region': '\x1b[2;2000r\x1b[2H\x1bM\x1bM\x1bM',
  'inserting characters': '\x1b[4ha\r',
  'inserting blanks': '\x1b[H\x1b[99@',
};

test.for(Object.entries(floods))(
  'a flood of %s costs its own screen alone, and the end of it is shown',
  async ([, flood]) => {
    const size = {cols: 300, rows: 100};
    using hostile = pool.createScreen(size);
    using other = pool.createScreen({cols: 80, rows: 24});
    other.feed(Buffer.from('other'));
    await other.flush();
    const bytes = Buffer.from(`${flood.repeat(1_000_000 / flood.length)}\x1b[r\x1b[4l\x1b[H\x1b[Jprompt`);
    const order: string[] = [];
    const looking = (async () => {
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        hostile.feed(bytes.subarray(at, at + SLICE_BYTES), {hasMore: at + SLICE_BYTES < bytes.length});
        await hostile.flush();
      }
      order.push('flood');
      return hostile.snapshot({scrollback: true});
    })();
    for (let time = 0; time < 3; time++) {
      other.feed(Buffer.from('.'));
      order.push((await other.snapshot()).text);
    }
    const {text, skippedBytes} = await looking;
    expect(text.endsWith('prompt')).toBe(true);
    expect(skippedBytes).toBeLessThanOrEqual(bytes.length);
    expect(order.slice(0, 3)).toEqual(['other.', 'other..', 'other...']);
  },
);

test('what was passed over is counted until nothing of it can be missing', async () => {
  using screen = pool.createScreen({cols: 80, rows: 24});
  const flood = '\x1b[500Sx'.repeat(300_000);
  screen.feed(Buffer.from(`${flood}\r\nprompt`));
  const {skippedBytes, text} = await screen.snapshot();
  expect(text.endsWith('prompt')).toBe(true);
  expect(skippedBytes).toBeGreaterThan(flood.length / 2);
  screen.feed(Buffer.from('\x1b[H\x1b[2J'));
  expect(await screen.snapshot()).toMatchObject({skippedBytes: 0});
});

test('of the scrollback it is counted until that is erased', async () => {
  using screen = pool.createScreen({cols: 80, rows: 24});
  screen.feed(Buffer.from(`${'row\r\n'.repeat(100)}${'\x1b[500Sx'.repeat(300_000)}\x1b[H\x1b[2J`));
  expect(await screen.snapshot()).toMatchObject({skippedBytes: 0});
  const {skippedBytes} = await screen.snapshot({scrollback: true});
  expect(skippedBytes).toBeGreaterThan(1_000_000);
  screen.feed(Buffer.from('\x1b[3J'));
  expect(await screen.snapshot({scrollback: true})).toMatchObject({skippedBytes: 0});
});

test('the screen that a program was on at the end is the one that is shown, though its switches were passed over', async () => {
  using screen = pool.createScreen({cols: 80, rows: 24});
  const flood = '\x1b[500S'.repeat(300_000);
  screen.feed(Buffer.from(`primary\x1b[?1049h${flood}\x1b[?25l\x1b[?1049l${flood}\x1b[?1049h${flood}end`));
  expect(await screen.snapshot()).toMatchObject({screen: 'alternate'});
  screen.feed(Buffer.from('\x1b[?1049l'));
  expect(await screen.snapshot()).toMatchObject({screen: 'primary'});
});

test('a freeze keeps the count', async () => {
  await using own = new ScreenPool();
  using screen = own.createScreen({cols: 80, rows: 24});
  screen.feed(Buffer.from(`${'\x1b[500Sx'.repeat(300_000)}\r\nprompt`));
  const before = await screen.snapshot();
  expect(await own.freezeIdle()).toEqual({screens: 1, live: 0});
  expect(await screen.snapshot()).toEqual(before);
});

test('programs that redraw a whole screen with little output are drawn whole', async () => {
  using screen = pool.createScreen({cols: 120, rows: 40});
  for (let frame = 0; frame < 3000; frame++) screen.feed(Buffer.from(`\x1b[H\x1b[2Jframe ${frame}\x1b[K`));
  expect(await screen.snapshot()).toMatchObject({text: 'frame 2999', skippedBytes: 0});
});
