/**
 * Aborted by itself, and as soon as one of its sources is; it follows them until it is disposed of. `AbortSignal.any` does the same where the
 * garbage collector does not come in between: then some versions of Node.js never tell that a timeout or another source has aborted
 * (https://github.com/nodejs/node/issues/57736, 65995).
 */
export class LinkedAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];
  readonly #onAbort = ({target}: Event): void => this.abort((target as AbortSignal).reason);

  constructor(...sources: readonly (AbortSignal | undefined)[]) {
    this.#sources = sources.filter(source => source !== undefined);
    const aborted = this.#sources.find(source => source.aborted);
    if (aborted) this.abort(aborted.reason);
    else for (const source of this.#sources) source.addEventListener('abort', this.#onAbort, {once: true});
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
  }
}
