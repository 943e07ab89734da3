import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {logCursor, systemClock} from '../../core/index.ts';
import {ScreenPool} from '../../screen/index.ts';
import {WrittenSource} from '../output/testing/written-source.ts';
import {ScreenKeepers} from './screen-keeper.ts';
import type {ScreenReading} from './screen-reading.ts';
import type {ScreenSource} from './screen-source.ts';

const pool = new ScreenPool();
const keepers = new ScreenKeepers('0');
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await keepers[Symbol.asyncDispose]();
});

type Step = string | {readonly cols: number; readonly rows: number};

/** What programs do to a screen, whole sequences and halves of them. */
const printed = fc.oneof(
  fc.string({maxLength: 30}),
  fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\t',
      '\b',
      '漢字',
      '\x1b[2J',
      '\x1b[H',
      '\x1b[31m',
      '\x1b[0m',
      '\x1b[4h',
      '\x1b[4l',
      '\x1b[3;1H',
    ],
    ...[
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b[?47h',
      '\x1b[?47l',
      '\x1b[?25l',
      '\x1b[2;4r',
      '\x1b[r',
      '\x1b[1',
      ';2H',
      '\x1b',
    ],
    ...['\x1b[K', '\x1b[L', '\x1b[5P', '\x1b]2;title\x07', '\x1b(0', '\x1b(B', 'a long line that wraps '.repeat(4)],
  ),
);
const resized = fc.record({cols: fc.integer({min: 2, max: 60}), rows: fc.integer({min: 1, max: 12})});
const steps = fc
  .array(fc.oneof({weight: 6, arbitrary: printed}, {weight: 1, arbitrary: resized}), {maxLength: 25})
  .map(made => [{cols: 40, rows: 8}, ...made]);

test('the screen of any moment is that of a fresh terminal which got the output up to there, in the sizes it had', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(), {minLength: 1, maxLength: 6}), async (given, moments) => {
      using source = new WrittenSource();
      write(source, given);
      await using keeper = keepers.keeper(asSession(source));
      for (const moment of moments) {
        const at = logCursor(moment % (source.log.end + 1));
        expect(seen(await keeper.screenAt(at, {scrollback: true}))).toEqual(await drawnAnew(given, at));
      }
    }),
    {numRuns: 120},
  );
});

test('the screen of the last moment is the present one, whenever somebody looked at that before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.boolean(), async (before, after, looks) => {
      using source = new WrittenSource();
      write(source, before);
      await using keeper = keepers.keeper(asSession(source));
      if (looks) await keeper.read();
      write(source, after);
      const last = await keeper.screenAt(source.log.end, {scrollback: true});
      expect(seen(last)).toEqual(seen(await keeper.read({scrollback: true})));
    }),
    {numRuns: 120},
  );
});

test('a look at the past leaves the present where it is, and a later look there is no look at what came after', async () => {
  using source = new WrittenSource();
  write(source, [{cols: 20, rows: 5}, 'first', '\r\nsecond', '\r\nthird']);
  await using keeper = keepers.keeper(asSession(source));
  const present = await keeper.read();
  expect(present.text).toBe('first\nsecond\nthird');
  expect((await keeper.screenAt(logCursor(5))).text).toBe('first');
  expect((await keeper.screenAt(logCursor(13))).text).toBe('first\nsecond');
  expect((await keeper.screenAt(logCursor(0))).text).toBe('');
  expect(await keeper.read()).toEqual(present);
  write(source, ['\r\nfourth']);
  expect((await keeper.read()).text).toBe('first\nsecond\nthird\nfourth');
});

test('of a long output a moment is drawn from the two megabytes before it, with its whole screen', async () => {
  using source = new WrittenSource();
  write(source, [{cols: 40, rows: 4}]);
  const line = (number: number) => `line ${String(number).padStart(34)}\r\n`;
  for (let thousand = 0; thousand < 200; thousand++)
    write(source, [Array.from({length: 1000}, (_, i) => line(thousand * 1000 + i)).join('')]);
  await using keeper = keepers.keeper(asSession(source));
  for (const number of [150_000, 10, 199_999, 100_000, 100_001]) {
    const {text} = await keeper.screenAt(logCursor(number * 41 + 39));
    expect(text.split('\n').at(-1)).toBe(line(number).trimEnd());
    expect(text.split('\n').length).toBe(4);
  }
});

test.each([-1, 0.5, 6])('there is no screen of the moment %s of five bytes', async at => {
  using source = new WrittenSource();
  write(source, ['12345']);
  await using keeper = keepers.keeper(asSession(source));
  await expect(keeper.screenAt(logCursor(at))).rejects.toMatchObject({code: 'invalid_argument'});
  expect((await keeper.read()).text).toBe('12345');
});

test('a program that asks where its cursor is hears where it was then, though somebody has looked at the screen since', async () => {
  using source = new WrittenSource();
  write(source, [{cols: 20, rows: 5}, 'ab\x1b[6n', '\r\ncdef']);
  const answered = Promise.withResolvers<string>();
  const gate = {reply: async (bytes: Uint8Array) => answered.resolve(Buffer.from(bytes).toString())};
  await using keeper = keepers.keeper({...asSession(source), log: source.log, isClosed: false, gate, link: rawTty});
  expect((await keeper.read()).text).toBe('ab\ncdef');
  keeper.answer({query: {type: 'cursorPosition', dec: false}, offset: logCursor(2)});
  expect(await answered.promise).toBe('\x1b[1;3R');
});

/** As a host does: what is said by the bytes goes into the log beside them. */
function write(source: WrittenSource, given: readonly Step[]): void {
  for (const step of given) {
    if (typeof step === 'string') source.print(step);
    else source.resize(step.cols, step.rows);
  }
}

function asSession(source: WrittenSource): ScreenSource {
  return Object.assign(source, {
    isClosed: true,
    clock: systemClock,
    link: {probe: () => Promise.reject(new Error('nobody asks'))},
    look: () => Promise.reject(new Error('nobody asks')),
    gate: {reply: () => Promise.reject(new Error('nobody asks'))},
  });
}

async function drawnAnew(given: readonly Step[], at: number): Promise<unknown> {
  let size = {cols: 40, rows: 8};
  using screen = pool.createScreen(size);
  let fed = 0;
  for (const step of given) {
    if (fed > at) break;
    if (typeof step !== 'string') {
      size = step;
      screen.resize(step.cols, step.rows);
      continue;
    }
    const bytes = Buffer.from(step);
    screen.feed(bytes.subarray(0, at - fed));
    fed += bytes.length;
  }
  return seen({...(await screen.snapshot({scrollback: true})), ...size});
}

/**
 * All that is to be the same. xterm.js keeps rows above an alternate screen that was made smaller before its first use: what a terminal
 * shows there is its viewport alone.
 */
function seen({text, cols, rows, cursor, screen, title, linesAbove, hash}: ScreenReading): unknown {
  const isPrimary = screen === 'primary';
  const shown = isPrimary ? text : text.split('\n').slice(linesAbove).join('\n');
  return {text: shown, cols, rows, cursor, screen, title, linesAbove: isPrimary ? linesAbove : 0, hash};
}

/** A program reads single keys from it. */
const rawTty: ScreenSource['link'] = {
  probe: async () => ({
    mode: {canonical: false, echo: false, signals: false, enterIsLineFeed: false},
    shellPid: 1,
    shell: null,
    foregroundProcessGroup: 2,
    shellInForeground: false,
    foreground: [],
    cwd: null,
    unreadBytes: 0,
    pendingInputBytes: 0,
  }),
};
