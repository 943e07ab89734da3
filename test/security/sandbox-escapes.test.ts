/**
 * Attacks on a sandbox from inside of it. Each is tried for real, and what counts is what became of the outside: the test's own files,
 * sockets and processes.
 */
import {existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {stillHere} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';
import {bystander, makeRepository, needsSandbox, openSandboxed} from '../support/sandboxed-terminal.ts';

test('nothing is written outside of the project, neither straight nor by a link', async () => {
  await using inside = await openSandboxed();
  const beside = inside.outside('beside/file');
  const targets = [
    beside,
    join(inside.folder, 'home/.profile'),
    join(inside.folder, 'new'),
    '/etc/new',
    '/usr/local/new',
  ];
  for (const path of targets) {
    await inside.said(`echo gone > ${path}`);
    await inside.said(`mkdir -p ${path}.d; ln -s ${path} way; echo gone > way; mv way ${path}; rm -rf ${path}`);
  }
  expect(readFileSync(beside, 'utf8')).toBe('kept');
  for (const path of targets.slice(1))
    expect([path, existsSync(path), existsSync(`${path}.d`)]).toEqual([path, false, false]);
  expect(await inside.exit('echo mine > own && test -s own')).toBe(0);
  expect(readFileSync(join(inside.project, 'own'), 'utf8')).toBe('mine\n');
});

test('keys, tokens and histories are not there, also those that are made later', async () => {
  const secret = 'canary-of-a-secret';
  await using inside = await openSandboxed({
    home: {'.ssh/id_ed25519': secret, '.config/gh/hosts.yml': secret, '.bash_history': secret, '.config/plain': 'seen'},
  });
  inside.outside('home/.aws/credentials', secret);
  inside.outside('home/.config/gcloud/token', secret);
  inside.outside('home/.netrc', secret);
  expect(await inside.said('cat ~/.config/plain')).toBe('seen');
  const found = await inside.said(`grep -rs ${secret} ~ /etc/shadow; cat ~/.netrc ~/.ssh/* ~/.aws/*`);
  expect(found).not.toContain(`:${secret}`);
  expect(await inside.said('cat ~/.ssh/id_ed25519 ~/.config/gh/hosts.yml ~/.bash_history ~/.netrc')).not.toContain(
    secret,
  );
  expect(await inside.said('cat /etc/shadow /etc/gshadow 2>/dev/null | wc -c')).toBe('0');
});

test("cotty's own files are not there, but for the folder that lines are delivered in", async () => {
  await using inside = await openSandboxed();
  const {cottyHome, sessionId} = inside.terminal;
  for (const name of ['token', 'config.toml', 'audit.log', 'audit.key', 'state.db', 'run/server.sock'])
    inside.outside(join(cottyHome, name), 'canary-of-cotty');
  const seen = await inside.said(`find ${cottyHome} -mindepth 1 -maxdepth 3 -not -path '*/shell/*'`);
  expect(seen.split('\n').toSorted()).toEqual(
    ['sessions', `sessions/${sessionId}`, `sessions/${sessionId}/shell`].map(name => join(cottyHome, name)),
  );
  await inside.said(`echo 'mode = "permissive"' > ${cottyHome}/config.toml; rm -rf ${cottyHome}/*`);
  expect(readFileSync(join(cottyHome, 'config.toml'), 'utf8')).toBe('canary-of-cotty');
});

test('a line that is delivered goes into no file that a link in its place points to', async () => {
  await using inside = await openSandboxed();
  const target = inside.outside('beside/file');
  await inside.said(`ln -sf ${target} "$__cotty_dir/command"`);
  await inside.terminal.run('echo overwritten').catch(() => undefined);
  expect(readFileSync(target, 'utf8')).toBe('kept');
});

test('processes outside are neither seen, signalled nor traced, and their root is not reached', async () => {
  needs('python3', 'strace');
  using other = await bystander();
  await using inside = await openSandboxed();
  const secret = inside.outside('beside/secret', 'canary-of-a-secret');
  const {pid} = other;
  expect(await inside.exit(`kill -0 ${pid}`)).toBe(1);
  await inside.said(`kill -9 ${pid}; kill -STOP -${pid}; pkill -9 sleep; killall -9 sleep`);
  expect(await inside.said(`strace -p ${pid}; cat /proc/${pid}/environ; cat /proc/*/environ`)).not.toContain('canary');
  expect(
    await inside.said(`cat /proc/1/root${secret} /proc/$PPID/root${secret} /proc/self/root${secret}`),
  ).not.toContain('canary');
  expect(await inside.said(`cat /proc/1/cwd/../..${secret}; ls -l /proc/1/fd /proc/self/fd`)).not.toMatch(
    /canary|\.sock|log\/|socket:/,
  );
  // What the system keeps from being shared: every process in here is one of the sandbox's own.
  expect(Number(await inside.said('ps -e -o pid= | wc -l'))).toBeLessThan(8);
  expect(other.isAlive).toBe(true);
});

test('no socket of a program outside is reached, whatever it is called', async () => {
  needs('python3');
  await using inside = await openSandboxed();
  const {cottyHome} = inside.terminal;
  mkdirSync(join(cottyHome, 'run'), {recursive: true});
  const places = [
    join(cottyHome, 'run/server.sock'),
    join(inside.folder, 'home/agent.sock'),
    join(inside.folder, 'bus'),
  ];
  await using doors = await Doors.open([...places, `\0cotty-test-${process.pid}`]);
  for (const place of doors.names) {
    const connect = `import socket; s = socket.socket(socket.AF_UNIX); s.connect(${JSON.stringify(place).replace('\\u0000', '\\0')})`;
    expect([place, await inside.exit(`python3 -c '${connect}'`)]).toEqual([place, 1]);
  }
  expect(doors.visitors).toBe(0);
  expect(await inside.said('find /run /tmp/.X11-unix /tmp/tmux-* -type s 2>/dev/null')).toBe('');
});

test('without the network nothing is reached; with it the same is', async () => {
  needs('python3');
  await using doors = await Doors.open([0]);
  const connect = `python3 -c 'import socket; socket.create_connection(("127.0.0.1", ${doors.port}), 5)'`;
  {
    await using offline = await openSandboxed();
    expect(await offline.exit(connect)).toBe(1);
    expect(doors.visitors).toBe(0);
    expect(await offline.said('cat /proc/net/dev | grep -vc "lo:"')).toBe('2');
  }
  await using online = await openSandboxed({sandbox: 'network'});
  expect(await online.exit(connect)).toBe(0);
  await expect.poll(() => doors.visitors).toBe(1);
});

test('there are no rights to regain: no capability, no setuid, no mount, no device, no setting of the kernel', async () => {
  await using inside = await openSandboxed({home: {'.ssh/id': 'canary-of-a-secret'}});
  expect(
    await inside.said('grep -hE "^(CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)" /proc/self/status | tr -d "\\t"'),
  ).toBe(
    [
      'CapPrm:0000000000000000',
      'CapEff:0000000000000000',
      'CapBnd:0000000000000000',
      'CapAmb:0000000000000000',
      'NoNewPrivs:1',
    ].join('\n'),
  );
  const own = 'unshare -Urm sh -c';
  for (const command of [
    'mount -o remount,rw /',
    'mount -o remount,bind,rw /usr',
    `umount ${inside.folder}/home`,
    'umount -l /tmp',
    'umount /proc',
  ])
    for (const line of [command, `${own} '${command} && touch /usr/local/escaped && cat ~/.ssh/id'`])
      expect([line, await inside.exit(line)]).not.toEqual([line, 0]);
  await inside.said(
    'echo 1 > /proc/sys/kernel/sysrq; echo h > /proc/sysrq-trigger; echo x > /sys/kernel/uevent_helper; mknod disk b 8 0',
  );
  expect(existsSync('/usr/local/escaped')).toBe(false);
  expect(existsSync(join(inside.project, 'disk'))).toBe(false);
  expect(await inside.said('ls /dev | grep -E "^(sd|vd|nvme|mem|kmem|port|dm-|loop|fuse|kvm)"')).toBe('');
});

test('root of the sandbox writes none of the settings that root of the machine may', async () => {
  await using inside = await openSandboxed();
  // Each is given the value that it has, so that nothing is lost where it is let through.
  for (const setting of [
    'kernel/core_pattern',
    'kernel/modprobe',
    'kernel/hostname',
    'vm/swappiness',
    'net/ipv4/ip_forward',
  ]) {
    const path = `/proc/sys/${setting}`;
    if (!existsSync(path)) continue;
    const value = readFileSync(path, 'utf8').trim();
    expect([setting, await inside.exit(`test -r ${path} && printf %s '${value}' > ${path}`)]).toEqual([setting, 1]);
  }
  expect(await inside.said('find /proc/sys /proc/irq /proc/bus /proc/fs -type f -writable 2>/dev/null | head -3')).toBe(
    '',
  );
});

test('no file of the project gets the setuid bit, by whatever call', async () => {
  needs('python3');
  await using inside = await openSandboxed();
  await inside.said('cp /bin/true lent; chmod u+s lent; chmod 4755 lent; install -m 4755 /bin/true installed');
  const calls = [
    'os.chmod("lent", 0o4755)',
    'os.fchmod(os.open("lent", os.O_RDONLY), 0o4755)',
    'os.open("made", os.O_CREAT | os.O_WRONLY, 0o4755)',
    'os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o4755)',
    'os.mknod("node", 0o104755)',
    'ctypes.CDLL(None, use_errno=True).syscall(452, -100, b"lent", 0o4755, 0) == 0 or 1 / 0',
  ];
  for (const call of calls)
    expect([call, await inside.exit(`python3 -c 'import ctypes, os; ${call}' 2>/dev/null`)]).toEqual([call, 1]);
  const modes = readdirSync(inside.project).map(name => lstatSync(join(inside.project, name)).mode & 0o4000);
  expect(Math.max(...modes)).toBe(0);
  expect(await inside.exit('chmod 755 lent && ./lent && git init -q new && touch new/file && mkdir -p a/b')).toBe(0);
});

test("other terminals are not there, and what a program pushes into its own one's input stays inside", async () => {
  needs('python3');
  await using inside = await openSandboxed();
  const {terminal} = inside;
  const other = await terminal.call('manage_session', {action: 'create', shell: 'bash', cwd: inside.folder});
  const {session_id} = other;
  await terminal.run('true', {session_id});
  const {tty} = await terminal.call('get_context', {session_id});
  const ran = join(inside.folder, 'ran');
  const push = (path: string): string =>
    `import fcntl, os, termios\nfd = os.open(${JSON.stringify(path)}, os.O_RDWR | os.O_NOCTTY)\nfor c in ${JSON.stringify(`touch ${ran}\n`)}: fcntl.ioctl(fd, termios.TIOCSTI, c.encode())\n`;
  inside.outside(join(inside.project, 'push-other.py'), push(String(tty)));
  inside.outside(join(inside.project, 'push-own.py'), push('/dev/tty'));
  expect(await inside.exit('python3 push-other.py')).toBe(1);
  expect(await inside.exit(`echo typed > ${tty}`)).toBe(1);
  await inside.said('python3 push-own.py');
  expect(await terminal.outcome('echo still-here')).toEqual(stillHere);
  const {text} = await terminal.call('read_screen', {session_id});
  expect(text).not.toMatch(/typed|touch/);
  expect(existsSync(ran)).toBe(false);
});

test('what git runs and obeys, and what editors and agents obey, is read and not written', async () => {
  needs('git');
  await using inside = await openSandboxed({
    prepare: ({project}) => makeRepository(project),
  });
  const config = readFileSync(join(inside.project, '.git/config'), 'utf8');
  const hook = `printf '#!/bin/sh\\ntouch ${inside.folder}/ran\\n' >`;
  for (const line of [
    `${hook} .git/hooks/pre-commit`,
    `git config core.hooksPath ${inside.project}`,
    'printf "[core]\\nfsmonitor = evil\\n" >> .git/config',
    'mv .git .moved',
    'rm -rf .git/hooks; mv .git/hooks .git/hooks2',
    'mkdir elsewhere; echo ../elsewhere > .git/commondir',
    'rm -f .git/commondir; mv .git/commondir x',
    'echo evil > .git/config.worktree',
    'echo "{}" > .vscode/tasks.json',
    'mv .vscode x; mkdir .vscode; echo 1 > .vscode/tasks.json',
    'echo evil > .mcp.json; mv own .mcp.json',
    'echo evil > .claude/settings.json',
    'echo evil > .cotty.toml',
  ])
    await inside.said(line);
  expect(await inside.said('echo one > file; git add file; git commit -qm two; git log --oneline | wc -l')).toBe('2');
  await inside.terminal.session.close();
  const ours = ['.mcp.json', '.cotty.toml', '.vscode', '.claude', '.cursor', '.idea', '.devcontainer'];
  await expect.poll(() => readdirSync(inside.project).filter(name => ours.includes(name))).toEqual([]);
  expect(readFileSync(join(inside.project, '.git/config'), 'utf8')).toBe(config);
  const left = readdirSync(join(inside.project, '.git'));
  expect(left).not.toContain('commondir');
  expect(readdirSync(join(inside.project, '.git/hooks')).filter(name => !name.endsWith('.sample'))).toEqual([]);
});

test('a project without a repository gets none whose hooks somebody outside would run', async () => {
  needs('git');
  await using inside = await openSandboxed();
  expect(await inside.exit('git init')).not.toBe(0);
  await inside.said('mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit');
  await inside.terminal.session.close();
  await expect.poll(() => readdirSync(inside.project)).toEqual([]);
});

test('a link in the place of what is protected is refused before anything is opened', async () => {
  await needsSandbox();
  const opened = openSandboxed({
    prepare({home, project}) {
      mkdirSync(join(home, 'settings'));
      symlinkSync(join(home, 'settings'), join(project, '.vscode'));
    },
  });
  await expect(opened).rejects.toMatchObject({code: 'invalid_argument', message: expect.stringContaining('.vscode')});
});

test('two sessions in one project are both confined, also when the first has ended', async () => {
  await using inside = await openSandboxed();
  const {terminal} = inside;
  const {session_id} = await terminal.call('manage_session', {action: 'split'});
  await terminal.session.close();
  const second = {session_id};
  expect(await terminal.run('echo "{}" > .mcp.json', second)).toMatchObject({exit_code: 1});
  expect(await terminal.run('mkdir .git/hooks', second)).toMatchObject({exit_code: 1});
  await terminal.call('manage_session', {action: 'close', ...second});
  await expect.poll(() => readdirSync(inside.project)).toEqual([]);
});

/** Sockets of a program outside, and how many have come in. */
class Doors implements AsyncDisposable {
  readonly names: readonly string[];
  visitors = 0;
  readonly #servers: Server[] = [];

  private constructor(names: readonly string[]) {
    this.names = names;
  }

  /** Paths, names of the abstract kind, or a number for any port of the loopback. */
  static async open(places: readonly (string | 0)[]): Promise<Doors> {
    const doors = new Doors(places.filter(place => place !== 0));
    for (const place of places) await doors.#open(place);
    return doors;
  }

  get port(): number {
    const address = this.#servers[0]?.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map(server => new Promise(resolve => server.close(resolve))));
  }

  async #open(place: string | 0): Promise<void> {
    const server = createServer(socket => {
      this.visitors++;
      socket.destroy();
    });
    this.#servers.push(server);
    const {promise, resolve} = Promise.withResolvers<void>();
    if (place === 0) server.listen(0, '127.0.0.1', resolve);
    else server.listen(place, resolve);
    await promise;
  }
}
