/** What becomes of screens when the emulator hangs or fails. The worker is cotty's own over an emulator with faults. */
import {afterEach, describe, expect, test} from 'vitest';
import type {Screen} from '../screen.ts';
import {ScreenPool} from '../screen-pool.ts';

const worker = new URL('../../../test/fixtures/screens/failing-worker.ts', import.meta.url);
const hangs = '\x1b[666~';
const fails = '\x1b[667~';
const isSlow = '\x1b[668~';
const ends = '\x1b[669~';

const pools: ScreenPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map(pool => pool[Symbol.asyncDispose]()));
});

function startPool(options: {stuckAfterMs?: number} = {}): ScreenPool {
  const pool = new ScreenPool({worker, stuckAfterMs: 500, ...options});
  pools.push(pool);
  return pool;
}

function shown(pool: ScreenPool, text: string, options: {isSuspect?: boolean} = {}): Screen {
  const screen = pool.createScreen({cols: 40, rows: 5, ...options});
  screen.feed(Buffer.from(text));
  return screen;
}

const failure = expect.objectContaining({code: 'internal', hint: expect.stringContaining('replay')});

describe('a thread that hangs', () => {
  test('is ended; its screens say whose output it was', async () => {
    const pool = startPool();
    const innocent = shown(pool, 'innocent');
    await innocent.flush();
    const guilty = shown(pool, `one${hangs}`);
    const reads = [guilty, innocent].map(screen => expect(screen.snapshot()).rejects.toEqual(failure));
    await Promise.all(reads);
    expect(guilty.loss).toEqual({isOwn: true, place: {feed: 1, offset: 0, length: 9}});
    expect(innocent.loss).toEqual({isOwn: false, place: undefined});
  });

  test('is replaced for new screens', async () => {
    const pool = startPool();
    await expect(shown(pool, hangs).snapshot()).rejects.toEqual(failure);
    expect((await shown(pool, 'again').snapshot()).text).toBe('again');
  });

  test('is told to the sequence for a suspect, which is apart from the others', async () => {
    const pool = startPool();
    const innocent = shown(pool, 'innocent');
    const suspect = shown(pool, `text\r\nmore ${hangs}\x1b[1mlast`, {isSuspect: true});
    await expect(suspect.snapshot()).rejects.toEqual(failure);
    expect(suspect.loss).toEqual({isOwn: true, place: {feed: 1, offset: 11, length: hangs.length}});
    expect(innocent.loss).toBeUndefined();
    expect((await innocent.snapshot()).text).toBe('innocent');
  });

  test('keeps nobody from closing the pool', async () => {
    const pool = startPool({stuckAfterMs: 600_000});
    const read = shown(pool, hangs).snapshot();
    const refused = expect(read).rejects.toMatchObject({code: 'cancelled'});
    await pool[Symbol.asyncDispose]();
    await refused;
  });
});

test('a thread that gets on, however slowly, is let be', async () => {
  const pool = startPool();
  const screen = pool.createScreen({cols: 40, rows: 5});
  for (let i = 0; i < 5; i++) screen.feed(Buffer.from(`${isSlow}${i} `));
  expect((await screen.snapshot()).text).toBe('0 1 2 3 4');
  expect(screen.loss).toBeUndefined();
});

test('an emulator that fails costs its own screen alone', async () => {
  const pool = startPool();
  const innocent = shown(pool, 'innocent');
  const guilty = shown(pool, `one${fails}`);
  await expect(guilty.snapshot()).rejects.toMatchObject({code: 'internal'});
  expect(guilty.loss).toEqual({isOwn: true, place: {feed: 1, offset: 0, length: 9}});
  expect(innocent.loss).toBeUndefined();
  expect((await innocent.snapshot()).text).toBe('innocent');
});

test('a thread that ends by itself says what it was at', async () => {
  const pool = startPool();
  const guilty = shown(pool, `one${ends}`);
  await expect(guilty.snapshot()).rejects.toEqual(failure);
  expect(guilty.loss).toMatchObject({isOwn: true, place: {feed: 1}});
});

test('a screen is drawn on from a checkpoint, with what was left out counted', async () => {
  const pool = startPool();
  const first = shown(pool, '\x1b[31mred \x1b[?2004h');
  const state = await first.checkpoint();
  const second = pool.createScreen({cols: 40, rows: 5});
  second.restore(String(state));
  second.skip(7);
  second.feed(Buffer.from('on'));
  expect(await second.snapshot({styles: true})).toMatchObject({
    text: 'red on',
    skippedBytes: 7,
    styles: [{row: 0, col: 0, length: 6, style: 'fg=red'}],
  });
  expect(await second.modes()).toMatchObject({bracketedPaste: true});
});

test('there is no checkpoint in the middle of a sequence', async () => {
  const pool = startPool();
  expect(await shown(pool, 'text\x1b[3').checkpoint()).toBeNull();
});
