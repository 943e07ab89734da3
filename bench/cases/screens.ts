/** Output drawn on a screen: plain, and such as is meant to hurt. Beside it xterm.js alone, on the main thread. */
import graphemes from '@xterm/addon-unicode-graphemes';
import headless from '@xterm/headless';
import {ScreenPool} from '../../src/screen/index.ts';
import type {Row} from '../support/row.ts';
import {round} from '../support/stats.ts';

const LOG_BYTES = 50_000_000;
const FLOOD_BYTES = 4_000_000;
const SLICE_BYTES = 256 * 1024;
const ROUNDS = 3;
const size = {cols: 80, rows: 24, scrollback: 2000};

/** Sequences that xterm.js needs far longer for than for text, of counts that it may be given. */
const floods = ['\x1b[500S', '\x1b[H\x1b[999L', 'x\x1b[9999b', '\x1bc', '\x1b[?1049h\x1b[?1049l', '\x1b[ @', '\x1b#8'];

export async function screens(): Promise<Row[]> {
  const logs = repeated(
    '\x1b[90m12:00:00.123\x1b[0m \x1b[32mINFO\x1b[0m request id=4711 GET /api/v1/items/815 200 17 ms\r\n',
    LOG_BYTES,
  );
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push((await drawn(logs)).seconds);
    theirs.push(await drawnByXterm(logs));
  }
  const worst = {seconds: 0, otherMs: 0};
  for (const flood of floods) {
    const {seconds, otherMs} = await drawn(repeated(flood, FLOOD_BYTES));
    worst.seconds = Math.max(worst.seconds, seconds);
    worst.otherMs = Math.max(worst.otherMs, otherMs);
  }
  const speed = (seconds: number[]): number => LOG_BYTES / 1e6 / Math.min(...seconds);
  return [
    {
      what: '50 MB of coloured log lines drawn on a screen',
      measured: `${round(speed(ours))} MB/s`,
      floor: `${round(speed(theirs))} MB/s (xterm.js alone)`,
      ratio: `${Math.round((speed(ours) / speed(theirs)) * 100)} %`,
      target: '>= 97 %',
      reached: speed(ours) >= 0.97 * speed(theirs),
    },
    {
      what: `4 MB of costly sequences until the screen is read, worst of ${floods.length} kinds`,
      measured: `${round(worst.seconds * 1000)} ms`,
      floor: '–',
      ratio: '–',
      target: '<= 2000 ms',
      reached: worst.seconds <= 2,
    },
    {
      what: 'the same: longest that a read of another screen took meanwhile',
      measured: `${round(worst.otherMs)} ms`,
      floor: '–',
      ratio: '–',
      target: '<= 100 ms',
      reached: worst.otherMs <= 100,
    },
  ];
}

/** How long a screen takes for all of it, and how long another one needs for an answer meanwhile. */
async function drawn(bytes: Uint8Array): Promise<{seconds: number; otherMs: number}> {
  await using pool = new ScreenPool();
  const [screen, other] = [pool.createScreen(size), pool.createScreen(size)];
  await Promise.all([screen.flush(), other.flush()]);
  let otherMs = 0;
  const asking = new AbortController();
  const asked = (async () => {
    while (!asking.signal.aborted) {
      const start = performance.now();
      other.feed(Buffer.from('.'));
      await other.snapshot();
      otherMs = Math.max(otherMs, performance.now() - start);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  })();
  const start = performance.now();
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    screen.feed(bytes.subarray(at, at + SLICE_BYTES), {hasMore: at + SLICE_BYTES < bytes.length});
    await screen.flush();
  }
  await screen.snapshot();
  const seconds = (performance.now() - start) / 1000;
  asking.abort();
  await asked;
  return {seconds, otherMs};
}

async function drawnByXterm(bytes: Uint8Array): Promise<number> {
  const terminal = new headless.Terminal({...size, allowProposedApi: true, logLevel: 'off'});
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  const start = performance.now();
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    await new Promise<void>(resolve => terminal.write(bytes.subarray(at, at + SLICE_BYTES), resolve));
  }
  const seconds = (performance.now() - start) / 1000;
  terminal.dispose();
  return seconds;
}

function repeated(text: string, bytes: number): Uint8Array {
  const one = Buffer.from(text);
  return Buffer.concat(Array(Math.ceil(bytes / one.length)).fill(one));
}
