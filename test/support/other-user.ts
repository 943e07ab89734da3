/** Another user of the machine: what they put somewhere, and what they run. Only root can be two users. */
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, lchownSync, mkdirSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {skipUnless} from './needs.ts';

/** `nobody` on every Linux. */
export const OTHER_UID = 65_534;

/** What to write before a command, so that they run it. */
export const asOther = ['setpriv', `--reuid=${OTHER_UID}`, `--regid=${OTHER_UID}`, '--clear-groups'] as const;

/** Skips the running test where this process cannot become that user. */
export function needsOtherUser(): void {
  skipUnless(canBeOther(), 'only root can be another user too, and only with setpriv');
}

function canBeOther(): boolean {
  return process.getuid?.() === 0 && spawnSync(asOther[0], [...asOther.slice(1), 'true']).status === 0;
}

/** Gives the file, folder or link away. */
export function giveAway(path: string): void {
  lchownSync(path, OTHER_UID, OTHER_UID);
}

/** Runs the program as them until the test ends it; resolves with what it says first. */
export async function startAsOther(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{readonly firstWords: string} & AsyncDisposable> {
  const child = spawn(asOther[0], [...asOther.slice(1), program, ...args], {env, stdio: ['ignore', 'pipe', 'inherit']});
  const [bytes] = await once(child.stdout, 'data');
  return {
    firstWords: String(bytes),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Runs it as them to its end. */
export function runAsOther(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const {stdout, stderr} = spawnSync(asOther[0], [...asOther.slice(1), program, ...args], {
    env,
    encoding: 'utf8',
    cwd: '/',
  });
  return stdout + stderr;
}

/** A folder that everybody can reach, as below /tmp; unlike the tests' own, which nobody else can enter. */
export function publicPlace(mode = 0o755): {readonly path: string} & Disposable {
  const path = mkdtempSync(join(realpathSync('/tmp'), 'cotty-public-'));
  chmodSync(path, mode);
  return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true, maxRetries: 5})};
}

/** As `mkdir` and `chmod`, whatever the umask. */
export function makeFolder(path: string, mode: number): string {
  mkdirSync(path, {recursive: true});
  chmodSync(path, mode);
  return path;
}
