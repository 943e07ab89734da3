import {closeSync, constants, openSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {makeFifo} from '../system/libc.ts';

/**
 * Hands a nonce to the shell that is about to start, through a named pipe: whoever reads it first has it, and it is on no disk.
 * Only where the file system has no pipes it is a file, which the shell removes as it removes the pipe.
 */
export class NonceOffer implements Disposable {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(path: string, nonce: string) {
    this.#path = path;
    if (!makeFifo(path)) {
      writeFileSync(path, `${nonce}\n`, {mode: 0o600});
      return;
    }
    // For reading too: so it opens at once, and the shell finds a writer.
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    writeSync(this.#descriptor, `${nonce}\n`);
  }

  /** The shell has it, or is gone. Idempotent. */
  [Symbol.dispose](): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#path, {force: true});
  }
}
