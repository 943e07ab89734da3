import type {InputQueue} from '../system/input-queue.ts';

/**
 * Pieces of what is typed, of which an application is given one after the other. One that it has not taken, or of which nobody knows, takes
 * along all that was to come behind it: the rest of a line whose beginning is missing would be another line.
 */
export class InputPieces {
  readonly #queue: InputQueue;
  #underWayBytes = 0;
  #newest: Promise<void> = Promise.resolve();
  /** Of pieces that stand or fall together. */
  #row: object = {};

  constructor(queue: InputQueue) {
    this.#queue = queue;
  }

  /** Of pieces that nobody has answered for yet. */
  get underWayBytes(): number {
    return this.#underWayBytes;
  }

  /** Resolves when the newest piece was taken. Errors: that of the first one before it, or itself, that was not. */
  get newest(): Promise<void> {
    return this.#newest;
  }

  /** Resolves when all of `bytes` was taken. Errors: as `newest`, and those of the queue. */
  async write(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    let last = this.#newest;
    await this.#queue.write(bytes, signal, () => {
      last = this.#newest;
    });
    await last;
  }

  /** The next piece, which `give` hands over once those before it were taken. */
  add(bytes: number, give: () => Promise<void>): void {
    this.#underWayBytes += bytes;
    const row = this.#row;
    const given = this.#newest.then(give).finally(() => {
      this.#underWayBytes -= bytes;
    });
    this.#newest = given;
    given.then(
      () => this.#queue.again(),
      error => this.#refused(row, error),
    );
  }

  #refused(row: object, error: unknown): void {
    // Those behind it in the same row have failed with it.
    if (this.#row !== row) return;
    this.#row = {};
    this.#newest = Promise.resolve();
    this.#queue.refuse(error);
  }
}
