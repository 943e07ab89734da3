import type {Beat} from './beat.ts';

/**
 * Notices that a thread does not get on: one step has lasted too long, and the thread has worked all the while. One that
 * the machine starves, or that slept with it, has used no processor and is let be.
 */
export class Watchdog implements Disposable {
  readonly #beat: Beat;
  readonly #limitMs: number;
  readonly #isAwaited: () => boolean;
  readonly #onStuck: () => void;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #looks = 0;
  #sinceMs = 0;
  #cpuBefore = 0;

  constructor(beat: Beat, on: {limitMs: number; isAwaited: () => boolean; onStuck: () => void}) {
    this.#beat = beat;
    this.#limitMs = on.limitMs;
    this.#isAwaited = on.isAwaited;
    this.#onStuck = on.onStuck;
  }

  /** Looks from now on, until the thread rests and nobody waits for it. Never keeps the process alive. */
  watch(): void {
    if (this.#timer) return;
    this.#note();
    this.#timer = setInterval(() => this.#look(), this.#limitMs / LOOKS).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const isResting = this.#beat.activity === undefined;
    if (isResting && !this.#isAwaited()) {
      this[Symbol.dispose]();
    } else if (isResting || this.#beat.count !== this.#count) {
      this.#note();
    } else if (this.#isStuck()) {
      this[Symbol.dispose]();
      this.#onStuck();
    }
  }

  #isStuck(): boolean {
    this.#looks++;
    // Output is drawn in small pieces; looking at the largest of screens takes its time.
    const limitMs = this.#beat.activity?.place ? this.#limitMs : this.#limitMs * LOOKING;
    const wallMs = performance.now() - this.#sinceMs;
    const cpuMs = processorMs() - this.#cpuBefore;
    const hasWorked = cpuMs >= limitMs * LEAST_SHARE;
    // Time that this thread has lost itself is no evidence.
    return this.#looks >= LOOKS && wallMs >= limitMs && (hasWorked || wallMs >= limitMs * MOST_PATIENCE);
  }

  #note(): void {
    this.#looks = 0;
    this.#count = this.#beat.count;
    this.#sinceMs = performance.now();
    this.#cpuBefore = processorMs();
  }
}

const LOOKS = 8;
const LOOKING = 8;
/** A step that spins uses about all of a processor; half of one may be lost to others on a busy machine. */
const LEAST_SHARE = 0.5;
/** A step that stands still without working is given up too, in the end. */
const MOST_PATIENCE = 15;

/** Of all threads of this process: Node.js tells it of others only together. */
function processorMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}
