import {appendFileSync, readFileSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {logCursor, type OpenEvent, parseSessionId, type SessionEvent} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {eventsOf, HandClock, ScratchLog, streamOf} from '../testing/scratch-log.ts';

const output = (text: string) => ({type: 'output', bytes: new Uint8Array(Buffer.from(text))}) as const;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

function opening(): OpenEvent {
  const sessionId = parseSessionId('pty:test');
  if (sessionId === undefined) throw new Error('unreachable');
  const shell = {argv: ['bash'], cwd: '/', pid: 7, tty: '/dev/pts/1', name: 't'};
  return {type: 'open', sessionId, ...shell, cols: 80, rows: 24, shellFamily: 'bash', integration: 'full'};
}

test('an appended event is stamped and already in the file when append returns', async () => {
  using scratch = new ScratchLog();
  const clock = new HandClock();
  using writer = SessionLogWriter.open(scratch.directory, {clock});
  const written: SessionEvent[] = [writer.append(opening())];
  clock.pass(12.5);
  written.push(writer.append(output('one\ntwo\n')), writer.append({type: 'resize', cols: 100, rows: 30}));
  expect(written[1]).toEqual({
    ...output('one\ntwo\n'),
    seq: 2,
    atMs: 12.5,
    wallMs: 1_700_000_000_013,
    offset: 0,
  });
  expect([writer.outputEnd, writer.lines, writer.nextSeq]).toEqual([8, 2, 4]);
  expect(await eventsOf(SessionLogReader.open(scratch.directory))).toEqual(written);
});

test('an event placed in the output keeps its own offset', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory);
  writer.append(output('0123456789'));
  const placed = writer.append({type: 'title', title: 'x'}, logCursor(4));
  expect(placed.offset).toBe(4);
  expect((await eventsOf(SessionLogReader.open(scratch.directory)))[1]).toEqual(placed);
});

test('a reopened log continues where its last whole record ends, without inventing anything', async () => {
  using scratch = new ScratchLog();
  const clock = new HandClock();
  const first = SessionLogWriter.open(scratch.directory, {clock});
  const before = [first.append(output('a\nb')), first.append(output('c\n'))];
  first.close();
  const [path = ''] = scratch.segments;
  appendFileSync(path, readFileSync(path).subarray(64, 64 + 17));
  clock.monotonic = 5;
  clock.wall += 3000;
  using second = SessionLogWriter.open(scratch.directory, {clock});
  expect([second.outputEnd, second.nextSeq, second.lines]).toEqual([5, 3, 2]);
  const after = second.append(output('d'));
  expect([after.atMs, after.seq, after.offset]).toEqual([3000, 3, 5]);
  expect(await eventsOf(SessionLogReader.open(scratch.directory))).toEqual([...before, after]);
});

test.each([1, 10, 16, 17])('a record cut to %i bytes is cut off whole when the log is opened again', async kept => {
  using scratch = new ScratchLog();
  const first = SessionLogWriter.open(scratch.directory);
  const whole = first.append(output('whole'));
  const size = statSync(scratch.segments[0] ?? '').size;
  first.append(output('torn'));
  first.close();
  truncateSync(scratch.segments[0] ?? '', size + kept);
  using second = SessionLogWriter.open(scratch.directory);
  const next = second.append(output('next'));
  expect([next.seq, next.offset]).toEqual([2, 5]);
  expect(await eventsOf(SessionLogReader.open(scratch.directory))).toEqual([whole, next]);
});

test('damage in the middle is not cut away: a new segment begins behind everything that may be lost', async () => {
  using scratch = new ScratchLog();
  const first = SessionLogWriter.open(scratch.directory);
  for (const text of ['one', 'two', 'three']) first.append(output(text));
  first.close();
  const [path = ''] = scratch.segments;
  const bytes = readFileSync(path);
  const at = bytes.indexOf('two');
  bytes[at] = 0x54;
  writeFileSync(path, bytes);
  using second = SessionLogWriter.open(scratch.directory);
  const next = second.append(output('next'));
  expect(next.offset).toBeGreaterThanOrEqual(11);
  expect(next.seq).toBeGreaterThanOrEqual(4);
  const reader = SessionLogReader.open(scratch.directory);
  expect(readFileSync(path)).toEqual(bytes);
  expect(await eventsOf(reader)).toMatchObject([
    {type: 'output', seq: 1},
    {type: 'gap', reason: 'damaged', from: 3, to: next.offset},
    next,
  ]);
  expect(await streamOf(reader)).toEqual([bytesOf('one'), next.offset - 3, bytesOf('next')]);
});

test('a wall clock that jumps is stamped anew and durations stay monotonic', async () => {
  using scratch = new ScratchLog();
  const clock = new HandClock();
  using writer = SessionLogWriter.open(scratch.directory, {clock});
  writer.append(output('a'));
  clock.pass(10);
  clock.wall -= 3_600_000;
  writer.append(output('b'));
  clock.pass(10);
  writer.append(output('c'));
  const events = await eventsOf(SessionLogReader.open(scratch.directory));
  expect(events.map(event => [event.seq, event.atMs, event.wallMs])).toEqual([
    [1, 0, 1_700_000_000_000],
    [2, 10, 1_700_000_000_010 - 3_600_000],
    [3, 20, 1_700_000_000_020 - 3_600_000],
  ]);
});

test('a drop of oldest segments is declared, and the opening event is told again with the size of then', async () => {
  using scratch = new ScratchLog();
  const own: SessionEvent[] = [];
  const limits = {maxBytes: 40_000, segmentBytes: 10_000};
  using writer = SessionLogWriter.open(scratch.directory, {...limits, onOwnEvent: event => own.push(event)});
  writer.append(opening());
  writer.append({type: 'resize', cols: 132, rows: 43});
  const written = Array.from({length: 100}, (_, i) => writer.append(output(`${i}`.padEnd(1000, '.'))));
  const reader = SessionLogReader.open(scratch.directory);
  const total = scratch.segments.reduce((sum, path) => sum + statSync(path).size, 0);
  expect(total).toBeLessThanOrEqual(40_000);
  expect(own.at(-1)).toMatchObject({type: 'gap', reason: 'retention', from: 0, to: reader.oldest});
  const events = await eventsOf(reader);
  expect(events[0]).toMatchObject({type: 'open', cols: 132, rows: 43, offset: reader.oldest});
  const stored = events.filter(event => event.type === 'output');
  expect(stored).toEqual(written.slice(-stored.length));
  expect(events.map(event => event.seq)).toEqual(events.map((_, i) => (events[0]?.seq ?? 0) + i));
  expect(await reader.readOutput(logCursor(0), logCursor(10))).toEqual({
    bytes: new Uint8Array(0),
    from: 10,
    missedBytes: 10,
  });
  const slice = await reader.readOutput(logCursor(reader.oldest - 5), logCursor(reader.oldest + 5));
  expect(slice).toMatchObject({from: reader.oldest, missedBytes: 5});
});

test('output that could not be stored keeps its place in the stream and is declared before the next event', async () => {
  using scratch = new ScratchLog();
  const own: SessionEvent[] = [];
  const writer = SessionLogWriter.open(scratch.directory, {onOwnEvent: event => own.push(event)});
  writer.append(output('ab\n'));
  writer.skipOutput(10, 2);
  writer.skipOutput(5, 1);
  expect([writer.outputEnd, writer.lines]).toEqual([18, 4]);
  const next = writer.append(output('c'));
  expect(own).toMatchObject([{type: 'gap', from: 3, to: 18, reason: 'disk_full', seq: 2, offset: 3}]);
  expect([next.seq, next.offset]).toEqual([3, 18]);
  writer.close();
  const reader = SessionLogReader.open(scratch.directory);
  expect(await streamOf(reader)).toEqual([bytesOf('ab\n'), 15, bytesOf('c')]);
  expect((await eventsOf(reader))[1]).toEqual(own[0]);
  using again = SessionLogWriter.open(scratch.directory);
  expect([again.outputEnd, again.lines, again.nextSeq]).toEqual([19, 4, 4]);
});

test('a directory that cannot be made is refused with a hint', () => {
  using scratch = new ScratchLog();
  SessionLogWriter.open(scratch.directory).close();
  const inFile = `${scratch.segments[0]}/log`;
  expect(() => SessionLogWriter.open(inFile)).toThrow(
    expect.objectContaining({code: 'home_unwritable', hint: expect.any(String)}),
  );
});

test('a closed log refuses further events, and closing twice is fine', () => {
  using scratch = new ScratchLog();
  const writer = SessionLogWriter.open(scratch.directory);
  writer.close();
  writer.close();
  expect(() => writer.append(output('x'))).toThrow(expect.objectContaining({code: 'session_closed'}));
});

test('a malformed event is refused and takes no sequence number', () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory);
  expect(() => writer.append({type: 'resize', cols: Number.NaN, rows: 1})).toThrow(
    expect.objectContaining({code: 'invalid_argument'}),
  );
  expect(writer.append(output('x')).seq).toBe(1);
});
