import {Emulator, type EmulatorState, parseState} from './emulator.ts';
import type {LiveSet} from './live-set.ts';
import type {ScreenOptions} from './worker-protocol.ts';
import type {Xterm} from './xterm.ts';

/** Bytes handed to xterm.js before waiting for it; it throws when more than 50 MB wait. */
const WRITE_WINDOW = 4 * 1024 * 1024;

type Step =
  | {readonly type: 'feed'; readonly bytes: Uint8Array}
  | {readonly type: 'act'; readonly act: () => Promise<void>}
  | {readonly type: 'read'; readonly read: () => Promise<void>};

/**
 * One screen inside the worker: steps are done strictly in order; the emulator exists only while the screen is used and
 * is otherwise frozen to text.
 */
export class EmulatedScreen {
  readonly #xterm: Promise<Xterm>;
  readonly #live: LiveSet;
  readonly #options: ScreenOptions;
  readonly #freezeAfterMs: number;
  readonly #steps: Step[] = [];
  #working = false;
  /** Bytes written to the emulator since it was known to have parsed everything. */
  #unparsed = 0;
  /** Counts what was asked of the screen, to notice use during a freeze. */
  #uses = 0;
  /** Freezing failed since the last use; trying again would fail again. */
  #stuck = false;
  #emulator: Emulator | undefined;
  #frozen: EmulatorState | undefined;
  #failure: unknown;
  #disposed = false;
  #usedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(xterm: Promise<Xterm>, live: LiveSet, options: ScreenOptions, freezeAfterMs: number) {
    this.#xterm = xterm;
    this.#live = live;
    this.#options = options;
    this.#freezeAfterMs = freezeAfterMs;
  }

  feed(bytes: Uint8Array): void {
    this.#push({type: 'feed', bytes});
  }

  resize(cols: number, rows: number): void {
    this.#push({
      type: 'act',
      act: async () => {
        const emulator = await this.#thaw();
        await this.#drained();
        emulator.resize(cols, rows);
      },
    });
  }

  restore(state: string): void {
    this.#push({
      type: 'act',
      act: async () => {
        const next = await Emulator.restore(await this.#xterm, parseState(state));
        this.#emulator?.dispose();
        this.#emulator = next;
        this.#frozen = undefined;
        this.#failure = undefined;
        this.#live.use(this);
      },
    });
  }

  /** Runs `look` on the emulator once everything before has been parsed. */
  read<T>(look: (emulator: Emulator) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const read = async (): Promise<void> => {
        try {
          if (this.#failure) throw this.#failure;
          const emulator = await this.#thaw();
          await this.#drained();
          resolve(look(emulator));
        } catch (error) {
          reject(error);
        }
      };
      this.#push({type: 'read', read});
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
    const state = emulator.state();
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

  #push(step: Step): void {
    if (this.#disposed) return;
    this.#uses++;
    this.#stuck = false;
    this.#steps.push(step);
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let step = this.#steps.shift(); step && !this.#disposed; step = this.#steps.shift()) {
      try {
        if (step.type === 'feed') {
          const emulator = await this.#thaw();
          emulator.write(step.bytes);
          this.#unparsed += step.bytes.length;
          if (this.#unparsed > WRITE_WINDOW) await this.#drained();
        } else if (step.type === 'act') await step.act();
        else await step.read();
      } catch (error) {
        // Kept for the next read, which has somebody to tell.
        this.#failure = error;
      }
    }
    await this.#drained();
    this.#working = false;
    if (this.#disposed) return this.#drop();
    if (this.#steps.length > 0) return this.#work();
    this.#usedAt = performance.now();
    void this.#live.trim();
    this.#timer ??= this.#freezeLater(this.#freezeAfterMs);
  }

  async #drained(): Promise<void> {
    if (this.#unparsed > 0) await this.#emulator?.drained();
    this.#unparsed = 0;
  }

  async #restoresTo(emulator: Emulator, state: EmulatorState): Promise<boolean> {
    const copy = await Emulator.restore(await this.#xterm, state);
    const equal = copy.equals(emulator);
    copy.dispose();
    return equal;
  }

  async #thaw(): Promise<Emulator> {
    if (!this.#emulator) {
      const xterm = await this.#xterm;
      this.#emulator =
        this.#frozen === undefined ? new Emulator(xterm, this.#options) : await Emulator.restore(xterm, this.#frozen);
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
