import {readFileSync, writeFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {logCursor, type SessionEvent} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {type Appended, appended, placeOf} from '../testing/event-arbitrary.ts';
import {eventsOf, HandClock, ScratchLog} from '../testing/scratch-log.ts';

const NUMBER_OF_RUNS = 60;
const sequence = fc.array(fc.tuple(appended, fc.nat({max: 5000})), {maxLength: 40});

test('whatever is appended comes back the same, with the stream byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.constantFrom(4096, 20_000), async (steps, segmentBytes) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, steps, segmentBytes);
      const reader = SessionLogReader.open(scratch.directory);
      expect(await eventsOf(reader)).toEqual(written);
      const truth = streamBytes(written);
      expect(reader.readOutputSync(logCursor(0), reader.end).bytes).toEqual(truth);
      const middle = Math.floor(written.length / 2);
      expect(await eventsOf(reader, middle)).toEqual(written.slice(middle));
    }),
    {numRuns: NUMBER_OF_RUNS},
  );
});

test('a log written by one writer after another reads as one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sequence, {maxLength: 5}), async parts => {
      using scratch = new ScratchLog();
      const written = parts.flatMap(steps => writeAll(scratch, steps, 4096));
      expect(await eventsOf(SessionLogReader.open(scratch.directory))).toEqual(written);
      expect(written.map(event => event.seq)).toEqual(written.map((_, i) => i + 1));
    }),
    {numRuns: NUMBER_OF_RUNS},
  );
});

test('after a cut at any byte, what is read is a beginning of the truth', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.nat(), async (steps, cut) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, steps, 1_000_000);
      const [path = ''] = scratch.segments;
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.subarray(0, cut % (bytes.length + 1)));
      const reader = SessionLogReader.open(scratch.directory);
      const read = await eventsOf(reader);
      expect(read).toEqual(written.slice(0, read.length));
      const stream = reader.readOutputSync(logCursor(0), reader.end).bytes;
      expect(stream).toEqual(streamBytes(written).subarray(0, stream.length));
      expect(stream.length).toBe(reader.end);

      using writer = SessionLogWriter.open(scratch.directory);
      const next = writer.append({type: 'title', title: 'on'});
      expect(await eventsOf(SessionLogReader.open(scratch.directory))).toEqual([...read, next]);
    }),
    {numRuns: NUMBER_OF_RUNS},
  );
});

test('with any bit flipped, nothing throws and everything told is true or declared lost', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.nat(), fc.nat(7), async (steps, where, bit) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, steps, 4096);
      const victim = scratch.segments[where % scratch.segments.length] ?? '';
      const bytes = readFileSync(victim);
      const at = where % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      writeFileSync(victim, bytes);
      await expectTruth(SessionLogReader.open(scratch.directory), written);
    }),
    {numRuns: NUMBER_OF_RUNS * 3},
  );
});

test('junk in place of a segment, or of its end, never throws and never becomes bytes', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, fc.nat(), fc.uint8Array({maxLength: 300}), async (steps, where, junk) => {
      using scratch = new ScratchLog();
      const written = writeAll(scratch, steps, 4096);
      const victim = scratch.segments[where % scratch.segments.length] ?? '';
      const bytes = readFileSync(victim);
      writeFileSync(victim, Buffer.concat([bytes.subarray(0, where % (bytes.length + 1)), junk]));
      await expectTruth(SessionLogReader.open(scratch.directory), written);
    }),
    {numRuns: NUMBER_OF_RUNS},
  );
});

function writeAll(scratch: ScratchLog, steps: readonly (readonly [Appended, number])[], segmentBytes: number) {
  const clock = new HandClock();
  using writer = SessionLogWriter.open(scratch.directory, {clock, segmentBytes});
  return steps.map(([event, pause]) => {
    clock.pass(pause);
    if (pause % 50 === 49) clock.wall += pause * 10 - 20_000;
    return writer.append(event.body, placeOf(event, writer.outputEnd));
  });
}

/** Events are a subsequence of the truth but for synthesised gaps and restated openings; bytes are the truth's. */
async function expectTruth(reader: SessionLogReader, written: readonly SessionEvent[]): Promise<void> {
  const bySeq = new Map<number, SessionEvent>(written.map(event => [event.seq, event]));
  let last = 0;
  for (const event of await eventsOf(reader)) {
    const truth = bySeq.get(event.seq);
    expect(event.seq).toBeGreaterThan(last);
    last = event.seq;
    if (event.type === 'gap') expect(event.reason).toBe('damaged');
    else if (event.type !== 'open' || truth?.type === 'open') expect(event).toEqual(truth);
  }
  const truth = streamBytes(written);
  for (let at = 0; at < reader.end; ) {
    const slice = reader.readOutputSync(logCursor(at), reader.end);
    expect(slice.from).toBe(at + slice.missedBytes);
    expect(slice.bytes).toEqual(truth.subarray(slice.from, slice.from + slice.bytes.length));
    expect(slice.missedBytes + slice.bytes.length).toBeGreaterThan(0);
    at = slice.from + slice.bytes.length;
  }
}

function streamBytes(events: readonly SessionEvent[]): Uint8Array {
  return new Uint8Array(Buffer.concat(events.flatMap(event => (event.type === 'output' ? [event.bytes] : []))));
}
