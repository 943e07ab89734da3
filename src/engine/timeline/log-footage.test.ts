import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import type {Clock, KeptTexts} from '../../core/index.ts';
import {ScreenPool} from '../../screen/index.ts';
import type {Piece} from '../../timeline/index.ts';
import {WrittenSource} from '../output/testing/written-source.ts';
import {ScreenKeepers} from '../screen/screen-keeper.ts';
import {LogFootage} from './log-footage.ts';

const pool = new ScreenPool();
const keepers = new ScreenKeepers('0');
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await keepers[Symbol.asyncDispose]();
});

class HandClock implements Clock {
  ms = 0;

  monotonicMs(): number {
    return this.ms;
  }

  wallMs(): number {
    return 1_700_000_000_000 + this.ms;
  }
}

/** A folder, but in memory. */
class Shelf implements KeptTexts {
  readonly texts = new Map<number, string>();

  places(): readonly number[] {
    return [...this.texts.keys()].toSorted((a, b) => a - b);
  }

  read(place: number): string | undefined {
    return this.texts.get(place);
  }

  write(place: number, text: string): void {
    this.texts.set(place, text);
  }

  forget(place: number): void {
    this.texts.delete(place);
  }
}

const film = (source: WrittenSource): Promise<LogFootage> =>
  LogFootage.open({sessionId: 'pty:test', name: 'test', source}, keepers);

/** What a terminal shows that is given the frame. */
async function shown(footage: LogFootage, atMs: number): Promise<string> {
  const {state, cols, rows} = await footage.frame(atMs);
  using screen = pool.createScreen({cols, rows});
  screen.feed(Buffer.from(state));
  return (await screen.snapshot()).text;
}

async function allPieces(footage: LogFootage): Promise<readonly Piece[]> {
  const all: Piece[] = [];
  for (;;) {
    const next = await footage.pieces(all.at(-1) ?? {at: 0, atMs: -1});
    if (next.length === 0) return all;
    all.push(...next);
  }
}

test('a moment shows what had been printed by then', async () => {
  const clock = new HandClock();
  using source = new WrittenSource({clock});
  for (const [ms, text] of [
    [100, 'one'],
    [250, '\r\ntwo'],
    [9000, '\r\nthree'],
  ] as const) {
    clock.ms = ms;
    source.print(text);
  }
  using footage = await film(source);
  expect(footage.facts).toMatchObject({length_ms: 9000, began_at_ms: 1_700_000_000_000, end: 15});
  expect(await Promise.all([-5, 99, 100, 250, 8999, 9000, 99_999].map(ms => shown(footage, ms)))).toEqual([
    ...['', '', 'one', 'one\ntwo', 'one\ntwo', 'one\ntwo\nthree', 'one\ntwo\nthree'],
  ]);
});

test('all pieces, however they are asked for, are the stream and its sizes in their order', async () => {
  const step = fc.oneof(
    fc.string({minLength: 1, maxLength: 5}),
    fc.record({cols: fc.integer({min: 2, max: 90}), rows: fc.integer({min: 1, max: 30})}),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 300}), fc.nat(), async (steps, cut) => {
      const clock = new HandClock();
      using source = new WrittenSource({clock, segmentBytes: 4096});
      for (const given of steps) {
        clock.ms += 10;
        if (typeof given === 'string') source.print(given);
        else source.resize(given.cols, given.rows);
      }
      using footage = await film(source);
      const pieces = await allPieces(footage);
      const told = pieces.map(piece => (piece.type === 'output' ? Buffer.from(piece.bytes).toString() : piece.cols));
      expect(told.join('')).toBe(steps.map(given => (typeof given === 'string' ? given : given.cols)).join(''));
      const from = pieces[cut % pieces.length];
      if (from) expect(await footage.pieces(from)).toEqual(pieces.slice((cut % pieces.length) + 1));
    }),
    {numRuns: 40},
  );
});

test('what is printed later belongs to it after a look', async () => {
  const clock = new HandClock();
  using source = new WrittenSource({clock});
  source.print('one');
  using footage = await film(source);
  clock.ms = 500;
  source.print(' two');
  expect((await footage.refresh()).length_ms).toBe(500);
  expect(await shown(footage, 500)).toBe('one two');
  expect((await footage.search('two')).matches).toMatchObject([{at_ms: 500, line: 'one two'}]);
});

/** Six megabytes of a full-screen program, of which one row was drawn at the beginning only. */
function longProgram(screens: KeptTexts): {source: WrittenSource; clock: HandClock} {
  const clock = new HandClock();
  const source = new WrittenSource({clock, screens});
  source.print('before\r\n\x1b[?1049h\x1b[2J\x1b[1;1Hdrawn once');
  for (let turn = 0; turn < 600; turn++) {
    clock.ms += 100;
    const rows = Array.from(
      {length: 200},
      (_, row) => `\x1b[${2 + (row % 20)};1H\x1b[32mturn ${turn} row ${row}\x1b[m\x1b[K`,
    );
    source.print(rows.join('').padEnd(10_002, '\x1b[m'));
  }
  return {source, clock};
}

test('a screen that is kept beside the log is what the log gives, and so is any other once it is deleted or damaged', async () => {
  const shelf = new Shelf();
  const {source} = longProgram(shelf);
  using written = source;
  using footage = await film(written);
  const moments = [59_900, 45_000, 20_000, 52_345];
  const see = () => Promise.all(moments.map(ms => shown(footage, ms)));
  const drawn = await see();
  expect(drawn[0]).toContain('drawn once\nturn 598');
  shelf.texts.clear();
  await footage.prepare(new AbortController().signal);
  expect(shelf.texts.size).toBeGreaterThan(0);
  using again = await film(written);
  expect(await Promise.all(moments.map(ms => shown(again, ms)))).toEqual(drawn);
  for (const [place, text] of shelf.texts) shelf.texts.set(place, text.replace('drawn', 'drown'));
  using damaged = await film(written);
  expect(await Promise.all(moments.map(ms => shown(damaged, ms)))).toEqual(drawn);
});
