import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseSessionId, type SessionEventBody} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter, toAsciicast} from '../index.ts';
import {HandClock, ScratchLog} from '../testing/scratch-log.ts';
import type {AsciicastOptions} from './to-asciicast.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const sessionId = parseSessionId('pty:cast');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const output = (text: string | Uint8Array): SessionEventBody => ({
  type: 'output',
  bytes: typeof text === 'string' ? bytesOf(text) : text,
});

/** The recording of these events, 250 ms apart, as parsed lines (comments as text). */
async function recording(bodies: readonly SessionEventBody[], options?: AsciicastOptions): Promise<unknown[]> {
  using scratch = new ScratchLog();
  const clock = new HandClock();
  using writer = SessionLogWriter.open(scratch.directory, {clock});
  for (const body of bodies) {
    writer.append(body);
    clock.pass(250);
  }
  const lines: unknown[] = [];
  for await (const line of toAsciicast(SessionLogReader.open(scratch.directory), options)) {
    expect(line.endsWith('\n')).toBe(true);
    lines.push(line.startsWith('#') ? line.trim() : JSON.parse(line));
  }
  return lines;
}

const typed = (text: string, kind: 'typed' | 'secret' = 'typed'): SessionEventBody => {
  const bytes = bytesOf(text);
  return {type: 'input', by: {type: 'person', name: 'p'}, kind, bytes, byteLength: bytes.length};
};

test('a session becomes a header and events with the time since the one before', async () => {
  if (sessionId === undefined) throw new Error('unreachable');
  const shell = {argv: ['bash', '-i'], cwd: '/', pid: 7, tty: '/dev/pts/1', name: 't'};
  const lines = await recording(
    [
      {type: 'open', sessionId, ...shell, cols: 100, rows: 30, shellFamily: 'bash', integration: 'full'},
      output('hi\r\n\x1b[1m'),
      typed('secret'),
      {type: 'resize', cols: 80, rows: 24},
      {
        type: 'mark',
        kind: 'outputStart',
        proved: true,
        cycle: 1,
        length: 3,
        lines: 0,
        exitStatus: null,
        commandLine: 'make all',
        cwd: null,
      },
      {type: 'title', title: 'x'},
      {type: 'exit', exitStatus: 3, signal: null},
    ],
    {title: 'A demo', idleTimeLimit: 2},
  );
  expect(lines).toEqual([
    {
      version: 3,
      term: {cols: 100, rows: 30, type: 'xterm-256color'},
      timestamp: 1_700_000_000,
      idle_time_limit: 2,
      command: 'bash -i',
      title: 'A demo',
    },
    [0.25, 'o', 'hi\r\n\x1b[1m'],
    [0.5, 'r', '80x24'],
    [0.25, 'm', 'make all'],
    [0.5, 'x', '3'],
  ]);
});

test('input is told only when asked for; of what was typed without echo nothing is', async () => {
  const bodies = [typed('ls\r'), typed('hunter2', 'secret'), typed('exit\r')];
  expect((await recording(bodies, {tellsInput: true})).slice(1)).toEqual([
    [0, 'i', 'ls\r'],
    [0.5, 'i', 'exit\r'],
  ]);
  expect((await recording(bodies)).slice(1)).toEqual([]);
});

test('version 2 has the size in its header, times since the beginning, and neither comments nor the exit', async () => {
  const shell = {argv: ['bash', '-i'], cwd: '/', pid: 7, tty: '/dev/pts/1', name: 't'};
  const open: SessionEventBody[] = sessionId
    ? [{type: 'open', sessionId, ...shell, cols: 100, rows: 30, shellFamily: 'bash', integration: 'full'}]
    : [];
  const bodies: SessionEventBody[] = [output('one'), output('two'), {type: 'resize', cols: 80, rows: 24}];
  const exit: SessionEventBody = {type: 'exit', exitStatus: 3, signal: null};
  expect(await recording([...open, ...bodies, exit], {version: 2, title: 'A demo', idleTimeLimit: 2})).toEqual([
    {
      version: 2,
      width: 100,
      height: 30,
      env: {TERM: 'xterm-256color'},
      timestamp: 1_700_000_000,
      idle_time_limit: 2,
      command: 'bash -i',
      title: 'A demo',
    },
    [0.25, 'o', 'one'],
    [0.5, 'o', 'two'],
    [0.75, 'r', '80x24'],
  ]);
});

test('a character split over events is carried to the next one', async () => {
  const bytes = bytesOf('é漢👍');
  const lines = await recording([...bytes].map(byte => output(new Uint8Array([byte]))));
  expect(lines.slice(1)).toEqual([
    [0.25, 'o', 'é'],
    [0.75, 'o', '漢'],
    [1, 'o', '👍'],
  ]);
});

test('half a character at the end is told as a replacement character', async () => {
  const lines = await recording([output(bytesOf('ok')), output(bytesOf('漢').subarray(0, 2))]);
  expect(lines.slice(1).map(line => (Array.isArray(line) ? line[2] : line))).toEqual(['ok', '\ufffd']);
});

test('a gap is a comment', async () => {
  using scratch = new ScratchLog();
  using writer = SessionLogWriter.open(scratch.directory);
  writer.append(output('a'));
  writer.skipOutput(500, 3);
  writer.append(output('b'));
  const lines: string[] = [];
  for await (const line of toAsciicast(SessionLogReader.open(scratch.directory))) lines.push(line);
  expect(lines[2]).toBe('# 500 bytes of output are missing here (disk_full)\n');
});

test('our proofs and event keys never leave, wherever the reads were split', async () => {
  const secrets = [
    `\x1b]133;A;cotty=${NONCE}.1\x07`,
    `\x1b]133;C;cmdline_url=a;cotty=${NONCE}.2\x1b\\`,
    `\x1b]1337;Custom=id=${NONCE}:e:d\x07`,
    `\x1b]133;D;0;cotty=${NONCE}.3\x18`,
    `\x1b]133;B;cotty=${NONCE}`,
  ];
  const stream = bytesOf(
    `a${secrets[0]}b\x1b]0;t\x07${secrets[1]}c${secrets[2]}d\x1b]133;A\x07${secrets[3]}nonce=${NONCE} é${secrets[4]}`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(stream.length), {maxLength: 8}), async cuts => {
      const edges = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const lines = await recording(edges.slice(1).map((edge, i) => output(stream.slice(edges[i], edge))));
      const told = lines.map(line => (Array.isArray(line) ? line[2] : '')).join('');
      expect(told).toBe(`ab\x1b]0;t\x07cd\x1b]133;A\x07nonce=${'*'.repeat(NONCE.length)} é`);
    }),
    {numRuns: 100},
  );
});

test('the last look sees every piece of text before it leaves', async () => {
  const lines = await recording([output('token=abc')], {redact: text => text.replace('abc', '***')});
  expect(lines[1]).toEqual([0, 'o', 'token=***']);
});
