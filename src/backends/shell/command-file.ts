import {closeSync, constants, fstatSync, ftruncateSync, writeSync} from 'node:fs';
import {CottyError, isCottyError} from '../../core/index.ts';
import {openPrivateFile} from '../../private/index.ts';

/**
 * The file through which command lines reach the session's own shell, 0600 in the session's directory. It stays open: a file
 * that is cut short, written and closed each time makes ext4 write it to the disk at once (`auto_da_alloc`), which takes longer than
 * the command. A shell that does not empty it once it has read it takes each line once.
 */
export class CommandFile implements Disposable {
  readonly path: string;
  #descriptor: number | undefined;
  readonly #beside = new Map<string, CommandFile>();

  constructor(path: string) {
    this.path = path;
  }

  /** Read right before it by a POSIX shell: where that one can be read, this one can. */
  get before(): Pick<CommandFile, 'path' | 'write'> {
    return this.#at('read');
  }

  /** Holds the same line as one to be evaluated: what is wrong with it a shell tells without the name of a file. */
  get evaluated(): Pick<CommandFile, 'path' | 'write'> {
    return this.#at('eval');
  }

  /** In place of what it held. Errors: `disk_full`, `home_unwritable`. */
  write(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    try {
      const {descriptor, sizeBytes} = this.#open();
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, done);
      if (sizeBytes > bytes.length) ftruncateSync(descriptor, bytes.length);
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    for (const file of this.#beside.values()) file[Symbol.dispose]();
  }

  #at(suffix: string): CommandFile {
    const file = this.#beside.get(suffix) ?? new CommandFile(`${this.path}-${suffix}`);
    this.#beside.set(suffix, file);
    return file;
  }

  /** Opens it again when somebody has removed it. */
  #open(): {descriptor: number; sizeBytes: number} {
    if (this.#descriptor !== undefined) {
      const {nlink, size} = fstatSync(this.#descriptor);
      if (nlink > 0) return {descriptor: this.#descriptor, sizeBytes: size};
      this[Symbol.dispose]();
    }
    this.#descriptor = openPrivateFile(this.path, constants.O_WRONLY | constants.O_CREAT);
    return {descriptor: this.#descriptor, sizeBytes: fstatSync(this.#descriptor).size};
  }
}

function unwritable(path: string, cause: unknown): CottyError {
  if (isCottyError(cause)) return cause;
  const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
  return isFull
    ? new CottyError('disk_full', `No space left for ${path}.`, 'Free some space, then run it again.', {cause})
    : new CottyError('home_unwritable', `Cannot write ${path}.`, 'Check COTTY_HOME and its permissions.', {cause});
}
