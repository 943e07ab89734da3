/** One terminal has one size, and of those who look at it each has another. */
import type {SharedSizePolicy} from '../../core/index.ts';
import type {Session} from './session.ts';

export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** A place among those who look on; whoever leaves gives it back. */
export interface Seat extends Disposable {
  readonly size: Size;
  /** Throws `invalid_argument` for what is no size. */
  resize(size: Size): Promise<void>;
  /** Somebody types here. */
  touch(): void;
}

/**
 * Gives a session the size that suits those who look at it, where its size can be set. When the last of them has left, it gets its own
 * back: the one that it had when the first of them came, or that it was given on purpose meanwhile.
 */
export class SharedSize {
  readonly #session: Session;
  readonly #policy: SharedSizePolicy;
  /** Who was active last comes last. */
  readonly #seats: {size: Size}[] = [];
  /** The session's own, while others decide. */
  #own: Size | undefined;
  /** What those who look on have made of it; another size was somebody's purpose. */
  #shared: Size | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(session: Session, policy: SharedSizePolicy) {
    this.#session = session;
    this.#policy = policy;
  }

  /** What it has, or would have, when nobody looks on; of a session that has ended, what it had. */
  get own(): Size {
    return this.#own ?? this.#present;
  }

  /** Resolves when the session has the size that suits all. Throws as {@link Seat.resize}. */
  async take(size: Size): Promise<Seat> {
    const seat = {size};
    const leave = (): void => {
      const at = this.#seats.indexOf(seat);
      if (at >= 0) this.#seats.splice(at, 1);
    };
    const moveUp = (): void => {
      leave();
      this.#seats.push(seat);
    };
    this.#own ??= this.#present;
    moveUp();
    try {
      await this.#apply();
    } catch (error) {
      leave();
      if (this.#seats.length === 0) this.#own = undefined;
      throw error;
    }
    return {
      get size() {
        return seat.size;
      },
      resize: async next => {
        const before = seat.size;
        seat.size = next;
        moveUp();
        await this.#apply().catch(error => {
          seat.size = before;
          throw error;
        });
      },
      touch: () => {
        if (this.#seats.at(-1) === seat || !this.#seats.includes(seat)) return;
        moveUp();
        void this.#apply().catch(() => undefined);
      },
      [Symbol.dispose]: () => {
        leave();
        void this.#apply().catch(() => undefined);
      },
    };
  }

  #apply(): Promise<void> {
    const turn = this.#turn.then(() => this.#resize());
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  get #present(): Size {
    const {cols, rows} = this.#session.tracker;
    return {cols, rows};
  }

  async #resize(): Promise<void> {
    if (this.#shared && !isSame(this.#shared, this.#present)) this.#own = this.#present;
    const shared = choose(
      this.#seats.map(({size}) => size),
      this.#policy,
    );
    await this.#give(shared ?? this.#own);
    this.#shared = shared && this.#present;
    if (this.#seats.length === 0 && !this.#session.isClosed) this.#own = undefined;
  }

  async #give(wanted: Size | undefined): Promise<void> {
    const {link, waiters} = this.#session;
    const isReached = (): true | undefined =>
      !wanted || this.#session.isClosed || isSame(wanted, this.#present) || undefined;
    if (!wanted || !link.capabilities.resize || isReached()) return;
    await link.resize(wanted.cols, wanted.rows);
    // The terminal tells of it in its own time; who looks anew must not see the size of before.
    await waiters.until(isReached, AbortSignal.timeout(TOLD_MS)).catch(() => undefined);
  }
}

const TOLD_MS = 1000;

function isSame(a: Size, b: Size): boolean {
  return a.cols === b.cols && a.rows === b.rows;
}

function choose(sizes: readonly Size[], policy: SharedSizePolicy): Size | undefined {
  const latest = sizes.at(-1);
  if (!latest) return undefined;
  switch (policy) {
    case 'latest':
      return latest;
    case 'smallest':
      return {cols: Math.min(...sizes.map(({cols}) => cols)), rows: Math.min(...sizes.map(({rows}) => rows))};
    case 'largest':
      return {cols: Math.max(...sizes.map(({cols}) => cols)), rows: Math.max(...sizes.map(({rows}) => rows))};
    default:
      return policy satisfies never;
  }
}
