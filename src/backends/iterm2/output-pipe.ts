import {execFile} from 'node:child_process';
import {closeSync, constants, openSync, rmSync} from 'node:fs';
import {Socket} from 'node:net';
import {promisify} from 'node:util';
import {CottyError} from '../../core/index.ts';

/**
 * Where iTerm2 copies what a session prints. Its API tells screens, and no bytes; but it feeds a coprocess with all that the session's
 * program prints, before anything is made of it. Ours is `cat`, whose output is a named pipe that is read here.
 */
export class OutputPipe implements Disposable {
  /** What iTerm2 is to run for it, by `/bin/sh -c`. A signal does not end it before all is copied. */
  readonly commandLine: string;
  readonly #path: string;
  readonly #reader: Socket;
  /** Holds the pipe open while nobody writes into it yet. */
  #keeper: number | null;
  readonly #begun = Promise.withResolvers<void>();
  #hasBegun = false;
  #newestMs = performance.now();

  private constructor(path: string, listener: OutputListener) {
    const {O_RDONLY, O_WRONLY, O_NONBLOCK, O_NOFOLLOW} = constants;
    this.#path = path;
    this.commandLine = commandLineOf(path);
    const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    this.#keeper = openSync(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
    this.#reader = new Socket({fd: descriptor, readable: true, writable: false});
    this.#begun.promise.catch(() => undefined);
    this.#reader.on('data', (bytes: Buffer) => {
      this.#newestMs = performance.now();
      // The line feed that says that it is there is nobody's output.
      const output = this.#hasBegun ? bytes : bytes.subarray(1);
      if (!this.#hasBegun) this.#begin();
      if (output.length > 0) listener.onOutput(output);
    });
    this.#reader.on('error', () => this.#reader.destroy());
    this.#reader.on('close', () => {
      this.#begun.reject(new CottyError('server_unavailable', 'iTerm2 copies no output.', 'Open a new session.'));
      listener.onEnd();
    });
  }

  /** Makes the pipe; the end is told once, when iTerm2 copies nothing any more. Errors: `home_unwritable`, and as `safePath`. */
  static async make(path: string, listener: OutputListener): Promise<OutputPipe> {
    requireSafe(path);
    rmSync(path, {force: true});
    await makePipe(path);
    return new OutputPipe(path, listener);
  }

  /** Resolves when iTerm2 copies what is printed. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** When something came last, in milliseconds of `performance.now`. */
  get newestMs(): number {
    return this.#newestMs;
  }

  [Symbol.dispose](): void {
    this.#reader.removeAllListeners('close').destroy();
    this.#letGo();
    rmSync(this.#path, {force: true});
  }

  #begin(): void {
    this.#hasBegun = true;
    // From now on the pipe ends when its writer does.
    this.#letGo();
    this.#begun.resolve();
  }

  #letGo(): void {
    if (this.#keeper !== null) closeSync(this.#keeper);
    this.#keeper = null;
  }
}

export interface OutputListener {
  /** `bytes` is valid during the call only. */
  onOutput(bytes: Uint8Array): void;
  onEnd(): void;
}

/** A path that needs no quotes, nor anything else, in iTerm2's words and in the shell's. Error: `not_supported`. */
export function requireSafe(path: string): void {
  if (/^[\w/.:@+,=-]+$/.test(path)) return;
  throw new CottyError(
    'not_supported',
    `iTerm2 cannot be told the path ${JSON.stringify(path)}.`,
    'Set COTTY_HOME to a folder whose path has letters, digits and / . : @ + , = _ - alone.',
  );
}

/** Errors: `home_unwritable`. */
export async function makePipe(path: string): Promise<void> {
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
  } catch (cause) {
    throw new CottyError('home_unwritable', `No named pipe can be made at ${path}.`, 'Look at the folder.', {cause});
  }
}

function commandLineOf(path: string): string {
  return `trap '' HUP INT TERM; exec > '${path}'; echo; exec cat`;
}
