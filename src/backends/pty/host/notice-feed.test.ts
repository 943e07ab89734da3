import {mkdtempSync, rmSync} from 'node:fs';
import {createConnection, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {logCursor, type TerminalNotice} from '../../../core/index.ts';
import {NoticeFeed} from './notice-feed.ts';
import {Outbox} from './outbox.ts';
import {encodeHello, FrameReader, type HostHead, PROTOCOL} from './protocol.ts';

const CHUNK = 50_000;
const TAIL = 64 * 1024;
const hello = {protocol: PROTOCOL, packageVersion: '1.0.0', pid: 1, sessions: 1, retire: false};

type OutputNotice = Extract<TerminalNotice, {type: 'output'}>;

interface Heard {
  readonly notice: OutputNotice;
  readonly body: string;
}

/** What a client that reads nothing until all is said hears of so many chunks, each its letter and a line feed. */
async function heardLate(chunks: number, unlogged: (number: number) => boolean, hasMarks = false): Promise<Heard[]> {
  const directory = mkdtempSync(join(tmpdir(), 'cotty-feed-'));
  const {promise: accepted, resolve} = Promise.withResolvers<Socket>();
  const server = createServer(resolve).listen(join(directory, 's'));
  try {
    const client = createConnection(join(directory, 's')).pause();
    const socket = await accepted;
    socket.write(encodeHello(hello));
    const tell = new NoticeFeed(socket, new Outbox(socket)).listener(1);
    for (let number = 0; number < chunks; number++)
      tell({...chunkOf(number, unlogged(number)), ...(hasMarks && {marks: [logCursor(number * CHUNK)]})});
    tell({type: 'closed', exit: null});
    return await untilClosed(client);
  } finally {
    server.close();
    rmSync(directory, {recursive: true});
  }
}

function chunkOf(number: number, unlogged: boolean): TerminalNotice {
  const bytes = Buffer.from(`${letter(number).repeat(CHUNK - 1)}\n`);
  const offset = logCursor(number * CHUNK);
  return {type: 'output', offset, length: CHUNK, lines: number + 1, bytes, ...(unlogged && {unlogged})};
}

function letter(number: number): string {
  return String.fromCharCode(97 + (number % 26));
}

async function untilClosed(client: Socket): Promise<Heard[]> {
  const reader = new FrameReader<HostHead>();
  const heard: Heard[] = [];
  for await (const bytes of client) {
    for (const {head, body} of reader.push(bytes)) {
      if (head.type !== 'notice') continue;
      if (head.notice.type === 'closed') return heard;
      if (head.notice.type === 'output')
        heard.push({notice: head.notice, body: head.hasBody ? Buffer.from(body).toString() : ''});
    }
  }
  throw new Error('The feed ended before it said that the terminal is closed');
}

test('a client that lags is told of all output without its bytes: they are in the log', async () => {
  const last = (await heardLate(40, () => false)).at(-1);
  expect(last).toMatchObject({notice: {lines: 40, bytes: null}, body: ''});
  expect(endOf(last)).toBe(40 * CHUNK);
});

test('a client that lags is told where all proved marks are', async () => {
  const heard = await heardLate(40, () => false, true);
  expect(heard.flatMap(({notice}) => notice.marks)).toEqual(Array.from({length: 40}, (_, number) => number * CHUNK));
});

test.each([
  ['them', () => true],
  ['all of them but the last', (number: number) => number < 39],
] as const)(
  'a client that lags gets the newest bytes all the same when the log has no room for %s',
  async (_, unlogged) => {
    const [before, last] = (await heardLate(40, unlogged)).slice(-2);
    const tailAt = 40 * CHUNK - TAIL;
    expect(before).toMatchObject({notice: {lines: 38, bytes: null}, body: ''});
    expect(endOf(before)).toBe(tailAt);
    expect(last).toEqual({
      notice: {type: 'output', offset: tailAt, length: TAIL, lines: 40, bytes: null},
      body: `${letter(38).repeat(TAIL - CHUNK - 1)}\n${letter(39).repeat(CHUNK - 1)}\n`,
    });
  },
);

function endOf(heard: Heard | undefined): number {
  return heard ? heard.notice.offset + heard.notice.length : Number.NaN;
}
