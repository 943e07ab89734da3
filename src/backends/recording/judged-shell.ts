/** One shell as the judge of its marks knows it: what it runs, and what the system says it has done since. */
import type {MarkHit} from '../../log/index.ts';
import {sleepOf} from '../system/sleep.ts';
import {WrittenBytes} from '../system/written-bytes.ts';

export interface JudgedTerminal {
  /** The process group in the foreground; null when the system does not tell. */
  foreground(): number | null;
  /** Nothing was printed that has not been taken in and understood. */
  isDrained(): boolean;
  /** Takes in everything that was printed until now. */
  drain(): void;
  /**
   * Where output comes by way of another program, so that nobody here knows whether more is on its way: calls `look` when all has been
   * taken in that was printed before this call. While `look` runs, and only then, {@link isDrained} speaks of that moment.
   */
  afterTurn?(look: () => void): void;
}

export interface JudgedProcess {
  readonly pid: number;
  readonly processGroup: number;
  /** It has no mark for the beginning of a command: whatever line it was given may run. */
  readonly graded: boolean;
}

/** A command that takes longer than this is seen running. No verdict depends on it. */
const LOOK_MS = 20;
/** Of a shell that is awake all the time no more is expected. */
const MOST_LOOKS = 10;

export class JudgedShell implements Disposable {
  readonly graded: boolean;
  #running = false;
  /** Of the command that runs, and for a graded shell of its prompt. */
  #cycle = 0;
  /** What the shell had written in all, at a moment at which its command was still running. */
  #writtenBefore: number | undefined;
  /** The sleep in which it was seen at such a moment. */
  #sleep: string | undefined;
  #isCounting = false;
  #looks = 0;
  readonly #process: JudgedProcess;
  readonly #terminal: JudgedTerminal;
  readonly #isUndecided: () => boolean;
  readonly #written: WrittenBytes;
  readonly #look = setTimeout(() => this.#lookAgain(), LOOK_MS).unref();

  /** `isUndecided`: marks were found of which nobody knows yet whether its command is over. */
  constructor(shell: JudgedProcess, terminal: JudgedTerminal, isUndecided: () => boolean) {
    this.graded = shell.graded;
    this.#isUndecided = isUndecided;
    this.#process = shell;
    this.#terminal = terminal;
    this.#written = new WrittenBytes(shell.pid);
  }

  get running(): boolean {
    return this.#running;
  }

  /** What a mark of it says, that is believed. */
  follow({kind, cycle}: MarkHit, isAhead: boolean): void {
    if (kind === 'continuationStart') return;
    if (kind === 'outputStart') this.begin(cycle);
    else this.#running = this.graded && kind === 'inputStart' && isAhead;
    if (this.graded && kind === 'inputStart') this.#cycle = cycle;
  }

  /** It runs something. */
  begin(cycle = this.#cycle): void {
    this.#running = true;
    this.#cycle = cycle;
    this.#writtenBefore = undefined;
    this.#sleep = undefined;
    this.#looks = 0;
    this.countSoon();
    this.#look.refresh();
  }

  /** After all that was printed together: what it has written until now is none of what it will say at the end. */
  countSoon(): void {
    if (!this.#running || this.#isCounting) return;
    this.#isCounting = true;
    const cycle = this.#cycle;
    queueMicrotask(() => {
      this.#isCounting = false;
      if (this.#running && this.#cycle === cycle) this.#count();
    });
  }

  /** The end of what runs. */
  isOwnEnd({kind, exitStatus, cycle}: MarkHit): boolean {
    return kind === 'commandEnd' && exitStatus !== null && cycle === this.#cycle;
  }

  get hasTerminal(): boolean {
    const foreground = this.#terminal.foreground();
    return foreground === null || foreground === this.#process.processGroup;
  }

  /** It has not executed an instruction since its command was seen running. */
  get sleptThrough(): boolean {
    return this.#sleep !== undefined && sleepOf(this.#process.pid) === this.#sleep;
  }

  /** Bytes it has written in all; the newest may not count yet. Undefined when the system does not tell. */
  get written(): number | undefined {
    return this.#writtenBefore === undefined ? undefined : this.#written.total;
  }

  /** False when it cannot have written so many bytes since its command was seen running, having written `total` by now. */
  canHaveWritten(bytes: number, total: number | undefined): boolean {
    return total === undefined || this.#writtenBefore === undefined || total - this.#writtenBefore >= bytes;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#look);
    this.#written[Symbol.dispose]();
  }

  /** What is seen counts only if nothing printed before it says that the command is over: so first this, then all that was printed. */
  #count(): void {
    const total = this.#written.total;
    if (!this.#isUndecided() && this.#terminal.isDrained()) this.#writtenBefore = total;
  }

  #lookAgain(): void {
    if (!this.#running) return;
    const cycle = this.#cycle;
    // In this order: of a process that sleeps all that it has written counts.
    const sleep = sleepOf(this.#process.pid);
    const total = this.#written.total;
    this.#terminal.drain();
    const look = (): void => {
      if (!this.#running || this.#cycle !== cycle) return;
      const isSeenRunning = !this.#isUndecided() && this.#terminal.isDrained();
      if (isSeenRunning) this.#writtenBefore = total;
      if (isSeenRunning && sleep !== undefined && sleepOf(this.#process.pid) === sleep) this.#sleep = sleep;
      else if (++this.#looks < MOST_LOOKS) this.#look.refresh();
    };
    if (this.#terminal.afterTurn) this.#terminal.afterTurn(look);
    else look();
  }
}
