/** Hard case E13 for longer: random output of sequences, and every costly flood in every size. */
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {ScreenPool} from '../../src/screen/index.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

const SLICE_BYTES = 256 * 1024;
const count = fc.constantFrom('', '0', '1', '2', '24', '80', '999', '9999', '2147483647', `${'9'.repeat(40)}`);
const parameters = fc.array(count, {maxLength: 4}).map(list => list.join(';'));
const sequence = fc
  .tuple(
    fc.constantFrom('\x1b[', '\x1b[?', '\x1b[>', '\u009b'),
    parameters,
    fc.constantFrom('', '', '', ' ', "'", '!', '$', '"', '#'),
    fc.integer({min: 0x40, max: 0x7e}).map(code => String.fromCharCode(code)),
  )
  .map(parts => parts.join(''));
const other = fc.constantFrom(
  ...[
    'a',
    'text ',
    '日本',
    '👩‍👩‍👧‍👦',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\r',
    '\n',
    '\t',
    '\b',
    '\x0e',
    '\x0f',
    '\x18',
    '\x1a',
    '\x7f',
  ],
  ...[
    '\x1b7',
    '\x1b8',
    '\x1bM',
    '\x1bD',
    '\x1bE',
    '\x1bH',
    '\x1bc',
    '\x1b#8',
    '\x1b(0',
    '\x1b(B',
    '\x1b%G',
    '\x1b=',
    '\x1b>',
  ],
  ...[
    '\x1b]0;',
    '\x1b]8;;u',
    '\x1b]4;;;',
    '\x1bP',
    '\x1b^',
    '\x1b_',
    '\x1b\\',
    '\x07',
    '\u0085',
    '\u0084',
    '\u009c',
    '\x1b[4h',
    '\x1b[?1049h',
    '\x1b[?1049l',
  ],
);

test('E13 random sequences of any kind, resized now and then, cost no screen its thread', async () => {
  using beside = pool.createScreen({cols: 80, rows: 24});
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(sequence, other), {minLength: 20, maxLength: 400}),
      fc.integer({min: 1, max: 300}),
      fc.integer({min: 1, max: 120}),
      async (pieces, cols, rows) => {
        using screen = pool.createScreen({cols, rows});
        for (const [index, piece] of pieces.entries()) {
          screen.feed(Buffer.from(piece));
          if (index % 97 === 96) screen.resize(1 + ((cols * index) % 300), 1 + ((rows * index) % 120));
        }
        const [shown] = await Promise.all([screen.snapshot({scrollback: true, styles: true}), beside.snapshot()]);
        expect(shown.cursor.col).toBeLessThan(Math.max(2, shown.cols));
        screen.feed(Buffer.from('\x18\x1bcok'));
        expect((await screen.snapshot()).text.replaceAll('\n', '')).toBe('ok');
        expect({lost: screen.loss, beside: beside.loss}).toEqual({lost: undefined, beside: undefined});
      },
    ),
    {numRuns: 3000},
  );
});

const sizes = [
  [2, 1],
  [80, 24],
  [200, 50],
  [2000, 50],
  [50, 2000],
  [2000, 2000],
] as const;
const floods = ['S', 'T', 'L', 'M', 'b', ' @', ' A', "'}", "'~", '@', 'P', 'X', 'I', 'Z', 'J', 'K'].map(
  final => `x\x1b[H\x1b[2147483647${final}`,
);
floods.push(
  '\x1bc',
  '\x1b#8',
  '\x1b[2J',
  '\x1b[1J',
  '\x1bM',
  '\x1b[?1049h\x1b[?1049l',
  '\x1b[2r\x1b[9999H\n\n\n',
  '\x1b[4ha\r',
);
floods.push(`e${'\u0301'.repeat(30)}\x1b[9999b`, '\x1b]8;;http://a\x07x\r', `\x1b]4;${';'.repeat(9000)}\x07`, '\u0301');

test.for(sizes)('E13 every flood in %s columns and %s rows leaves the others alone', async ([cols, rows]) => {
  using beside = pool.createScreen({cols: 80, rows: 24});
  const before = process.memoryUsage().rss;
  for (const flood of floods) {
    using screen = pool.createScreen({cols, rows});
    const bytes = Buffer.from(`${flood.repeat(4_000_000 / flood.length)}\x1b[r\x1b[4l\x1b[2J\x1b[Hok`);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      screen.feed(bytes.subarray(at, at + SLICE_BYTES), {hasMore: at + SLICE_BYTES < bytes.length});
      await Promise.all([screen.flush(), beside.snapshot()]);
    }
    expect((await screen.snapshot()).text.replaceAll('\n', '')).toBe('ok');
    expect({flood, lost: screen.loss, beside: beside.loss}).toEqual({flood, lost: undefined, beside: undefined});
  }
  // The largest screens alone take a hundred megabytes each.
  expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000);
});
