import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Clock, TrackedMode} from '../../core/index.ts';
import {ControlScanner, HitThinner, NonceBlanker, type ThinnedHit} from '../index.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const KEY = 'event-key';
const ESC = '\x1b';
const BEL = '\x07';

/** A stream of output at moments of our own. */
class Stream {
  readonly kept: ThinnedHit[] = [];
  nowMs = 0;
  readonly #clock: Clock = {monotonicMs: () => this.nowMs, wallMs: () => this.nowMs};
  readonly thinner = new HitThinner(this.#clock);
  readonly #blanker = new NonceBlanker([NONCE]);
  readonly #scanner = new ControlScanner({eventKey: KEY});
  /** What was found before anything was left out. */
  readonly found: ThinnedHit['hit'][] = [];

  print(text: string): this {
    const {bytes, proofs} = this.#blanker.push(Buffer.from(text));
    this.#scanner.read(bytes, proofs, found => {
      this.found.push(found.hit);
      this.thinner.take(found);
    });
    this.kept.push(...this.thinner.takeKept(this.#scanner.offset));
    return this;
  }

  settle(): this {
    this.kept.push(...this.thinner.settle());
    return this;
  }

  of<T extends ThinnedHit['hit']['type']>(type: T): Extract<ThinnedHit['hit'], {type: T}>[] {
    return this.kept.flatMap(({hit}) => (hit.type === type ? [hit as Extract<ThinnedHit['hit'], {type: T}>] : []));
  }

  omitted(kind: 'titles' | 'modes' | 'marks' | 'customs' | 'queries'): number {
    return this.of('omission').reduce((sum, omission) => sum + omission[kind], 0);
  }
}

const times = (count: number, text: (i: number) => string) => Array.from({length: count}, (_, i) => text(i)).join('');
const title = (text: string) => `${ESC}]0;${text}${BEL}`;
const mark = (letter: string, cycle: number) => `${ESC}]133;${letter};cotty=${NONCE}.${cycle}${BEL}`;
const forged = (letter: string) => `${ESC}]133;${letter};cotty=guess.1${BEL}`;
const custom = (data: string) => `${ESC}]1337;Custom=id=${KEY}:built:${data}${BEL}`;
const asks = `${ESC}[6n`;

test('modes that a shell sets for each line are kept, however fast lines are run', () => {
  const stream = new Stream().print(
    times(2000, i => `${ESC}[?2004h${mark('A', i)}${mark('B', i)}${ESC}[?2004l${mark('C', i)}${mark('D', i)}`),
  );
  expect(stream.kept.map(({hit}) => hit)).toEqual(stream.found);
  expect(stream.of('mode')).toHaveLength(4000);
});

test('what an ordinary program says is kept as it was said', () => {
  const stream = new Stream().print(
    times(20, i => `${title(`${i}`)}${ESC}[?2004h${ESC}[?1049h${asks}${custom('1')}${forged('D')}${ESC}[?1049l`),
  );
  expect(stream.kept.map(({hit}) => hit)).toEqual(stream.found);
  expect(stream.thinner.holds).toBe(false);
});

test('of a flood of titles the last one is told, and how many were not', () => {
  const stream = new Stream().print(times(20_000, i => title(`${i}`))).settle();
  const titles = stream.of('title');
  expect(titles.at(-1)).toEqual({type: 'title', title: '19999'});
  expect(titles.length).toBeLessThan(600);
  expect(titles.length + stream.omitted('titles')).toBe(20_000);
  expect(stream.of('omission')).toMatchObject([{from: expect.any(Number), modes: 0, queries: 0}]);
});

test('a long title counts for what it takes', () => {
  const stream = new Stream().print(times(2000, i => title(`${i}`.padEnd(5000, 'x')))).settle();
  expect(stream.of('title').length).toBeLessThan(80);
  expect(stream.of('title').at(-1)?.title).toBe('1999'.padEnd(1024, 'x'));
});

test('of a flood of modes the last values are told, and since when nothing was told of each', () => {
  const toggles = times(5000, i => `${ESC}[?1049${i % 2 ? 'l' : 'h'}`);
  const stream = new Stream().print(`${toggles}${ESC}[?1h`).settle();
  const [screen, keys] = stream.of('mode').slice(-2);
  expect(screen).toEqual({type: 'mode', mode: 'alternateScreen', value: 0, since: expect.any(Number)});
  expect(keys).toEqual({type: 'mode', mode: 'applicationCursor', value: 1});
  const last = stream.kept.findLastIndex(({hit}) => hit.type === 'mode' && hit.mode === 'alternateScreen');
  const before = stream.kept[last - 1];
  const switched = stream.kept[last];
  if (!before || !switched || switched.hit.type !== 'mode') throw new Error('nothing was kept');
  expect(switched.hit.since).toBeGreaterThan(before.start);
  expect(switched.start).toBe(4999 * `${ESC}[?1049h`.length);
});

test('a proved mark is always kept, and what was held back stands before it', () => {
  const stream = new Stream().print(times(5000, i => title(`${i}`))).print(mark('D', 1));
  const [titled, omission, ended] = stream.kept.slice(-3).map(({hit}) => hit);
  expect(titled).toEqual({type: 'title', title: '4999'});
  expect(omission?.type).toBe('omission');
  expect(ended).toMatchObject({type: 'mark', kind: 'commandEnd', proved: true});
  const marks = new Stream().print(times(5000, i => mark('A', i)));
  expect(marks.of('mark')).toHaveLength(5000);
});

test('forged marks are evidence up to a number, and counted beyond it', () => {
  const stream = new Stream().print(times(5000, () => forged('D'))).settle();
  expect(stream.of('mark').length).toBeGreaterThan(100);
  expect(stream.of('mark').length).toBeLessThan(600);
  expect(stream.of('mark').length + stream.omitted('marks')).toBe(5000);
});

test('custom events come at a bounded rate, and those beyond it are counted', () => {
  const stream = new Stream().print(times(20_000, i => custom(`${i}`)));
  const atOnce = stream.of('custom').length;
  expect(atOnce).toBeGreaterThan(12_000);
  expect(atOnce).toBeLessThan(14_000);
  stream.nowMs += 1000;
  stream.print(times(20_000, i => custom(`${i}`))).settle();
  expect(stream.of('custom').length - atOnce).toBeLessThan(400);
  expect(stream.of('custom').length + stream.omitted('customs')).toBe(40_000);
});

test('as many questions are open at once as any program asks; each answer makes room for another', () => {
  const stream = new Stream().print(times(300_000, () => asks));
  expect(stream.of('query')).toHaveLength(256);
  for (let asked = 0; asked < 1000; asked++) {
    stream.thinner.settleQuestion();
    stream.print(asks);
  }
  expect(stream.settle().of('query')).toHaveLength(1256);
  expect(stream.omitted('queries')).toBe(300_000 - 256);
});

test('what the shell asks after a flood of questions is answered at once', () => {
  const stream = new Stream().print(times(1000, () => asks)).print(mark('D', 1) + times(12, () => asks));
  expect(stream.of('query')).toHaveLength(256 + 12);
});

test('a quarter of a megabyte of a flood makes its last values known though no time passes', () => {
  const stream = new Stream();
  for (let i = 0; i < 300; i++) stream.print(times(1000, j => title(`${i} ${j}`)));
  expect(stream.of('omission').length).toBeGreaterThan(5);
  expect(stream.of('omission').length).toBeLessThan(60);
});

const piece = fc.oneof(
  fc.constantFrom('text', `${ESC}[?1049h`, `${ESC}[?1049l`, `${ESC}[?1;2004h`, `${ESC}[?1l`, `${ESC}[>1u`, `${ESC}[<u`),
  fc.constantFrom(`${ESC}c`, forged('A'), asks, mark('A', 3), mark('C', 3)),
  fc.integer({min: 0, max: 9}).map(number => title(`t${number}`)),
  fc.integer({min: 0, max: 9}).map(number => custom(`${number}`)),
);
const step = fc.record({
  pieces: fc.array(piece, {maxLength: 8}),
  again: fc.integer({min: 1, max: 200}),
  ms: fc.nat(60),
});

test('whatever a program says: every value ends as it was left, at each proved mark too, and nothing is uncounted', () => {
  fc.assert(
    fc.property(fc.array(step, {maxLength: 12}), steps => {
      const stream = new Stream();
      for (const {pieces, again, ms} of steps) {
        stream.nowMs += ms;
        stream.print(pieces.join('').repeat(again));
      }
      const kept = stream.settle().kept.map(({hit}) => hit);
      expect(valuesAtMarks(kept)).toEqual(valuesAtMarks(stream.found));
      const count = (type: string, hits: readonly ThinnedHit['hit'][]) => hits.filter(hit => hit.type === type).length;
      const kinds = {title: 'titles', mode: 'modes', mark: 'marks', custom: 'customs', query: 'queries'} as const;
      for (const [type, kind] of Object.entries(kinds))
        expect(count(type, kept) + stream.omitted(kind)).toBe(count(type, stream.found));
    }),
    {numRuns: 150},
  );
});

/** Title and modes as they are at each proved mark and at the end. */
function valuesAtMarks(hits: readonly ThinnedHit['hit'][]): unknown[] {
  let title = '';
  const modes = new Map<TrackedMode, number>();
  const values: unknown[] = [];
  for (const hit of hits) {
    if (hit.type === 'title') title = hit.title;
    else if (hit.type === 'mode') modes.set(hit.mode, hit.value);
    else if (hit.type === 'mark' && hit.proved) values.push({mark: hit.kind, title, modes: Object.fromEntries(modes)});
  }
  return [...values, {title, modes: Object.fromEntries(modes)}];
}
