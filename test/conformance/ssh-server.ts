import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

const DAEMON = '/usr/sbin/sshd';

/** Why the remote cases cannot run here; null when they can. */
export const noSshServer: string | null = existsSync(DAEMON) ? null : 'openssh-server is not installed';

/**
 * A real sshd on the loopback with keys of its own. Whoever logs in gets a bash without configuration whose prompt is
 * `remote$ `, in a directory of the case.
 */
export class SshServer implements AsyncDisposable {
  readonly port: number;
  readonly #daemon: ChildProcess;
  readonly #folder: string;

  private constructor(folder: string, port: number, daemon: ChildProcess) {
    this.#folder = folder;
    this.port = port;
    this.#daemon = daemon;
  }

  /** Keeps everything in `folder`: `plain` is a key without passphrase, `locked` one with the passphrase `opensesame`. */
  static async start(folder: string): Promise<SshServer> {
    mkdirSync(folder, {mode: 0o700});
    for (const [name, passphrase] of [
      ['host', ''],
      ['plain', ''],
      ['locked', 'opensesame'],
    ] as const)
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, name)]);
    const keys = ['plain', 'locked'].map(name =>
      execFileSync('cat', [join(folder, `${name}.pub`)], {encoding: 'utf8'}),
    );
    writeFileSync(join(folder, 'authorized'), keys.join(''));
    writeFileSync(join(folder, 'shell'), remoteShell);
    chmodSync(join(folder, 'shell'), 0o755);
    const port = await freePort();
    writeFileSync(join(folder, 'config'), configuration(folder, port));
    // The privilege separation folder is made at boot where the service runs.
    if (userInfo().uid === 0) mkdirSync('/run/sshd', {recursive: true, mode: 0o755});
    const daemon = spawn(DAEMON, ['-D', '-e', '-f', join(folder, 'config')], {stdio: ['ignore', 'ignore', 'pipe']});
    await listening(daemon);
    return new SshServer(folder, port, daemon);
  }

  /** The shell command that logs in with a key; `options` go to `ssh -o`. */
  login(key: 'plain' | 'locked', options: readonly string[]): string {
    const known = `UserKnownHostsFile=${join(this.#folder, 'known')}`;
    // ssh takes the first value of an option.
    const all = [...options, known, 'IdentitiesOnly=yes', 'IdentityAgent=none', 'PreferredAuthentications=publickey'];
    const words = all.map(option => `-o ${option}`).join(' ');
    return `ssh -F none ${words} -i ${join(this.#folder, key)} -p ${this.port} ${userInfo().username}@127.0.0.1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#daemon.exitCode !== null) return;
    this.#daemon.kill('SIGTERM');
    await once(this.#daemon, 'exit');
  }
}

const remoteShell = `#!/bin/sh
exec env -i HOME="$HOME" HISTFILE= PATH="$PATH" TERM="$TERM" SSH_CONNECTION="$SSH_CONNECTION" PS1='remote$ ' bash --norc --noprofile -i
`;

function configuration(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    `PidFile ${join(folder, 'pid')}`,
    `ForceCommand ${join(folder, 'shell')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'PrintMotd no',
    'PrintLastLog no',
    `UsePAM ${userInfo().uid === 0 ? 'yes' : 'no'}`,
    '',
  ].join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The listening socket has no port.');
  return address.port;
}

async function listening(daemon: ChildProcess): Promise<void> {
  if (!daemon.stderr) throw new Error('sshd has no stderr.');
  const seen: string[] = [];
  for await (const line of createInterface({input: daemon.stderr})) {
    seen.push(line);
    if (line.startsWith('Server listening')) {
      daemon.stderr.resume();
      return;
    }
  }
  throw new Error(`sshd ended: ${seen.join('\n')}`);
}
