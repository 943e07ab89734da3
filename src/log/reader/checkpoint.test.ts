import {readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {eventSeq, logCursor, type SessionEvent} from '../../core/index.ts';
import {type CheckpointFile, SessionLogReader, SessionLogWriter} from '../index.ts';
import {type Appended, appended, placeOf} from '../testing/event-arbitrary.ts';
import {HandClock, ScratchLog} from '../testing/scratch-log.ts';

const flood = fc.integer({min: 1, max: 20_000}).map(length => new Uint8Array(length).fill(length));
const steps = fc.array(fc.oneof(appended, flood), {minLength: 1, maxLength: 30});

test('what was kept beside a log is there for the next reader, who goes on from it to the same end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.constantFrom(4096, 50_000), fc.nat(), async (before, after, segmentBytes, at) => {
      using scratch = new ScratchLog();
      const file = heldFile();
      const written = append(scratch, before, segmentBytes);
      const seq = eventSeq(at % (written.length + 1));
      const last = written[seq - 1];
      const outputEnd = logCursor(last ? endOf(last) : 0);
      expect(open(scratch, file).checkpoints?.keep({seq, outputEnd, state: {made: 'of it'}})).toBe(true);
      written.push(...append(scratch, after, segmentBytes));
      const reader = open(scratch, file);
      const taken = reader.checkpoints?.take();
      const reached = taken?.seq ?? 0;
      expect(taken).toEqual({seq: reached, outputEnd, state: {made: 'of it'}});
      expect(reader.checkpoints?.take()).toBe(null);
      expect(reached).toBeGreaterThanOrEqual(seq);
      expect(written.slice(seq, reached).every(event => isOutput(event) && endOf(event) <= outputEnd)).toBe(true);
      expect(await eventsAfter(reader, reached)).toEqual(written.slice(reached));
      // And what is before it can be read all the same.
      expect(await eventsAfter(open(scratch, file), 0)).toEqual(written);
      const behind = open(scratch, file);
      expect(behind.readOutputSync(logCursor(0), behind.end).bytes).toEqual(streamOf(written));
    }),
    {numRuns: 60},
  );
});

test('a checkpoint of more than the log holds is none: it was cut, or is another', async () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  append(scratch, ['a', 'b', 'c'].map(title), 50_000);
  const [path = ''] = scratch.segments;
  const ends = readFileSync(path).length;
  append(scratch, ['d'].map(title), 50_000);
  open(scratch, file).checkpoints?.keep({seq: eventSeq(4), outputEnd: logCursor(0), state: 'four titles'});
  expect(open(scratch, file).checkpoints?.take()).toMatchObject({state: 'four titles'});
  truncateSync(path, ends);
  expect(open(scratch, file).checkpoints?.take()).toBe(null);
  // Where the fourth was, there is another of the same length now.
  append(scratch, ['e'].map(title), 50_000);
  expect(open(scratch, file).checkpoints?.take()).toBe(null);
  using other = new ScratchLog();
  append(other, ['a', 'b', 'c', 'd'].map(title), 50_000, new HandClock());
  expect(open(other, file).checkpoints?.take()).toBe(null);
});

test('a checkpoint of a segment that is gone is none', () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  append(scratch, [new Uint8Array(3000), new Uint8Array(3000)], 4096);
  open(scratch, file).checkpoints?.keep({seq: eventSeq(2), outputEnd: logCursor(6000), state: 1});
  expect(open(scratch, file).checkpoints?.take()).toMatchObject({state: 1});
  rmSync(scratch.segments[1] ?? '');
  expect(open(scratch, file).checkpoints?.take()).toBe(null);
});

test('a damaged checkpoint, one of another version, or something else in its place is none, and does no harm', async () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  const written = append(scratch, [title('a'), new Uint8Array(30_000), title('b')], 50_000);
  open(scratch, file).checkpoints?.keep({seq: eventSeq(2), outputEnd: logCursor(30_000), state: {deep: [1, 2, 3]}});
  const whole = file.text ?? '';
  expect(whole).not.toBe('');
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.string({minLength: 0, maxLength: 3}), async (where, junk) => {
      const at = where % whole.length;
      file.text = whole.slice(0, at) + junk + whole.slice(at + 1);
      fc.pre(file.text !== whole);
      const reader = open(scratch, file);
      expect(reader.checkpoints?.take()).toBe(null);
      expect(await eventsAfter(reader, 0)).toEqual(written);
    }),
    {numRuns: 100},
  );
  file.text = whole.replace('cotty-checkpoint 1', 'cotty-checkpoint 2');
  expect(open(scratch, file).checkpoints?.take()).toBe(null);
});

test('nothing is kept of events that are not in the log', () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  append(scratch, [title('a')], 50_000);
  expect(open(scratch, file).checkpoints?.keep({seq: eventSeq(2), outputEnd: logCursor(0), state: 0})).toBe(false);
  expect(file.text).toBe(undefined);
});

test('a log that is damaged before the checkpoint reads as if there were none', async () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  append(scratch, [title('a'), new Uint8Array(30_000).fill(120), title('b'), title('c')], 50_000);
  open(scratch, file).checkpoints?.keep({seq: eventSeq(3), outputEnd: logCursor(30_000), state: 0});
  const [path = ''] = scratch.segments;
  const bytes = readFileSync(path);
  const at = bytes.indexOf('"b"');
  writeFileSync(path, Buffer.concat([bytes.subarray(0, at), Buffer.from('"X"'), bytes.subarray(at + 3)]));
  const reader = open(scratch, file);
  const plain = SessionLogReader.open(scratch.directory);
  expect(await eventsAfter(reader, 0)).toEqual(await eventsAfter(plain, 0));
});

test('output behind the last event is passed over too, as far as it was taken in, and across segments', () => {
  using scratch = new ScratchLog();
  const file = heldFile();
  const piece = new Uint8Array(3000);
  append(scratch, [title('a'), piece, piece, piece, piece], 4096);
  const reader = open(scratch, file);
  reader.checkpoints?.keep({seq: eventSeq(1), outputEnd: logCursor(7000), state: 0});
  expect(open(scratch, file).checkpoints?.take()).toMatchObject({seq: 3});
  append(scratch, [piece, title('b'), piece], 4096);
  reader.checkpoints?.keep({seq: eventSeq(1), outputEnd: logCursor(18_000), state: 0});
  expect(open(scratch, file).checkpoints?.take()).toMatchObject({seq: 6});
});

function heldFile(): CheckpointFile & {text: string | undefined} {
  return {
    text: undefined,
    read() {
      return this.text;
    },
    write(text) {
      this.text = text;
    },
  };
}

function open(scratch: ScratchLog, checkpoint: CheckpointFile): SessionLogReader {
  return SessionLogReader.open(scratch.directory, {checkpoint, follows: false});
}

function isOutput(event: SessionEvent): boolean {
  return event.type === 'output';
}

function endOf(event: SessionEvent): number {
  return event.offset + (event.type === 'output' ? event.bytes.length : 0);
}

function title(text: string): Appended {
  return {body: {type: 'title', title: text}, back: null};
}

function append(
  scratch: ScratchLog,
  events: readonly (Appended | Uint8Array)[],
  segmentBytes: number,
  clock?: HandClock,
): SessionEvent[] {
  using writer = SessionLogWriter.open(scratch.directory, {segmentBytes, clock, isBlanked: true});
  return events.map(step =>
    step instanceof Uint8Array ? writer.appendOutput(step) : writer.append(step.body, placeOf(step, writer.outputEnd)),
  );
}

async function eventsAfter(reader: SessionLogReader, seq: number): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of reader.events(eventSeq(seq))) events.push(event);
  return events;
}

function streamOf(events: readonly SessionEvent[]): Uint8Array {
  return new Uint8Array(Buffer.concat(events.flatMap(event => (event.type === 'output' ? [event.bytes] : []))));
}
