import type {Beat, FeedPlace} from './beat.ts';

/**
 * Divides one screen's work on its thread into steps: each is a beat for whoever watches, and between two of them the
 * thread serves other screens.
 */
export class Steps {
  readonly #beat: Beat;
  readonly #screen: number;
  #turnBeganMs = 0;

  constructor(beat: Beat, screen: number) {
    this.#beat = beat;
    this.#screen = screen;
  }

  /** Work begins after the screen has waited for it. */
  beginTurn(): void {
    this.#turnBeganMs = performance.now();
  }

  /** Does something that cannot be interrupted. */
  do<T>(work: () => T, place?: FeedPlace): T {
    this.#beat.begin(this.#screen, place);
    try {
      return work();
    } finally {
      this.#beat.end();
    }
  }

  get isRestDue(): boolean {
    return performance.now() - this.#turnBeganMs > TURN_MS;
  }

  /** Resolves when the other screens of the thread have had their turn. */
  async rest(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve));
    this.beginTurn();
  }
}

const TURN_MS = 10;
