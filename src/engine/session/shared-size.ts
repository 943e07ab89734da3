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
 * Gives a session the size that suits those who look at it, where its size can be set. When the last of them has left, it keeps what it
 * has.
 */
export class SharedSize {
  readonly #session: Session;
  readonly #policy: SharedSizePolicy;
  /** Who was active last comes last. */
  readonly #seats: {size: Size}[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(session: Session, policy: SharedSizePolicy) {
    this.#session = session;
    this.#policy = policy;
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
    moveUp();
    try {
      await this.#apply();
    } catch (error) {
      leave();
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

  async #resize(): Promise<void> {
    const {tracker, link, waiters} = this.#session;
    const wanted = choose(
      this.#seats.map(({size}) => size),
      this.#policy,
    );
    const isReached = (): true | undefined =>
      !wanted || this.#session.isClosed || (tracker.cols === wanted.cols && tracker.rows === wanted.rows) || undefined;
    if (!wanted || !link.capabilities.resize || isReached()) return;
    await link.resize(wanted.cols, wanted.rows);
    // The terminal tells of it in its own time; who looks anew must not see the size of before.
    await waiters.until(isReached, AbortSignal.timeout(TOLD_MS)).catch(() => undefined);
  }
}

const TOLD_MS = 1000;

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
