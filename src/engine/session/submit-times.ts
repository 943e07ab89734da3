import type {Clock, CommandId} from '../../core/index.ts';

/** When commands were handed over, by the local clock: the log's times cannot be compared with it. */
export class SubmitTimes {
  readonly #clock: Clock;
  readonly #times = new Map<CommandId, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(id: CommandId): void {
    this.#times.set(id, this.#clock.monotonicMs());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MOST_KEPT && oldest) this.#times.delete(oldest);
  }

  /** Local monotonic milliseconds; undefined when the command was submitted in another life of the server. */
  get(id: CommandId): number | undefined {
    return this.#times.get(id);
  }

  /** Milliseconds since then; undefined as for `get`. */
  elapsedMs(id: CommandId): number | undefined {
    const since = this.#times.get(id);
    return since === undefined ? undefined : this.#clock.monotonicMs() - since;
  }
}

const MOST_KEPT = 200;
