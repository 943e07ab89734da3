/** What becomes of a client of a host when the connection between them breaks, and of what it was about. */

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {BreakableLine} from '../../../test/support/breakable-line.ts';
import {RecordedProcess} from '../../../test/support/processes.ts';
import {writerOf} from '../../../test/support/writer-of.ts';
import type {Backend, SessionEvent, TerminalLink, TerminalNotice} from '../../core/index.ts';
import {eventSeq, parseCommandId} from '../../core/index.ts';
import type {HostClient} from './host-client.ts';
import {createPtyBackend} from './pty-backend.ts';
import {socketPath} from './run-directory.ts';
import {startHost} from './start-host.ts';
import {Listening, loggedEvents, makeHome, outputText, typed} from './test-support.ts';

let home: ReturnType<typeof makeHome>;
let direct: HostClient;
let line: BreakableLine;
let host: HostClient;
let backend: Backend;

beforeEach(async () => {
  home = makeHome();
  direct = await startHost({home: home.path, idleMs: 100});
  line = await BreakableLine.at(socketPath(home.path));
  host = await startHost({home: home.path});
  backend = createPtyBackend({home: home.path, host});
});

afterEach(async () => {
  for (const {facts} of await direct.list().catch(() => [])) await direct.close(facts.sessionId);
  await backend[Symbol.asyncDispose]();
  await line[Symbol.asyncDispose]();
  await direct[Symbol.asyncDispose]();
  home.remove();
});

const hostPid = () => Number(readFileSync(join(home.path, 'run', 'host.lock'), 'utf8'));

async function sh(script: string): Promise<{link: TerminalLink; heard: Listening}> {
  const link = await backend.open({argv: ['sh', '-c', script]});
  return {link, heard: new Listening(link)};
}

const commandId = (text: string) => {
  const id = parseCommandId(text);
  if (!id) throw new Error('bad id');
  return id;
};

function eventsIn(notices: readonly TerminalNotice[]): Exclude<SessionEvent, {type: 'output'}>[] {
  return notices.flatMap(notice => (notice.type === 'event' ? [notice.event] : []));
}

/** With its bytes as numbers, whatever holds them. */
function plain(event: SessionEvent): unknown {
  return 'bytes' in event && event.bytes ? {...event, bytes: [...event.bytes]} : event;
}

/** Where the output that was told of begins and ends, once it is sure that it has no hole and no piece twice. */
function outputIn(notices: readonly TerminalNotice[]): {from: number; to: number; lines: number} {
  let [from, to, lines] = [-1, -1, 0];
  for (const notice of notices) {
    if (notice.type !== 'output') continue;
    if (to >= 0) expect(notice.offset).toBe(to);
    else from = notice.offset;
    to = notice.offset + notice.length;
    lines = notice.lines;
  }
  return {from, to, lines};
}

const talk = `while read go; do i=0; while [ $i -lt 300 ]; do i=$((i+1)); printf "$go $i\\n\\033]2;title $i\\007\\033[?1h\\033[?1l"; done; done; exit 5`;

test('a connection that breaks again and again while a program prints loses no notice and tells none twice', async () => {
  const {link, heard} = await sh(`stty -echo; printf ready; ${talk}`);
  await heard.text('ready');
  const before = heard.notices.length;
  for (let cuts = 1; cuts <= 8; cuts++) {
    // It goes over the present connection or over the next; either way once.
    const written = writerOf(link).write(typed(`go${cuts}\n`));
    await heard.first(notice => (notice.type === 'output' && notice.lines >= cuts * 300 - 250 ? true : undefined));
    line.cut();
    await written;
  }
  await heard.text('go8 300\r\n');
  await writerOf(link).write(typed('\x04'));
  expect(await heard.closed()).toMatchObject({exitStatus: 5});
  const told = eventsIn(heard.notices.slice(before));
  const logged = (await loggedEvents(link)).filter(
    event => event.type !== 'output' && event.seq >= (told[0]?.seq ?? 0),
  );
  expect(told.map(plain)).toEqual(logged.map(plain));
  const {from, to, lines} = outputIn(heard.notices);
  // What was printed before it was listened may be told as well: it can be in the log before it is told of.
  expect(from).toBeLessThanOrEqual(heard.from);
  expect(to).toBe(link.log.end);
  expect((await outputText(link)).match(/go\d 300/g)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map(number => `go${number} 300`),
  );
  expect(lines).toBe((await outputText(link)).split('\n').length - 1);
  expect(line.connections).toBeGreaterThan(8);
});

test('while the host is out of reach its terminals are unreachable, not ended; then they are as they have become', async () => {
  const {link, heard} = await sh(
    `printf ready; read go; printf '\\033]2;meanwhile\\007said meanwhile'; read end; exit 3`,
  );
  await heard.text('ready');
  const states = () =>
    heard.notices.filter(({type}) => type === 'unreachable' || type === 'reachable').map(({type}) => type);
  await line.refuse();
  await heard.first(notice => (notice.type === 'unreachable' ? true : undefined));
  await direct.write(link.facts.sessionId, typed('\n'));
  await heardElsewhere(link, 'said meanwhile');
  expect(eventsIn(heard.notices).some(event => event.type === 'title')).toBe(false);
  await line.allow();
  await heard.first(notice => (notice.type === 'reachable' ? true : undefined));
  expect(states()).toEqual(['unreachable', 'reachable']);
  expect(eventsIn(heard.notices).find(event => event.type === 'title')).toMatchObject({title: 'meanwhile'});
  await writerOf(link).write(typed('\n'));
  expect(await heard.closed()).toMatchObject({exitStatus: 3});
});

test('a terminal that ends while the host is out of reach is known by its exit status afterwards', async () => {
  const {link, heard} = await sh('printf ready; read go; printf last words; exit 4');
  await heard.text('ready');
  await line.refuse();
  await heard.first(notice => (notice.type === 'unreachable' ? true : undefined));
  const watched = new Listening((await createPtyBackend({home: home.path, host: direct}).resume())[0] ?? link);
  await direct.write(link.facts.sessionId, typed('\n'));
  await watched.closed();
  expect(heard.notices.some(({type}) => type === 'closed')).toBe(false);
  await line.allow();
  expect(await heard.closed()).toMatchObject({exitStatus: 4});
  expect(eventsIn(heard.notices).at(-1)).toMatchObject({type: 'exit'});
  expect(link.facts.alive).toBe(false);
});

test.each(['client', 'host'] as const)(
  'what is typed while nothing gets through to the %s is typed once, and a command is handed over once',
  async towards => {
    const {link, heard} = await sh('stty -echo; printf ready; while read line; do echo "got $line"; done');
    await heard.text('ready');
    line.hold(towards);
    const by = {type: 'agent', name: 'tester'} as const;
    const delivery = {
      bracketedPaste: false,
      lineDirty: false,
      integrated: false,
      takesKey: false,
      family: 'posix',
    } as const;
    const calls = [
      writerOf(link).write(typed('one\n')),
      writerOf(link).submit({commandId: commandId('c1'), commandLine: 'two', by, ...delivery}),
      link.rename('renamed'),
    ];
    // What goes towards the host is there before anything comes back.
    if (towards === 'client') await heardElsewhere(link, 'got two');
    line.cut();
    await Promise.all(calls);
    await heard.text('got two');
    await writerOf(link).write(typed('three\n'));
    await heard.text('got three');
    expect((await outputText(link)).match(/got \w+/g)).toEqual(['got one', 'got two', 'got three']);
    const events = await loggedEvents(link);
    expect(events.filter(event => event.type === 'command')).toHaveLength(1);
    expect(events.filter(event => event.type === 'input')).toHaveLength(3);
  },
);

/** By the log alone: it grows though the client hears nothing. */
async function heardElsewhere(link: TerminalLink, text: string): Promise<void> {
  const [other] = await createPtyBackend({home: home.path, host: direct}).resume();
  if (!other) throw new Error('nothing to adopt');
  await new Listening(other).text(text);
  expect(other.facts.sessionId).toBe(link.facts.sessionId);
}

test('a session that is opened while the connection breaks is opened once, and heard of', async () => {
  line.hold('client');
  const opening = backend.open({argv: ['sh', '-c', 'read go; echo went']});
  await untilOpened();
  line.cut();
  const link = await opening;
  const heard = new Listening(link);
  expect(await direct.list()).toHaveLength(1);
  await writerOf(link).write(typed('\n'));
  await heard.text('went');
  await heard.closed();
  const {to} = outputIn(heard.notices);
  expect(to).toBe(link.log.end);
});

async function untilOpened(): Promise<void> {
  while ((await direct.list()).length === 0);
}

test('a question that was asked while the connection was broken is heard once, and can be answered', async () => {
  const {link, heard} = await sh(
    `stty raw -echo; printf ready; head -c 1 >/dev/null; printf '\\033[6n'; head -c 6; printf answered; head -c 1`,
  );
  await heard.text('ready');
  await line.refuse();
  await heard.first(notice => (notice.type === 'unreachable' ? true : undefined));
  await direct.write(link.facts.sessionId, typed('x'));
  await heardElsewhere(link, '\x1b[6n');
  await line.allow();
  const query = await heard.first(notice => (notice.type === 'query' ? notice : undefined));
  expect(query.query).toEqual({type: 'cursorPosition', dec: false});
  await writerOf(link).write({
    by: {type: 'emulator'},
    kind: 'reply',
    bytes: Buffer.from('\x1b[1;6R'),
    question: query.offset,
  });
  await heard.text('answered');
  line.cut();
  await writerOf(link).write(typed('x'));
  await heard.closed();
  expect(heard.notices.filter(({type}) => type === 'query')).toHaveLength(1);
});

test('a host that dies while it is out of reach is seen to be dead, and its terminals have ended', async () => {
  const {link, heard} = await sh('printf ready; cat');
  await heard.text('ready');
  await line.refuse();
  await heard.first(notice => (notice.type === 'unreachable' ? true : undefined));
  const refused = expect(link.probe()).rejects.toMatchObject({code: 'server_unavailable'});
  RecordedProcess.of(hostPid()).signal('SIGKILL');
  expect(await heard.closed()).toBeNull();
  await refused;
  await expect(link.probe()).rejects.toMatchObject({code: 'server_unavailable'});
});

test('a call to a host that stays out of reach fails and says so, and what comes after it is none the worse', async () => {
  const {link, heard} = await sh('printf ready; read go; echo went');
  await heard.text('ready');
  await line.refuse();
  await expect(writerOf(link).write(typed('lost'))).rejects.toMatchObject({
    code: 'server_unavailable',
    message: expect.stringContaining('reach'),
  });
  await line.allow();
  await heard.first(notice => (notice.type === 'reachable' ? true : undefined));
  await writerOf(link).write(typed('\n'));
  await heard.text('went');
});

test('a client that has fallen too far behind is dropped by the host, and finds everything when it reads on', async () => {
  const {link, heard} = await bash();
  line.hold('client');
  const [other] = await createPtyBackend({home: home.path, host: direct}).resume();
  if (!other) throw new Error('nothing to adopt');
  const heardElsewhere = new Listening(other);
  const says = (title: string) => (notice: TerminalNotice) =>
    (notice.type === 'event' && notice.event.type === 'title' && notice.event.title === title) || undefined;
  // What was typed is kept each by itself, however much it is; raw, so that the terminal says nothing meanwhile.
  const piece = typed('d'.repeat(1500));
  const title = (text: string) => `printf '\\033]2;${text}\\007'`;
  const reader = `stty raw -echo; ${title('reads')}; head -c ${9000 * piece.bytes.length} >/dev/null; stty sane; ${title('all said')}`;
  await direct.write(link.facts.sessionId, typed(` ${reader}\r`));
  await heardElsewhere.first(says('reads'));
  for (let i = 0; i < 9000; i++) await direct.write(link.facts.sessionId, piece);
  await heardElsewhere.first(says('all said'));
  expect(eventsIn(heard.notices).length).toBeLessThan(9000);
  line.cut();
  await heard.first(says('all said'));
  const told = eventsIn(heard.notices).map(event => event.seq);
  const logged = (await loggedEvents(link)).filter(event => event.type !== 'output').map(event => event.seq);
  const first = logged.indexOf(told[0] ?? eventSeq(0));
  expect(told).toEqual(logged.slice(first, first + told.length));
  expect(told.length).toBeGreaterThan(9000);
});

async function bash(): Promise<{link: TerminalLink; heard: Listening}> {
  const link = await backend.open({shell: 'bash'});
  const heard = new Listening(link);
  await heard.mark('inputStart');
  return {link, heard};
}
