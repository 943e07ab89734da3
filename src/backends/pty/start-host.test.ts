import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {RecordedProcess} from '../../../test/support/processes.ts';
import {writerOf} from '../../../test/support/writer-of.ts';
import {connectHost, type HostClient, retireHost} from './host-client.ts';
import {createPtyBackend} from './pty-backend.ts';
import {socketPath, useRunDirectory} from './run-directory.ts';
import {startHost} from './start-host.ts';
import {Listening, makeHome, outputBytes, outputText} from './test-support.ts';

let home: ReturnType<typeof makeHome>;
let clients: HostClient[];

beforeEach(() => {
  home = makeHome();
  clients = [];
});

afterEach(async () => {
  for (const client of clients) await client[Symbol.asyncDispose]();
  home.remove();
});

async function start(): Promise<HostClient> {
  const client = await startHost({home: home.path, idleMs: 100});
  clients.push(client);
  return client;
}

const hostPid = () => Number(readFileSync(join(home.path, 'run', 'host.lock'), 'utf8'));
const hostProcess = () => RecordedProcess.of(hostPid());

test('twenty starts at once give one host', async () => {
  needs('pgrep');
  const hosts = await Promise.all(Array.from({length: 20}, start));
  const {stdout} = await promisify(execFile)('pgrep', ['-f', `host[-/]main[.](ts|js) --home ${home.path}`]);
  expect(stdout.trim().split('\n')).toEqual([String(hostPid())]);
  const [first] = hosts;
  await first?.open({argv: ['cat']}, () => {});
  const lists = await Promise.all(hosts.map(host => host.list()));
  const ids = new Set(lists.flat().map(session => session.facts.sessionId));
  expect([lists.flat().length, ids.size]).toEqual([20, 1]);
  for (const id of ids) await first?.close(id);
});

test("the socket is its owner's alone", async () => {
  await start();
  expect(statSync(join(home.path, 'run')).mode & 0o777).toBe(0o700);
  expect(statSync(socketPath(home.path)).mode & 0o777).toBe(0o600);
});

test('an unforeseen failure inside the host is told in its log, and ends nobody’s terminal', async () => {
  const failing = join(home.path, 'failing.mjs');
  writeFileSync(
    failing,
    `process.on('SIGUSR2', () => { Promise.reject(new Error('forgotten promise')); throw new Error('unforeseen'); });`,
  );
  const client = await startHost({home: home.path, env: {...process.env, NODE_OPTIONS: `--import ${failing}`}});
  clients.push(client);
  const {state} = await client.open({argv: ['cat']}, () => {});
  const log = join(home.path, 'run', 'host.log');
  hostProcess().signal('SIGUSR2');
  for (const words of ['Error: forgotten promise', 'Error: unforeseen'])
    await expect.poll(() => readFileSync(log, 'utf8')).toContain(words);
  expect(await client.list()).toMatchObject([{facts: {sessionId: state.facts.sessionId}}]);
  await client.close(state.facts.sessionId);
});

test('a host without sessions and clients ends, one with a session stays', async () => {
  const first = await start();
  const running = hostProcess();
  const {state} = await first.open({argv: ['cat']}, () => {});
  await first[Symbol.asyncDispose]();
  const second = await start();
  expect(hostPid()).toBe(running.pid);
  expect((await second.list()).map(session => session.facts.sessionId)).toEqual([state.facts.sessionId]);
  await second.close(state.facts.sessionId);
  await second[Symbol.asyncDispose]();
  await running.ended();
  expect(await connectHost(home.path)).toEqual({type: 'absent'});
});

test('what a killed host left behind does not keep a new one from starting, and its sessions count as ended', async () => {
  const first = await start();
  const backend = createPtyBackend({home: home.path, host: first});
  const link = await backend.open({argv: ['sh', '-c', 'printf before; cat']});
  const heard = new Listening(link);
  await heard.text('before');
  hostProcess().signal('SIGKILL');
  expect(await heard.closed()).toBeNull();
  await expect(link.probe()).rejects.toMatchObject({code: 'server_unavailable'});
  const again = createPtyBackend({home: home.path, host: await start()});
  expect(await again.resume()).toEqual([]);
  const recalled = await again.recall(link.facts.sessionId);
  expect(recalled?.facts.alive).toBe(false);
  expect(recalled && (await outputText(recalled))).toBe('before');
});

test('a client killed in the middle of a command costs neither the session nor a byte of its log', async () => {
  const script = 'i=0; while [ $i -lt 20000 ]; do echo "line $i of a run"; i=$((i+1)); done; exit 9';
  const client = spawn(process.execPath, ['--input-type=module', '-e', CLIENT, home.path, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(client.stdout, 'data');
  client.kill('SIGKILL');
  await once(client, 'exit');
  const backend = createPtyBackend({home: home.path, host: await start()});
  const [sessionId] = await backend.known();
  const [adopted] = await backend.resume();
  // A fast machine may have come to the end already; then the log is read as that of a finished session.
  const exit = adopted && (await new Listening(adopted).closed());
  if (adopted) expect(exit).toMatchObject({exitStatus: 9});
  const recalled = sessionId && (await backend.recall(sessionId));
  const undisturbed = await backend.open({argv: ['sh', '-c', script]});
  await new Listening(undisturbed).closed();
  expect(recalled && (await outputBytes(recalled))).toEqual(await outputBytes(undisturbed));
});

/** A server that dies: opens a session, says so at its first output, and hangs on. */
const CLIENT = `
  import {startHost} from ${JSON.stringify(new URL('./start-host.ts', import.meta.url).href)};
  const [home, script] = process.argv.slice(1);
  const host = await startHost({home, idleMs: 5000});
  await host.open({argv: ['sh', '-c', script]}, notice => {
    if (notice.type === 'output') process.stdout.write('running\\n');
  });
  setInterval(() => {}, 1000);
`;

test('a client that never reads costs the host bounded memory and the session nothing', async () => {
  const host = await start();
  const backend = createPtyBackend({home: home.path, host});
  const link = await backend.open({argv: ['sh', '-c', 'read go; head -c 30000000 /dev/zero | tr "\\\\0" x']});
  const stuck = await startHost({home: home.path});
  clients.push(stuck);
  await stuck.attach(link.facts.sessionId, () => {});
  stuck.stopReading();
  const heard = new Listening(link);
  await writerOf(link).write({by: {type: 'cotty'}, kind: 'text', bytes: Buffer.from('\n')});
  expect(await heard.closed()).toMatchObject({exitStatus: 0});
  expect(residentBytes(hostPid())).toBeLessThan(160 * 1024 * 1024);
});

function residentBytes(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

test('a deep COTTY_HOME gets a short socket path, the same every time', async () => {
  const deep = join(home.path, 'd'.repeat(120));
  mkdirSync(deep, {mode: 0o700});
  const path = socketPath(deep);
  expect(Buffer.byteLength(path)).toBeLessThan(104);
  expect(socketPath(deep)).toBe(path);
  const host = await startHost({home: deep, idleMs: 100});
  clients.push(host);
  expect(await host.list()).toEqual([]);
});

test('a home that cannot be used is refused with what to do', async () => {
  const file = join(home.path, 'file');
  writeFileSync(file, '');
  await expect(startHost({home: file})).rejects.toMatchObject({code: 'home_unwritable', hint: expect.any(String)});
});

test('a busy host of another protocol keeps its sessions, and the caller is told', async () => {
  const server = await otherVersion('cotty-host/99 9.9.9 sessions=2\n');
  expect(await connectHost(home.path)).toEqual({
    type: 'mismatch',
    hello: {protocol: 99, packageVersion: '9.9.9', pid: 0, sessions: 2, retire: false},
  });
  await expect(startHost({home: home.path})).rejects.toMatchObject({code: 'version_mismatch'});
  server.close();
});

test('an idle host of another protocol is replaced', async () => {
  const server = await otherVersion('cotty-host/99 9.9.9\n');
  const host = await start();
  expect(await host.list()).toEqual([]);
  server.close();
});

test('an idle host retires when it is asked to, a busy one does not', async () => {
  const host = await start();
  const running = hostProcess();
  const {state} = await host.open({argv: ['cat']}, () => {});
  await retireHost(home.path);
  expect(await host.list()).toHaveLength(1);
  await host.close(state.facts.sessionId);
  await retireHost(home.path);
  await running.ended();
});

/** A host of the future: says its line, and ends when a client asks an idle one to retire. */
async function otherVersion(hello: string): Promise<Server> {
  useRunDirectory(home.path);
  const server = createServer(socket => {
    socket.write(hello);
    socket.on('error', () => {});
    socket.on('data', bytes => {
      if (!bytes.toString().includes('retire=1')) return;
      socket.end();
      server.close();
    });
  });
  await new Promise<void>(resolve => server.listen(socketPath(home.path), resolve));
  return server;
}

test('a host whose home was deleted ends, and its sessions with it', async () => {
  const client = await start();
  const running = hostProcess();
  const {state} = await client.open({argv: ['sleep', '300']}, () => {});
  const sleeping = RecordedProcess.of(state.facts.pid);
  await client[Symbol.asyncDispose]();
  home.remove();
  await running.ended();
  await sleeping.ended();
});

test('after its host was killed a backend opens sessions on the next one, however many ask at once', async () => {
  const backend = createPtyBackend({home: home.path, host: await start(), renewHost: start});
  const lost = await backend.open({argv: ['cat']});
  using listening = new Listening(lost);
  hostProcess().signal('SIGKILL');
  expect(await listening.closed()).toBeNull();
  const links = await Promise.all([1, 2, 3].map(() => backend.open({argv: ['cat']})));
  expect((await backend.resume()).map(link => link.facts.sessionId).toSorted()).toEqual(
    links.map(link => link.facts.sessionId).toSorted(),
  );
  expect((await backend.recall(lost.facts.sessionId))?.facts.alive).toBe(false);
  expect(clients).toHaveLength(2);
  for (const link of links) await writerOf(link).close();
});
