import {closeSync, constants, fstatSync, openSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {countUnread, makeFifo} from '../system/libc.ts';

/** A pipe that is empty, and still in its place, has been read by somebody else than the shell. */
const OFFER_AGAIN_MS = 1000;
const MOST_OFFERS = 10;

/**
 * Hands a nonce to the shell that is about to start, through a named pipe: it is on no disk. The shell removes the pipe when it has read it. Seen
 * three times in some 25,000 starts, on a machine at its limits, was a pipe that had been written and was empty before the shell read; who reads it then is
 * not known. Without its nonce the shell would wait for ever: it is offered again. Whoever has read it can forge no mark with it alone (hard case E14).
 * Only where the file system has no pipes it is a file, which the shell removes as it removes the pipe.
 */
export class NonceOffer implements Disposable {
  readonly #path: string;
  readonly #line: string;
  #descriptor: number | undefined;
  #again: NodeJS.Timeout | undefined;
  #offers = 0;

  constructor(path: string, nonce: string) {
    this.#path = path;
    this.#line = `${nonce}\n`;
    if (!makeFifo(path)) {
      writeFileSync(path, this.#line, {mode: 0o600});
      return;
    }
    // For reading too: so it opens at once, and the shell finds a writer.
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    this.#offer(this.#descriptor);
    this.#again = setInterval(() => this.#offerAgain(), OFFER_AGAIN_MS).unref();
  }

  /** The shell has it, or is gone. Idempotent. */
  [Symbol.dispose](): void {
    clearInterval(this.#again);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#path, {force: true});
  }

  #offer(descriptor: number): void {
    this.#offers++;
    writeSync(descriptor, this.#line);
  }

  #offerAgain(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined || this.#offers === MOST_OFFERS || fstatSync(descriptor).nlink === 0)
      clearInterval(this.#again);
    else if (countUnread(descriptor) === 0) this.#offer(descriptor);
  }
}
