/**
 * A real sshd on the loopback that needs no root: keys, ports and settings of its own, and it ends with the test. Whoever
 * logs in gets a bash without configuration whose prompt is `remote$ `.
 */
import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {skipUnless} from '../support/needs.ts';

const DAEMON = '/usr/sbin/sshd';
const isRoot = process.getuid?.() === 0;

export class SshServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #daemon: ChildProcess;
  readonly #wire: Wire;

  private constructor(folder: string, daemon: ChildProcess, wire: Wire) {
    this.#folder = folder;
    this.#daemon = daemon;
    this.#wire = wire;
  }

  /** Skips the running test, with the reason, where no sshd can be started or nobody can log in. */
  static async start(): Promise<SshServer> {
    reasonForNone ??= SshServer.#whyNone();
    const reason = await reasonForNone;
    skipUnless(reason === null, reason ?? '');
    return SshServer.#start();
  }

  /** Why the remote cases cannot run here; null when they can. */
  static async #whyNone(): Promise<string | null> {
    if (!existsSync(DAEMON)) return 'not installed: openssh-server';
    if (accountName() === undefined) return 'this user has no name, which ssh needs';
    await using server = await SshServer.#start();
    const complaint = await server.#complaint();
    return complaint === null ? null : `one cannot log in at an sshd that is started here: ${complaint}`;
  }

  static async #start(): Promise<SshServer> {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-ssh-'));
    makeKeys(folder);
    writeFileSync(join(folder, 'shell'), remoteShell, {mode: 0o755});
    // The folder that sshd locks itself into before somebody is known is made at boot where the service runs.
    if (isRoot) mkdirSync('/run/sshd', {recursive: true, mode: 0o755});
    const {daemon, port} = await startDaemon(folder);
    return new SshServer(folder, daemon, await Wire.to(port));
  }

  /**
   * The shell command that logs in; `options` go to `ssh -o`. The key `plain` has no passphrase, that of `locked` is
   * `opensesame`.
   */
  login(key: 'plain' | 'locked', options: readonly string[]): string {
    const known = `UserKnownHostsFile=${join(this.#folder, 'known')}`;
    // ssh takes the first value of an option.
    const all = [...options, known, 'IdentitiesOnly=yes', 'IdentityAgent=none', 'PreferredAuthentications=publickey'];
    const words = all.map(option => `-o ${option}`).join(' ');
    return `ssh -F none ${words} -i ${join(this.#folder, key)} -p ${this.#wire.port} ${userInfo().username}@127.0.0.1`;
  }

  /** Cuts every connection, as a network that goes away. Throws when there is none: nothing would be shown then. */
  dropLinks(): void {
    this.#wire.cut();
  }

  /** The words of a failed login; null when one can log in and gets a terminal. */
  async #complaint(): Promise<string | null> {
    const options = ['StrictHostKeyChecking=no', 'LogLevel=ERROR', 'BatchMode=yes', 'RequestTTY=force'];
    // Not synchronously: the connection goes through this process.
    const login = spawn('sh', ['-c', this.login('plain', options)], {stdio: ['pipe', 'ignore', 'pipe']});
    login.stdin.end('exit 0\n');
    const said: Buffer[] = [];
    login.stderr.on('data', (bytes: Buffer) => said.push(bytes));
    const [status] = await once(login, 'close');
    return status === 0 ? null : Buffer.concat(said).toString().trim() || `ssh ended with ${status}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#wire[Symbol.asyncDispose]();
    if (this.#daemon.exitCode === null && this.#daemon.signalCode === null) {
      this.#daemon.kill('SIGTERM');
      await once(this.#daemon, 'exit');
    }
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}

/** Found out once for a file of tests. */
let reasonForNone: Promise<string | null> | undefined;

/** Of a user id that is in no list of accounts there is none. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Carries connections to the daemon through this process, which can cut them. */
class Wire implements AsyncDisposable {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer(near => {
      const far = connect(port, '127.0.0.1');
      for (const end of [near, far]) {
        this.#ends.add(end);
        end.on('error', () => undefined).on('close', () => this.#ends.delete(end));
      }
      near.pipe(far);
      far.pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port);
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
  }

  get port(): number {
    return portOf(this.#server);
  }

  cut(): void {
    if (this.#ends.size === 0) throw new Error('Nobody is connected.');
    for (const end of this.#ends) end.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#ends) end.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const remoteShell = `#!/bin/sh
exec env -i HOME="$HOME" HISTFILE= PATH="$PATH" TERM="$TERM" SSH_CONNECTION="$SSH_CONNECTION" PS1='remote$ ' bash --norc --noprofile -i
`;

function makeKeys(folder: string): void {
  for (const [name, passphrase] of [
    ['host', ''],
    ['plain', ''],
    ['locked', 'opensesame'],
  ] as const)
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, name)]);
  const keys = ['plain', 'locked'].map(name => readFileSync(join(folder, `${name}.pub`), 'utf8'));
  writeFileSync(join(folder, 'authorized'), keys.join(''));
}

function configuration(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    'PidFile none',
    `ForceCommand ${join(folder, 'shell')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'PrintMotd no',
    'PrintLastLog no',
    // With it root's sshd passes over the lock that an account without a password has; nobody else's can use it.
    `UsePAM ${isRoot ? 'yes' : 'no'}`,
    '',
  ].join('\n');
}

/** Another program may take the port between the look and the use. */
async function startDaemon(folder: string): Promise<{daemon: ChildProcess; port: number}> {
  const [file, ...words] = daemonCommand(folder);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    writeFileSync(join(folder, 'config'), configuration(folder, port));
    const daemon = spawn(file, words, {stdio: ['ignore', 'ignore', 'pipe']});
    const complaint = await listening(daemon);
    if (complaint === null) return {daemon, port};
    if (attempt === 3 || !complaint.includes('in use')) throw new Error(`sshd ended: ${complaint}`);
  }
}

/**
 * sshd gives a terminal to the group `tty`, or ends. Only root may do so, unless `/dev/pts` makes terminals in that group
 * from the start, as it does where the distribution has mounted it. Elsewhere, as in many virtual machines and containers,
 * a user's sshd gets an `/etc/group` without `tty`, in a mount namespace that it alone is in; then it asks for no group.
 */
function daemonCommand(folder: string): readonly [string, ...string[]] {
  const sshd = [DAEMON, '-D', '-e', '-f', join(folder, 'config')] as const;
  if (isRoot || process.platform !== 'linux' || givesTerminalsToTty()) return sshd;
  const groups = join(folder, 'group');
  writeFileSync(groups, readFileSync('/etc/group', 'utf8').replace(/^tty:.*\n/m, ''));
  const unshare = ['unshare', '--user', '--map-current-user', '--keep-caps', '--mount'] as const;
  if (spawnSync(unshare[0], [...unshare.slice(1), 'mount', '--bind', groups, '/etc/group']).status !== 0) return sshd;
  const script = 'mount --bind "$1" /etc/group; shift; exec setpriv --inh-caps=-all --ambient-caps=-all "$@"';
  return [...unshare, 'sh', '-ec', script, 'sh', groups, ...sshd];
}

function givesTerminalsToTty(): boolean {
  const gid = /^tty:[^:]*:(\d+):/m.exec(readFileSync('/etc/group', 'utf8'))?.[1];
  const mounts = readFileSync('/proc/self/mounts', 'utf8');
  return gid === undefined || new RegExp(` /dev/pts devpts \\S*\\bgid=${gid}\\b`).test(mounts);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listening socket has no port.');
  return address.port;
}

/** Null once the daemon listens; what it said when it ended instead. */
async function listening(daemon: ChildProcess): Promise<string | null> {
  if (!daemon.stderr) throw new Error('sshd has no stderr.');
  const seen: string[] = [];
  for await (const line of createInterface({input: daemon.stderr})) {
    seen.push(line);
    if (!line.startsWith('Server listening')) continue;
    daemon.stderr.resume();
    return null;
  }
  return seen.join('\n');
}
