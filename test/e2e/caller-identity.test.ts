/** Who is written into the log beside what was typed: what the door found out, not what a caller leaves unsaid. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {CleanUp} from '../../src/app/clean-up.ts';
import {locateHome} from '../../src/app/index.ts';
import {createPtyBackend, Host, ownPeer} from '../../src/backends/index.ts';
import {findSessionLog} from '../../src/cli/find-session-log.ts';
import {eventSeq} from '../../src/core/index.ts';
import {type Caller, Engine, type Session} from '../../src/engine/index.ts';
import {embeddedSession} from '../../src/library/embedded-session.ts';
import {open} from '../../src/library/index.ts';
import {SessionLogReader} from '../../src/log/index.ts';
import {selectTools} from '../../src/tools/index.ts';
import {
  attachClient,
  callRpc,
  connectSocket,
  createHttpServer,
  createSocketServer,
} from '../../src/transports/index.ts';
import {TestHome} from '../support/cotty-process.ts';

const version = '0.0.0-test';
const tools = selectTools(['terminal']);
let home: string;
let engine: Engine;
let session: Session;
let path: string;
let stack: CleanUp;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cotty-identity-'));
  stack = new CleanUp();
  stack.defer(() => rm(home, {recursive: true, force: true}));
  engine = stack.use(new Engine({backends: [createPtyBackend({home, host: new Host({home})})]}));
  path = join(home, 'server.sock');
  stack.use(await createSocketServer({path, version, engine, tools, ownPeer}));
  session = await engine.open({shell: 'sh'});
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Who has typed this text, by the log. */
async function typist(text: string): Promise<unknown> {
  for await (const event of session.log.events(eventSeq(0), {output: false}))
    if (event.type === 'input' && Buffer.from(event.bytes ?? []).includes(text)) return event.by;
  return undefined;
}

const input = (text: string) => ({session_id: session.id, text, submit: true});

test.each<[string, Record<string, string>, unknown]>([
  ['silent', {}, {type: 'agent', name: 'unknown', via: 'commandLine'}],
  ['named', {name: 'anna'}, {type: 'agent', name: 'anna', via: 'commandLine'}],
  ['shown', {name: 'anna', actor: 'person'}, {type: 'person', name: 'anna', via: 'commandLine'}],
  ['inside', {name: 'anna', actor: 'person', inside: 'pty:x'}, {type: 'agent', name: 'anna', via: 'commandLine'}],
])('a command line that is %s is written down as what it was shown to be', async (word, fields, by) => {
  const {socket} = await connectSocket({path, role: 'rpc', version, fields});
  await callRpc(socket, 'send_text', input(`: rpc-${word}`));
  expect(await typist(`rpc-${word}`)).toEqual(by);
});

test.each<[string, Record<string, string>, string]>([
  ['silent', {}, 'agent'],
  ['person', {actor: 'person'}, 'person'],
])('a terminal that is attached, %s, types as what it was shown to be', async (word, fields, type) => {
  const {socket} = await connectSocket({path, role: 'attach', version, fields});
  using attached = await attachClient(socket, {
    session: session.id,
    cols: 80,
    rows: 24,
    name: 'anna',
    onOutput: () => {},
  });
  attached.type(Buffer.from(`: attach-${word}\r`));
  await expect.poll(() => typist(`attach-${word}`), {timeout: 20_000}).toEqual({type, name: 'anna', via: 'attach'});
});

test('who has the token of the HTTP door is an agent', async () => {
  await using http = await createHttpServer({engine, tools, version, token: 'secret'});
  const response = await fetch(`${http.url}/api/v1/send_text`, {
    method: 'POST',
    headers: {authorization: 'Bearer secret', 'content-type': 'application/json', 'cotty-caller': 'anna'},
    body: JSON.stringify(input(': over-http')),
  });
  expect(response.status).toBe(200);
  expect(await typist('over-http')).toEqual({type: 'agent', name: 'anna', via: 'http'});
});

test('the library is an agent unless its program says for whom it acts', async () => {
  const plain = embeddedSession(engine, session, {end: async () => {}});
  await plain.type(': by-a-program', {submit: true});
  expect(await typist('by-a-program')).toEqual({type: 'agent', name: 'library', via: 'library'});
  const hers = embeddedSession(engine, session, {end: async () => {}, by: {type: 'person', name: 'anna'}});
  await hers.type(': for-a-person', {submit: true});
  expect(await typist('for-a-person')).toEqual({type: 'person', name: 'anna', via: 'library'});
});

test('the system tells which process calls', async () => {
  const {socket} = await connectSocket({path, role: 'rpc', version, fields: {key: 'who'}});
  await callRpc(socket, 'get_context', {session_id: session.id});
  const {identity}: Caller = engine.caller('rpc:who', {type: 'agent', name: 'test'});
  const pid = process.platform === 'linux' ? process.pid : null;
  expect(identity.credentials).toEqual({type: 'peer', uid: process.geteuid?.(), pid});
});

test('cotty in a pipe is an agent, and on a terminal a person', async () => {
  await using own = await TestHome.make();
  await using person = await open({shell: 'sh', env: own.env});
  await person.run('unset COTTY_SESSION');
  await own.run('new', 'shared', '--shell', 'sh');
  await own.run('send-text', '--session-id', 'shared', '--text', ': in-a-pipe', '--submit');
  await person.run(own.commandLine('send-text', '--session-id', 'shared', '--text', ': on-a-terminal', '--submit'));
  await person.run(
    `COTTY_AGENT=a7 ${own.commandLine('send-text', '--session-id', 'shared', '--text', ': named', '--submit')}`,
  );
  const {log} = findSessionLog(locateHome(own.env), 'shared');
  const found: Record<string, unknown> = {};
  await using reader = SessionLogReader.open(log, {follows: false});
  for await (const event of reader.events(eventSeq(0), {output: false})) {
    const [, word] = event.type === 'input' ? (/^: (\S+)/.exec(Buffer.from(event.bytes ?? []).toString()) ?? []) : [];
    if (event.type === 'input' && word !== undefined) found[word] = event.by;
  }
  expect(found).toEqual({
    'in-a-pipe': {type: 'agent', name: expect.any(String), via: 'commandLine'},
    'on-a-terminal': {type: 'person', name: expect.any(String), via: 'commandLine'},
    named: {type: 'agent', name: 'a7', via: 'commandLine'},
  });
});
