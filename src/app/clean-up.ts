/** What must be given back, last taken first. As `AsyncDisposableStack`, which Node.js has only since 24. Idempotent. */
export class CleanUp implements AsyncDisposable {
  #tasks: (() => unknown)[] = [];

  /** Takes the resource over and returns it. */
  use<T extends Disposable | AsyncDisposable>(resource: T): T {
    this.defer(() => (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]()));
    return resource;
  }

  /** The task may be asynchronous; the next one waits for it. */
  defer(task: () => unknown): void {
    this.#tasks.push(task);
  }

  /** Everything so far becomes the duty of the returned one. */
  move(): CleanUp {
    const owner = new CleanUp();
    owner.#tasks = this.#tasks;
    this.#tasks = [];
    return owner;
  }

  /** Every task runs, whatever the others do; then a failure is thrown, several as an `AggregateError`. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} resources could not be given back`);
    if (failures.length === 1) throw failures[0];
  }
}
