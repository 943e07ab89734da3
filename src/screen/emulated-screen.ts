import {LEAST_BYTES, pieceEnd, resumeAt, tailStart} from './bounds/pieces.ts';
import {Emulator, type EmulatorState, parseState} from './emulator.ts';
import type {LiveSet} from './live-set.ts';
import type {FeedPlace} from './watch/beat.ts';
import type {Steps} from './watch/steps.ts';
import type {ScreenOptions} from './worker-protocol.ts';
import type {Xterm} from './xterm.ts';

/** Output as it was fed. */
export interface Feed {
  readonly feed: number;
  readonly bytes: Uint8Array;
  readonly hasMore: boolean;
}

/** The emulator cannot go on after this output, by a fault of its own. */
export class FailedAt extends Error {
  readonly place: FeedPlace;

  constructor(place: FeedPlace, cause: unknown) {
    super('The emulator failed on this output.', {cause});
    this.place = place;
  }
}

/** What a screen needs of the thread it lives on. */
export interface ScreenThread {
  readonly xterm: Promise<Xterm>;
  readonly live: LiveSet;
  readonly freezeAfterMs: number;
}

/**
 * One screen inside the worker: steps are done strictly in order; the emulator exists only while the screen is used and
 * is otherwise frozen to text.
 */
export class EmulatedScreen {
  readonly #xterm: Promise<Xterm>;
  readonly #live: LiveSet;
  readonly #options: ScreenOptions;
  readonly #freezeAfterMs: number;
  readonly #work: Steps;
  readonly #steps: (() => Promise<void>)[] = [];
  #working = false;
  /** Counts what was asked of the screen, to notice use during a freeze. */
  #uses = 0;
  /** Freezing failed since the last use; trying again would fail again. */
  #stuck = false;
  #emulator: Emulator | undefined;
  #frozen: EmulatorState | undefined;
  #failure: unknown;
  /** What was fed last was not drawn to its end. */
  #isCut = false;
  #disposed = false;
  #usedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({xterm, live, freezeAfterMs}: ScreenThread, work: Steps, options: ScreenOptions) {
    this.#xterm = xterm;
    this.#live = live;
    this.#freezeAfterMs = freezeAfterMs;
    this.#work = work;
    this.#options = options;
  }

  feed(feed: Feed): void {
    this.#act(() => this.#draw(feed));
  }

  /** So many bytes of output are not fed, as the emulator does not get over them. */
  skip(bytes: number): void {
    this.#act(async () => (await this.#thaw()).noteSkipped(bytes));
  }

  resize(cols: number, rows: number): void {
    this.#act(async () => {
      const emulator = await this.#thaw();
      this.#work.do(() => emulator.resize(cols, rows));
    });
  }

  restore(state: string): void {
    this.#push(async () => {
      this.#failure = undefined;
      const next = await Emulator.restore(await this.#xterm, parseState(state), this.#work);
      this.#emulator?.dispose();
      this.#emulator = next;
      this.#frozen = undefined;
      this.#live.use(this);
    });
  }

  /** Runs `look` on the emulator once everything before has been parsed. */
  read<T>(look: (emulator: Emulator) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#push(async () => {
        try {
          if (this.#failure) throw this.#failure;
          const emulator = await this.#thaw();
          resolve(this.#work.do(() => look(emulator)));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /**
   * Turns the emulator into text when nothing is going on and nothing would be lost: the text is tried out first. False
   * when the emulator stays.
   */
  async freeze(): Promise<boolean> {
    const emulator = this.#emulator;
    if (!emulator || this.#working || this.#stuck || !emulator.restorable) return false;
    const uses = this.#uses;
    const state = this.#work.do(() => emulator.state());
    const equal = await this.#restoresTo(emulator, state).catch(() => false);
    if (uses !== this.#uses || this.#disposed) return false;
    this.#stuck = !equal;
    if (!equal) return false;
    this.#frozen = state;
    this.#drop();
    return true;
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#frozen = undefined;
    if (!this.#working) this.#drop();
  }

  #push(step: () => Promise<void>): void {
    if (this.#disposed) return;
    this.#uses++;
    this.#stuck = false;
    this.#steps.push(step);
    if (!this.#working) void this.#doSteps();
  }

  /** What is asked of an emulator that has failed is left undone. */
  #act(act: () => Promise<void>): void {
    this.#push(async () => {
      if (!this.#failure) await act();
    });
  }

  async #doSteps(): Promise<void> {
    this.#working = true;
    this.#work.beginTurn();
    for (let step = this.#steps.shift(); step && !this.#disposed; step = this.#steps.shift()) {
      try {
        await step();
      } catch (error) {
        // Kept for the next read, which has somebody to tell.
        this.#failure = error;
      }
    }
    this.#working = false;
    if (this.#disposed) return this.#drop();
    this.#usedAt = performance.now();
    void this.#live.trim();
    this.#timer ??= this.#freezeLater(this.#freezeAfterMs);
  }

  /** Draws piece by piece. What is too much work is passed over, but never the end: it is what the screen shows. */
  async #draw({feed, bytes, hasMore}: Feed): Promise<void> {
    const emulator = await this.#thaw();
    let tail = hasMore ? bytes.length : tailStart(bytes, emulator.cells);
    let at = 0;
    const passOver = async (to: number): Promise<void> => {
      const next = resumeAt(bytes, to);
      await emulator.passOver(bytes.subarray(at, next), this.#work);
      at = next;
    };
    if (this.#isCut) await passOver(0);
    this.#isCut = false;
    while (at < bytes.length && !this.#disposed) {
      if (at >= tail) emulator.forgive();
      const end = pieceEnd(at < tail ? bytes.subarray(0, tail) : bytes, at, this.#options.isSuspect);
      const place = {feed, offset: at, length: end - at};
      const isLimited = hasMore || bytes.length - at > LEAST_BYTES;
      if (await this.#write(emulator, bytes.subarray(at, end), {place, isLimited})) at = end;
      else {
        // A tail that is too much work itself has a shorter one.
        if (at >= tail) tail = at + Math.ceil((bytes.length - at) / 2);
        await passOver(tail);
        this.#isCut = hasMore;
      }
    }
  }

  async #write(emulator: Emulator, bytes: Uint8Array, how: {place: FeedPlace; isLimited: boolean}): Promise<boolean> {
    try {
      return await emulator.write(bytes, this.#work, how);
    } catch (error) {
      throw new FailedAt(how.place, error);
    }
  }

  async #restoresTo(emulator: Emulator, state: EmulatorState): Promise<boolean> {
    const copy = await Emulator.restore(await this.#xterm, state, this.#work);
    const equal = this.#work.do(() => copy.equals(emulator));
    copy.dispose();
    return equal;
  }

  async #thaw(): Promise<Emulator> {
    if (!this.#emulator) {
      const xterm = await this.#xterm;
      this.#emulator =
        this.#frozen === undefined
          ? new Emulator(xterm, this.#options)
          : await Emulator.restore(xterm, this.#frozen, this.#work);
      this.#frozen = undefined;
    }
    this.#live.use(this);
    return this.#emulator;
  }

  #freezeLater(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#working || !this.#emulator) return;
      const leftMs = this.#usedAt + this.#freezeAfterMs - performance.now();
      if (leftMs > 0) this.#timer = this.#freezeLater(leftMs);
      else void this.freeze();
    }, delayMs);
  }

  #drop(): void {
    this.#emulator?.dispose();
    this.#emulator = undefined;
    this.#live.forget(this);
  }
}
