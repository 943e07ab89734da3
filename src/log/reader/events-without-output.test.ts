import {readFileSync, writeFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {eventSeq, logCursor, type SessionEvent} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {type Appended, appended, placeOf} from '../testing/event-arbitrary.ts';
import {ScratchLog} from '../testing/scratch-log.ts';

const flood = fc
  .tuple(fc.integer({min: 1, max: 40_000}), fc.integer({min: 0, max: 255}))
  .map(([length, fill]) => new Uint8Array(length).fill(fill));
const steps = fc.array(fc.oneof(appended, flood), {maxLength: 30});

test('without output, all other events come as they are', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(4096, 50_000), async (events, segmentBytes) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, events, segmentBytes);
      const reader = SessionLogReader.open(scratch.directory, {follows: false});
      expect(await othersOf(reader)).toEqual(written.filter(isNoOutput));
      const middle = Math.floor(written.length / 2);
      expect(await othersOf(reader, middle)).toEqual(written.slice(middle).filter(isNoOutput));
    }),
    {numRuns: 60},
  );
});

test('without output, the bytes of a long one are not even looked at', async () => {
  using scratch = new ScratchLog();
  const long = new Uint8Array(100_000).fill(120);
  const title = {body: {type: 'title', title: 'between'}, back: null} as const;
  const written = writeAll(scratch, [long, title, long, title], 1_000_000);
  const [path = ''] = scratch.segments;
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, bytes.indexOf('xxx'), bytes.indexOf('xxx') + 90_000));
  const reader = SessionLogReader.open(scratch.directory, {follows: false});
  expect(await othersOf(reader)).toEqual(written.filter(isNoOutput));
  // Whoever wants them is told nothing that was not written.
  expect(reader.readOutputSync(logCursor(0), logCursor(100_000)).bytes.length).toBe(0);
});

test('with any bit flipped, every event told beside output is true', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), fc.nat(7), async (events, where, bit) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, events, 50_000);
      const victim = scratch.segments[where % scratch.segments.length] ?? '';
      const bytes = readFileSync(victim);
      const at = where % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      writeFileSync(victim, bytes);
      const bySeq = new Map<number, SessionEvent>(written.map(event => [event.seq, event]));
      let last = 0;
      let hasBegun = false;
      for (const event of await othersOf(SessionLogReader.open(scratch.directory, {follows: false}))) {
        expect(event.seq).toBeGreaterThan(last);
        last = event.seq;
        if (event.type === 'gap') {
          expect(event.reason).toBe('damaged');
          continue;
        }
        // In place of a beginning that is lost the opening is told again.
        if (event.type !== 'open' || hasBegun) expect(event).toEqual(bySeq.get(event.seq));
        hasBegun = true;
      }
    }),
    {numRuns: 200},
  );
});

function writeAll(
  scratch: ScratchLog,
  events: readonly (Appended | Uint8Array)[],
  segmentBytes: number,
): SessionEvent[] {
  using writer = SessionLogWriter.open(scratch.directory, {segmentBytes, isBlanked: true});
  return events.map(step =>
    step instanceof Uint8Array ? writer.appendOutput(step) : writer.append(step.body, placeOf(step, writer.outputEnd)),
  );
}

async function othersOf(reader: SessionLogReader, after = 0): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of reader.events(eventSeq(after), {output: false})) events.push(event);
  return events;
}

function isNoOutput(event: SessionEvent): boolean {
  return event.type !== 'output';
}
