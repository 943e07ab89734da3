/**
 * The second proof of a mark. Its nonce says that it is a shell's; whoever has stolen the nonce can say the same. But while a
 * shell runs a command it waits, and what is printed is not its own. So a mark that comes then is believed at once only if the
 * shell itself has the terminal by now, can have written the mark by the system's account, and has not said the same once more.
 * Else it is held, and what the shell says next decides about it:
 *
 * - the end of that same command: a shell says that once, so the held marks are forged;
 * - anything else: the shell is further, so they were its own. A hook had the terminal when they were read, or the next command.
 *
 * A mark that came while the shell slept through, from a moment at which its command was still running, is forged for certain.
 * No clock takes part. docs/guide/security.md says what this cannot prove.
 */
import {mayTakeLine} from '../../core/index.ts';
import type {MarkHit} from '../../log/index.ts';
import {type JudgedProcess, JudgedShell, type JudgedTerminal} from './judged-shell.ts';

export interface JudgedMark {
  readonly hit: MarkHit;
  fate: 'held' | 'believed' | 'forged';
}

interface Docket<Mark> {
  readonly shell: JudgedShell;
  /** Undecided, in stream order. */
  readonly held: Mark[];
  /** Counts the looks at what is held. */
  looks: number;
  timer: NodeJS.Timeout | undefined;
  /** So many of what is held were there while another program had the terminal: only the next mark decides about them. */
  heldElsewhere: number;
}

/** More than one reading of a tty can hold: each line of a block says its beginning and its end. */
const MOST_HELD = 4096;
/** A write counts a moment after its bytes were read: so often is looked again, after 1, 2, 4 ... ms. Then the next mark decides. */
const MOST_LOOKS = 8;

export class MarkJudge<Mark extends JudgedMark> implements Disposable {
  readonly #terminal: JudgedTerminal;
  readonly #onDecided: (mark: Mark) => void;
  readonly #dockets = new Map<number, Docket<Mark>>();
  /** A whole line was given to the shell that has not said yet that it runs. */
  #lineGiven = false;
  /** More was given than the line that runs: the shell may go on by itself. */
  #isAhead = false;
  #isSettling = false;
  /** A mark was taken that nobody has looked at. */
  #isUnseen = false;

  /** `onDecided` hears of each mark, in stream order. */
  constructor(terminal: JudgedTerminal, onDecided: (mark: Mark) => void) {
    this.#terminal = terminal;
    this.#onDecided = onDecided;
  }

  /** Marks of a shell that was not added are believed. */
  add(number: number, shell: JudgedProcess): void {
    const held: Mark[] = [];
    const judged = new JudgedShell(shell, this.#terminal, () => held.length > 0);
    this.#dockets.set(number, {shell: judged, held, looks: 0, timer: undefined, heldElsewhere: 0});
  }

  /** Our own line is on its way, to a shell that says marks (`toShell`) or to a program. */
  submitted(commandLine: string, toShell: boolean): void {
    this.#isAhead = !toShell || commandLine.trim().includes('\n');
    this.#given();
  }

  /** Somebody types. */
  typed(bytes: Uint8Array): void {
    const lines = bytes.reduce((count, byte) => count + Number(mayTakeLine(byte)), 0);
    if (lines === 0) return;
    if (lines > 1 || this.#lineGiven || [...this.#dockets.values()].some(({shell}) => shell.running))
      this.#isAhead = true;
    this.#given();
  }

  /** The next mark of the stream. What it cannot be decided about at once is left to {@link settle}. */
  take(mark: Mark): void {
    const docket = this.#dockets.get(mark.hit.shell ?? 0);
    if (!docket) this.#decided(mark, 'believed');
    else if (!docket.shell.running) this.#believe(docket.shell, mark);
    else if (docket.shell.sleptThrough || docket.held.length >= MOST_HELD) this.#decided(mark, 'forged');
    else {
      docket.held.push(mark);
      docket.looks = 0;
      this.#isUnseen = true;
    }
  }

  /** More was printed, with or without marks. */
  followOutput(): void {
    for (const {shell} of this.#dockets.values()) shell.countSoon();
  }

  /** Decides what can be decided about the marks that were taken; all that was printed with them has been taken by now. */
  settle(): void {
    // Looking makes more come in, which says that the shell is further: it is looked again, with the terminal as it is by then.
    if (this.#isSettling) return;
    this.#isSettling = true;
    do {
      this.#isUnseen = false;
      for (const docket of this.#dockets.values()) if (docket.held.length > 0) this.#settle(docket);
    } while (this.#isUnseen);
    this.#isSettling = false;
  }

  /** The terminal is gone; what is undecided stays unproved. */
  end(): void {
    for (const {held} of this.#dockets.values()) for (const mark of held.splice(0)) this.#decided(mark, 'forged');
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const {shell, timer} of this.#dockets.values()) {
      clearTimeout(timer);
      shell[Symbol.dispose]();
    }
  }

  #given(): void {
    this.#lineGiven = true;
    for (const {shell} of this.#dockets.values()) if (shell.graded) shell.begin();
  }

  #settle(docket: Docket<Mark>): void {
    const {shell, held} = docket;
    for (let first = held[0]; first; first = held[0]) {
      if (!shell.running) {
        held.shift();
        this.#believe(shell, first);
        continue;
      }
      const seen = held.length;
      const hasTerminal = shell.hasTerminal;
      const total = shell.written;
      // What the shell has written by then is among what was printed by now.
      if (!this.#terminal.isDrained()) this.#terminal.drain();
      const end = Math.max(
        0,
        held.findLastIndex(({hit}) => shell.isOwnEnd(hit)),
      );
      const possible = held[end] ?? first;
      const canBe = shell.canHaveWritten(possible.hit.length, total);
      const isIts = hasTerminal || this.#wentOn(shell, held.slice(end));
      if (!isIts) docket.heldElsewhere = seen;
      if (!isIts || docket.heldElsewhere === held.length) return;
      if (!canBe) {
        this.#lookSoon(docket);
        return;
      }
      docket.heldElsewhere = 0;
      for (const forged of held.splice(0, end)) this.#decided(forged, 'forged');
      held.shift();
      this.#believe(shell, possible);
    }
  }

  /** The shell has taken a line that it had been given ahead, so that this may have the terminal by now. */
  #wentOn(shell: JudgedShell, marks: readonly Mark[]): boolean {
    return this.#isAhead && marks.some(({hit}) => hit.kind === (shell.graded ? 'inputStart' : 'outputStart'));
  }

  #believe(shell: JudgedShell, mark: Mark): void {
    shell.follow(mark.hit, this.#isAhead);
    if (mark.hit.kind === (shell.graded ? 'inputStart' : 'outputStart')) this.#lineGiven = false;
    this.#decided(mark, 'believed');
  }

  #decided(mark: Mark, fate: JudgedMark['fate']): void {
    mark.fate = fate;
    this.#onDecided(mark);
  }

  #lookSoon(docket: Docket<Mark>): void {
    if (docket.timer || docket.looks >= MOST_LOOKS) return;
    docket.timer = setTimeout(() => {
      docket.timer = undefined;
      docket.looks++;
      this.#terminal.drain();
      this.settle();
    }, 2 ** docket.looks);
  }
}
