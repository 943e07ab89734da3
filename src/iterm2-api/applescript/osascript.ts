import {execFile} from 'node:child_process';
import {accessSync, constants, statSync} from 'node:fs';
import {delimiter, isAbsolute, join} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {ABSENT, IS_RUNNING} from './scripts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** macOS asks the person the first time, and takes its question back when nobody waits for the answer. */
const FIRST_ANSWER_MS = 180_000;
const ANSWER_MS = 15_000;
/** All of a long scrollback is a few megabytes. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

/** The program that runs AppleScript: that of the system on a Mac, elsewhere what is called so on `PATH`; null where there is none. */
export function findOsascript(env: Environment, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'darwin') return '/usr/bin/osascript';
  const places = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return places.map(folder => join(folder, 'osascript')).find(isExecutable) ?? null;
}

/** Runs scripts about one iTerm2. A script comes by standard input and its values as arguments: nothing of them is ever read as AppleScript. */
export class Osascript {
  readonly #path: string;
  readonly #env: Environment;
  readonly #app: string;
  #hasAsked = false;

  /** `env`: `IT2_APP_PATH` names another iTerm2 than the usual one. */
  constructor(path: string, env: Environment) {
    this.#path = path;
    this.#env = env;
    this.#app = env['IT2_APP_PATH'] || 'iTerm2';
  }

  /** iTerm2 is not started by being asked. Where AppleScript itself does not work it does not run either. */
  async isRunning(): Promise<boolean> {
    return (await this.#run(IS_RUNNING, []).catch(() => '')) === 'true';
  }

  /**
   * Runs a script with the application and these values; resolves to what it returns. Errors: `denied` where macOS does not allow it,
   * `server_unavailable` where iTerm2 is gone, `not_supported` for what iTerm2 or `argv` does not take.
   */
  async run(script: string, values: readonly string[] = []): Promise<string> {
    if (values.some(value => value.includes('\0')))
      throw new CottyError('not_supported', 'AppleScript takes no NUL.', 'Switch on the API of iTerm2 for it.');
    const first = !this.#hasAsked;
    const answer = await this.#run(script, values, first ? FIRST_ANSWER_MS : ANSWER_MS);
    this.#hasAsked = true;
    if (answer === ABSENT) throw gone();
    return answer;
  }

  #run(script: string, values: readonly string[], timeout = ANSWER_MS): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = {timeout, maxBuffer: MOST_ANSWER_BYTES, env: this.#env, encoding: 'utf8'} as const;
      const child = execFile(this.#path, ['-', this.#app, ...values], options, (error, stdout, stderr) => {
        // It ends what it prints by a line feed of its own.
        if (error === null) resolve(stdout.replace(/\n$/, ''));
        else reject(refused(stderr, error));
      });
      // One that ends before it has read is told by its exit.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(script);
    });
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** By the number of the error, which osascript prints last. */
function refused(said: string, cause: unknown): CottyError {
  const [, number] = /\((-\d+)\)\s*$/.exec(said) ?? [];
  switch (number) {
    case '-1743':
      return new CottyError(
        'denied',
        'macOS does not let this program speak to iTerm2.',
        'Allow it in System Settings > Privacy & Security > Automation, for the program that has started cotty.',
        {cause},
      );
    case '-600':
    case '-609':
    case '-1712':
      return gone(cause);
    default:
      return new CottyError(
        'not_supported',
        `iTerm2 does not do that by AppleScript: ${said.trim().slice(0, 300) || 'it does not say why'}`,
        'Switch on Settings > General > Magic > Enable Python API.',
        {cause},
      );
  }
}

function gone(cause?: unknown): CottyError {
  return new CottyError('server_unavailable', 'iTerm2 does not answer AppleScript.', 'Look at iTerm2 itself.', {cause});
}
