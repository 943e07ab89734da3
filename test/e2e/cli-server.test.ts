import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {endTmux} from '../support/end-tmux.ts';
import {RawClient} from '../support/mcp/raw-client.ts';
import {needs} from '../support/needs.ts';
import {RecordedProcess} from '../support/processes.ts';

test('the list of the tools that are on by default takes a model no more than 16 KiB', async () => {
  await using home = await TestHome.make();
  await using client = await new RawClient(home.start('mcp')).open();
  const {result} = await client.request('tools/list', {});
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(16 * 1024);
});

test('twenty clients that start at once get one server', async () => {
  await using home = await TestHome.make();
  const clients = Array.from({length: 10}, () => home.run('ls', '--json'));
  const bridges = Array.from({length: 10}, () => listTools(home));
  const [lists, counts] = await Promise.all([Promise.all(clients), Promise.all(bridges)]);
  expect(lists.map(list => list.exitCode)).toEqual(Array(10).fill(0));
  expect(new Set(counts)).toEqual(new Set([13]));
  const {pid, version} = await home.json('server', 'status');
  expect(pid).toBe(await home.serverPid());
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
}, 60_000);

test('sockets are 0600 in folders that are 0700', async () => {
  await using home = await TestHome.make();
  await home.run('ls');
  const modes = await Promise.all(
    [
      '',
      'run',
      'sessions',
      'run/server.sock',
      'run/host.sock',
      'run/server.pid',
      'run/server.lock',
      'run/server.log',
      'run/compile-cache',
    ].map(async name => [name, ((await stat(join(home.path, name))).mode & 0o777).toString(8)]),
  );
  expect(Object.fromEntries(modes)).toEqual({
    '': '700',
    run: '700',
    sessions: '700',
    'run/server.sock': '600',
    'run/host.sock': '600',
    'run/server.pid': '600',
    'run/server.lock': '600',
    'run/server.log': '600',
    'run/compile-cache': '700',
  });
});

test('the next server goes on in the session that the command line worked in', async () => {
  await using home = await TestHome.make();
  await home.run('new', 'first');
  const {session_id} = await home.json('new', 'second');
  await home.killServer();
  expect(await home.json('run', '--', 'true')).toMatchObject({session_id});
  await home.run('server', 'stop');
  expect(await home.json('run', '--', 'true')).toMatchObject({session_id});
  await home.run('kill', String(session_id));
  expect(await home.json('run', '--', 'true')).toMatchObject({session_created: true});
});

test('a socket that a dead server left behind is replaced', async () => {
  await using home = await TestHome.make();
  await home.run('ls');
  const {pid} = await home.killServer();
  const {exitCode} = await home.run('ls');
  expect(exitCode).toBe(0);
  expect(await home.serverPid()).not.toBe(pid);
});

test('a host without a server is told of, and its sessions can be closed', async () => {
  await using home = await TestHome.make();
  await home.run('new', 'left');
  const {pid, host_pid} = await home.json('server', 'status');
  const [server, host] = [pid, host_pid].map(id => RecordedProcess.of(Number(id)));
  await home.run('server', 'stop');
  await server?.ended();
  expect(await home.json('server', 'status')).toEqual({pid: null, host_pid, version: null, sessions: 1});
  await home.run('server', 'stop', '--sessions');
  await host?.ended();
  expect(await home.json('server', 'status')).toEqual({pid: null, host_pid: null, version: null, sessions: 0});
});

test('sessions in tmux that live without a server are told of, and can be closed', async () => {
  needs('tmux');
  const folder = await mkdtemp(join(tmpdir(), 'cotty-tmux-'));
  const socket = join(folder, 'sock');
  const panes = () => execFileSync('tmux', ['-S', socket, 'list-panes', '-a', '-F', '#{@cotty}'], {encoding: 'utf8'});
  try {
    await using home = await TestHome.make({COTTY_BACKENDS_TMUX_SOCKET: socket, SHELL: '/bin/bash'});
    // One that is nobody's keeps the tmux server there.
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', 'new-session', '-d', 'sleep', '300']);
    await home.run('new', 'left', '--backend', 'tmux');
    expect((await home.run('server', 'stop')).stdout).toMatch(/one session lives on/);
    expect(await home.json('server', 'status')).toMatchObject({pid: null, sessions: 1});
    expect(panes()).toMatch(/^tmux:/m);
    expect((await home.run('server', 'stop', '--sessions')).stdout).toMatch(/and one session with it/);
    expect(await home.json('server', 'status')).toMatchObject({pid: null, sessions: 0});
    expect(panes()).toBe('\n');
  } finally {
    endTmux(socket);
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  }
});

test('a stale start lock stops nobody', async () => {
  await using home = await TestHome.make();
  await mkdir(join(home.path, 'run'), {mode: 0o700});
  await writeFile(join(home.path, 'run/start.lock'), '999999999');
  expect((await home.run('ls')).exitCode).toBe(0);
});

test('sessions outlive a server that is killed', async () => {
  await using home = await TestHome.make();
  await home.run('run', '--', 'here=kept');
  await home.killServer();
  const again = await home.run('run', '-s', 'pty', '--', 'echo $here');
  expect(again).toEqual({exitCode: 0, stdout: 'kept\n', stderr: ''});
});

test('server stop ends the server and leaves the sessions', async () => {
  await using home = await TestHome.make();
  await home.run('new', 'mine');
  const server = await home.server();
  expect(await home.json('server', 'stop')).toEqual({stopped: true, pid: server.pid});
  await server.ended();
  expect(await home.json('server', 'status')).toMatchObject({pid: null});
  const {sessions} = await home.json('ls');
  expect(sessions).toMatchObject([{name: 'mine'}]);
});

test('when server stop returns, the process is gone', async () => {
  await using home = await TestHome.make();
  await home.run('run', '--', 'true');
  const server = await home.server();
  await home.run('server', 'stop');
  expect(server.isAlive).toBe(false);
});

test('a server that does not answer is told of, and ended by force', async () => {
  await using home = await TestHome.make();
  await home.run('run', '--', 'here=kept');
  const server = await home.server();
  server.signal('SIGSTOP');
  const status = await home.run('server', 'status');
  expect(status).toMatchObject({exitCode: 3, stdout: expect.stringContaining(`(pid ${server.pid}) does not answer`)});
  const {stdout} = await home.run('server', 'stop');
  // Also what becomes of its sessions.
  expect(stdout).toMatch(new RegExp(`^killed server ${server.pid}: it did not end when it was asked to; .* lives? on`));
  expect(server.isAlive).toBe(false);
  expect((await home.run('run', '-s', 'pty', '--', 'echo $here')).stdout).toBe('kept\n');
}, 60_000);

test('a server that does not answer leaves no session behind when they are to be closed too', async () => {
  await using home = await TestHome.make();
  await home.run('new', 'left');
  const {host_pid} = await home.json('server', 'status');
  const host = RecordedProcess.of(host_pid);
  (await home.server()).signal('SIGSTOP');
  expect(await home.json('server', 'stop', '--sessions')).toMatchObject({stopped: true, killed: true});
  await host.ended();
}, 60_000);

test('a process that only has the pid of a dead server is let live', async () => {
  await using home = await TestHome.make();
  await mkdir(join(home.path, 'run'), {mode: 0o700});
  await writeFile(join(home.path, 'run/server.pid'), `${process.pid}\n`);
  expect(await home.json('server', 'stop')).toEqual({stopped: false, pid: null});
});

test('a server without sessions and connections ends by itself', async () => {
  await using home = await TestHome.make({COTTY_SERVER_IDLE_EXIT_MINUTES: '0.005'});
  await home.run('ls');
  await idleServerEnded(home);
  expect(await home.json('server', 'status')).toMatchObject({pid: null});
});

test('a session keeps an unused server', async () => {
  await using home = await TestHome.make({COTTY_SERVER_IDLE_EXIT_MINUTES: '0.005'});
  await home.run('new');
  const before = await home.json('server', 'status');
  // A server that began to be unused later and has no session is gone: so this one had its time, too.
  await using later = await TestHome.make({COTTY_SERVER_IDLE_EXIT_MINUTES: '0.005'});
  await later.run('ls');
  await idleServerEnded(later);
  expect(await home.json('server', 'status')).toMatchObject({pid: before.pid, sessions: 1});
});

test('SIGTERM ends the server cleanly', async () => {
  await using home = await TestHome.make();
  await home.run('new');
  const server = await home.server();
  server.signal('SIGTERM');
  await server.ended();
  await expect(stat(join(home.path, 'run/server.sock'))).rejects.toMatchObject({code: 'ENOENT'});
  await expect(stat(join(home.path, 'run/server.pid'))).rejects.toMatchObject({code: 'ENOENT'});
});

test('a home that is no folder is an error with a hint', async () => {
  await using home = await TestHome.make();
  const file = join(home.path, 'file');
  await writeFile(file, '');
  const inFile = await TestHome.make({COTTY_HOME: join(file, 'home')});
  const {exitCode, stderr} = await inFile.run('ls');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^cotty: cotty cannot keep its files in .*ENOTDIR/);
  expect(stderr).toMatch(/set COTTY_HOME/);
  expect(await inFile.json('ls')).toMatchObject({error: {code: 'home_unwritable'}});
});

test('a program that listens on the socket but is no cotty is told apart', async () => {
  await using home = await TestHome.make();
  await mkdir(join(home.path, 'run'), {mode: 0o700});
  const stranger = createServer(socket => socket.end('220 hello\r\n')).listen(join(home.path, 'run/server.sock'));
  const {exitCode, stderr} = await home.run('ls');
  stranger.close();
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/does not speak cotty-server/);
});

test('a host that cannot be reached leaves the server as it is, which says so until it can', async () => {
  await using home = await TestHome.make();
  const socket = join(home.path, 'run/host.sock');
  await mkdir(join(home.path, 'run'), {mode: 0o700});
  const stranger = createServer(client => client.resume().end('220 hello\r\n')).listen(socket);
  await once(stranger, 'listening');
  await chmod(socket, 0o600);
  const list = await home.run('ls');
  expect(list.exitCode).toBe(0);
  expect(list.stderr).toMatch(/pty is not available: .*host/);
  const opened = await home.json('new');
  expect(opened).toMatchObject({error: {code: 'protocol_error'}});
  const status = await home.json('server', 'status');
  expect(status).toMatchObject({
    backends: [
      {backend: 'iterm2'},
      {backend: 'tmux'},
      {backend: 'pty', state: 'unavailable', error: {code: 'protocol_error'}},
    ],
  });
  expect((await home.run('doctor')).stdout).toMatch(/FAIL {2}server: runs, version \S+ without pty: /);
  stranger.close();
  await once(stranger, 'close');
  // Who comes together hears of one failure, so the next try may be a second away.
  await expect
    .poll(() => home.json('new'), {timeout: 20_000})
    .toMatchObject({session_id: expect.stringMatching('pty:')});
  expect(await home.json('server', 'status')).toMatchObject({
    pid: status.pid,
    backends: [{backend: 'iterm2'}, {backend: 'tmux'}, {backend: 'pty', state: 'ready'}],
  });
});

test('an unused server of another version makes room', async () => {
  await using home = await TestHome.make();
  await using _old = await serverOfAnotherVersion(home, 1);
  expect((await home.run('ls')).exitCode).toBe(0);
  expect(await home.json('server', 'status')).toMatchObject({pid: await home.serverPid()});
});

test('a server of another version that is in use stays, and the error says what to do', async () => {
  await using home = await TestHome.make();
  await using _old = await serverOfAnotherVersion(home, 2);
  const {exitCode, stderr} = await home.run('ls');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /version 0\.0\.1[\s\S]*while something is connected to it: an MCP client[\s\S]*Restart that client[\s\S]*cotty server stop/,
  );
  expect(await home.json('server', 'stop')).toMatchObject({stopped: true});
});

test('the launcher works through symbolic links', async () => {
  await using home = await TestHome.make();
  await symlink(join(import.meta.dirname, '../../bin/cotty'), join(home.path, 'one'));
  await symlink('one', join(home.path, 'two'));
  const {execFileSync} = await import('node:child_process');
  expect(execFileSync(join(home.path, 'two'), ['version'], {encoding: 'utf8', env: home.env})).toMatch(/^cotty \d/);
});

/** Resolves when the server has ended by itself, which may have been before anybody could look. */
async function idleServerEnded(home: TestHome): Promise<void> {
  await home.server().then(
    server => server.ended(),
    () => undefined,
  );
}

/** Speaks the part of the private protocol that every version speaks. */
async function serverOfAnotherVersion(home: TestHome, connections: number): Promise<AsyncDisposable> {
  await mkdir(join(home.path, 'run'), {mode: 0o700});
  const server = createServer(socket => {
    socket.write('cotty-server/1 0.0.1 rpc\n');
    socket.on('error', () => {});
    socket.on('data', bytes => {
      for (const line of bytes
        .toString()
        .split('\n')
        .filter(text => text.startsWith('{'))) {
        const {id, method} = JSON.parse(line);
        if (method === 'status')
          socket.write(`${JSON.stringify({id, result: {pid: 1, version: '0.0.1', connections}})}\n`);
        if (method !== 'stop') continue;
        server.close();
        socket.destroy();
      }
    });
  });
  server.listen(join(home.path, 'run/server.sock'));
  await once(server, 'listening');
  return {[Symbol.asyncDispose]: async () => void server.close()};
}

/** Speaks MCP to a bridge until it has listed the tools; returns how many there are. */
async function listTools(home: TestHome): Promise<number> {
  const bridge = home.start('mcp');
  const request = (id: number, method: string, params: object) =>
    `${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`;
  bridge.stdin.write(
    request(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: {name: 'test', version: '1'},
    }),
  );
  bridge.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  bridge.stdin.write(request(2, 'tools/list', {}));
  let text = '';
  for await (const bytes of bridge.stdout) {
    text += bytes;
    const answer = text.split('\n').find(line => line.includes('"id":2') && line.endsWith('}'));
    if (answer === undefined) continue;
    bridge.stdin.end();
    const {result, error} = JSON.parse(answer);
    if (error) throw new Error(`tools/list was refused: ${error.message}`);
    return result.tools.length;
  }
  throw new Error(`the bridge ended: ${text}`);
}
