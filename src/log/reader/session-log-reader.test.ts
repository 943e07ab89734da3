import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {logCursor} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {eventsOf, ScratchLog, streamOf} from '../testing/scratch-log.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const output = (text: string) => ({type: 'output', bytes: bytesOf(text)}) as const;
const at = logCursor;

test('a directory without a log is an empty log that may begin later', async () => {
  using scratch = new ScratchLog();
  const reader = SessionLogReader.open(scratch.directory);
  expect([reader.oldest, reader.end, await eventsOf(reader)]).toEqual([0, 0, []]);
  expect(await reader.readOutput(at(0), at(10))).toEqual({bytes: bytesOf(''), from: 0, missedBytes: 0});
  using writer = SessionLogWriter.open(scratch.directory);
  writer.append(output('hello'));
  expect(await reader.readOutput(at(1), at(10))).toEqual({bytes: bytesOf('ello'), from: 1, missedBytes: 0});
});

test('any slice of the stream is read back exactly, across records and segments', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory, {segmentBytes: 100_000});
  let truth = '';
  for (let i = 0; i < 3000; i++) {
    const text = `${i} ${'abcdefghij'.repeat(i % 30)}\n`;
    truth += text;
    writer.append(output(text));
    if (i % 7 === 0) writer.append({type: 'title', title: `t${i}`});
  }
  expect(scratch.segments.length).toBeGreaterThan(3);
  const reader = SessionLogReader.open(scratch.directory);
  expect(reader.end).toBe(truth.length);
  expect(await streamOf(reader)).toEqual([bytesOf(truth)]);
  for (let from = 0; from < truth.length; from += 20_011) {
    const slice = reader.readOutputSync(at(from), at(from + 5000));
    expect(slice).toEqual({bytes: bytesOf(truth.slice(from, from + 5000)), from, missedBytes: 0});
  }
});

test('a reader sees records and segments appended after it was opened', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory, {segmentBytes: 5000});
  const reader = SessionLogReader.open(scratch.directory);
  for (let i = 0; i < 30; i++) {
    const event = writer.append(output(`${i}`.padEnd(500, '.')));
    reader.refresh();
    expect(reader.end).toBe(writer.outputEnd);
    expect(await eventsOf(reader, event.seq - 1)).toEqual([event]);
  }
});

test('a hint moves the end at once, and reading there looks at the files', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory);
  const reader = SessionLogReader.open(scratch.directory);
  writer.append(output('news'));
  expect(reader.end).toBe(0);
  reader.advanceTo(writer.outputEnd);
  expect(reader.end).toBe(4);
  expect(reader.readOutputSync(at(0), reader.end).bytes).toEqual(bytesOf('news'));
});

test('an iteration goes on into segments that the writer begins meanwhile', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory, {segmentBytes: 5000});
  for (let i = 0; i < 5; i++) writer.append(output('x'.repeat(500)));
  const reader = SessionLogReader.open(scratch.directory);
  const seqs: number[] = [];
  for await (const event of reader.events((await eventsOf(reader))[0]?.seq ?? fail())) {
    seqs.push(event.seq);
    expect(event.type).toBe('output');
    if (seqs.length === 1) {
      for (let i = 0; i < 20; i++) writer.append(output('y'.repeat(500)));
      reader.refresh();
    }
  }
  expect(seqs).toEqual(Array.from({length: 24}, (_, i) => i + 2));
});

test('a reader that lags behind retention is told what it missed', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory, {maxBytes: 20_000, segmentBytes: 5000});
  const reader = SessionLogReader.open(scratch.directory);
  for (let i = 0; i < 100; i++) writer.append(output('x'.repeat(500)));
  expect(await streamOf(reader).then(parts => parts.length)).toBe(0);
  reader.refresh();
  const slice = await reader.readOutput(at(10), reader.end);
  expect(slice.from).toBe(reader.oldest);
  expect(slice.missedBytes).toBe(reader.oldest - 10);
  expect(slice.from + slice.bytes.length).toBe(writer.outputEnd);
});

test('a damaged segment header loses that segment only, and says so', async () => {
  using scratch = new ScratchLog();
  const writer = SessionLogWriter.open(scratch.directory, {segmentBytes: 5000});
  for (let i = 0; i < 30; i++) writer.append(output(`${i}`.padEnd(500, '.')));
  writer.close();
  const whole = await streamOf(SessionLogReader.open(scratch.directory));
  const [first = '', second = ''] = scratch.segments;
  const bytes = readFileSync(second);
  writeFileSync(second, Buffer.concat([Buffer.alloc(64), bytes.subarray(64)]));
  const reader = SessionLogReader.open(scratch.directory);
  const [before, hole, after] = await streamOf(reader);
  expect(before).toBeInstanceOf(Uint8Array);
  expect(hole).toBeTypeOf('number');
  const length = (part: Uint8Array | number | undefined) => (typeof part === 'number' ? part : (part?.length ?? 0));
  expect(length(before) + length(hole) + length(after)).toBe(length(whole[0]));
  const gaps = (await eventsOf(reader)).filter(event => event.type === 'gap');
  expect(gaps).toMatchObject([{reason: 'damaged', from: length(before), to: length(before) + length(hole)}]);

  rmSync(second);
  writeFileSync(first, 'no segment');
  const worse = SessionLogReader.open(scratch.directory);
  expect(worse.end).toBe(reader.end);
  expect((await eventsOf(worse))[0]).toMatchObject({type: 'gap', from: 0, to: worse.oldest, reason: 'damaged'});
});

test('foreign files in the directory are passed over', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory);
  writer.append(output('x'));
  writeFileSync(join(scratch.directory, '000000000002.segment.bak'), 'junk');
  const reader = SessionLogReader.open(scratch.directory);
  reader.refresh();
  expect(reader.end).toBe(1);
});

function fail(): never {
  throw new Error('the log has a first event');
}
