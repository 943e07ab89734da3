import type {Clock} from '../../core/index.ts';
import {
  type BlankedPiece,
  ControlScanner,
  HitThinner,
  type MarkHit,
  NonceBlanker,
  type ScanHit,
  type ThinnedHit,
} from '../../log/index.ts';
import type {TerminalModes} from './journal-position.ts';
import type {JudgedProcess, JudgedTerminal} from './judged-shell.ts';
import {type JudgedMark, MarkJudge} from './mark-judge.ts';
import {Redraws} from './redraws.ts';
import {UnprovedEnds} from './unproved-ends.ts';
import {VisibleTail} from './visible-tail.ts';

/** Something found in the output, on its way into the log. */
export interface Found<Hit extends ThinnedHit['hit'] = ThinnedHit['hit']> {
  /** Stream offset of its first byte. */
  readonly start: number;
  readonly hit: Hit;
  /** Of a proved mark: is it its shell's own? All else is believed. */
  fate: JudgedMark['fate'];
  /** Line feeds in the stream before it. Whoever stores the output fills this in, in passing; null until then. */
  lines: number | null;
  /** Monotonic milliseconds at which its output was stored, where it was undecided by then. */
  heldSinceMs?: number;
  /** It repeats the prompt that stands already, and is not told. */
  isRedraw?: boolean;
}

export interface ReadPiece {
  /** The next bytes of the stream, without nonces. */
  readonly bytes: Uint8Array;
  readonly found: readonly Found[];
}

export interface ReadingOptions {
  readonly nonce: string;
  readonly eventKey: string;
  readonly clock: Clock;
  /** Stream offset of the first byte that will be read. */
  readonly offset: number;
}

/** Makes of what a program prints what may be stored and shown: no nonces, marks that are proved twice, and a flood's events as they end. */
export class OutputReading {
  readonly #blanker: NonceBlanker;
  readonly #eventKey: string;
  #scanner: ControlScanner;
  readonly #thinner: HitThinner;
  readonly #tail = new VisibleTail();
  readonly #redraws = new Redraws();
  readonly #ends: UnprovedEnds;
  #judge: MarkJudge<Found<MarkHit>> | undefined;
  #late: Found[] = [];
  #isDense = false;
  #hitCount = 0;
  #unjudged: ScanHit[] = [];

  constructor({nonce, eventKey, clock, offset}: ReadingOptions) {
    this.#blanker = new NonceBlanker([nonce], offset);
    this.#eventKey = eventKey;
    this.#scanner = new ControlScanner({eventKey, offset});
    this.#thinner = new HitThinner(clock);
    this.#ends = new UnprovedEnds(clock);
  }

  get modes(): TerminalModes {
    return Object.fromEntries(this.#scanner.modes);
  }

  /** The newest output, roughly as it stands on the screen. */
  get visibleTail(): string {
    return this.#tail.text;
  }

  /** From now on marks of the session's own shell need the second proof. `onLate` hears when there is something to be taken by {@link takeLate}. */
  judgeBy(terminal: JudgedTerminal, shell: JudgedProcess, onLate: () => void): void {
    // Of what has begun nobody knows yet whether it is a mark.
    const isDrained = () => !this.#scanner.isInside && !this.#blanker.isHolding && terminal.isDrained();
    this.#judge = new MarkJudge({...terminal, isDrained}, found => {
      found.isRedraw = found.fate === 'believed' && this.#redraws.isRedraw(found.hit);
      if (found.lines === null) return;
      this.#late.push(found);
      onLate();
    });
    this.#judge.add(0, shell);
  }

  /** Marks that were held when their output was stored, and are decided about since. */
  takeLate(): readonly Found[] {
    return this.#late.length === 0 ? NOTHING : this.#late.splice(0);
  }

  /** A nested shell's marks are proved by this nonce, and by the foreground where its process is known; returns the number they carry. */
  addNonce(nonce: string, shell: JudgedProcess | undefined): number {
    const number = this.#blanker.add(nonce);
    if (shell) this.#judge?.add(number, shell);
    return number;
  }

  /** No mark of this nested shell is proved any more. */
  dropNonce(shell: number): void {
    this.#blanker.drop(shell);
  }

  /** A command line is on its way to a shell that says marks, or to a program. */
  submitted(commandLine: string, toShell: boolean): void {
    this.#judge?.submitted(commandLine, toShell);
  }

  typed(bytes: Uint8Array): void {
    this.#judge?.typed(bytes);
  }

  /** The same without nonces. */
  blankText(text: string): string {
    return this.#blanker.blankText(text);
  }

  blankBytes(bytes: Uint8Array): Uint8Array {
    return this.#blanker.blankBytes(bytes);
  }

  /** Since the last call a mark that proves nothing has said that a command is over, or its prompt there. */
  takeEndTold(): boolean {
    return this.#ends.takeTold();
  }

  /** What may be the beginning of a nonce waits for what follows, or for {@link letGo}. */
  get isHolding(): boolean {
    return this.#blanker.isHolding;
  }

  push(bytes: Uint8Array): ReadPiece {
    return this.#isDense ? this.#pushDense(bytes) : this.#read(this.#blanker.push(bytes));
  }

  letGo(): ReadPiece {
    return this.#read(this.#blanker.letGo());
  }

  /** Events of a flood are held back, to be taken by {@link takeHeldBack}. */
  get holdsBack(): boolean {
    return this.#thinner.holds;
  }

  takeHeldBack(): readonly Found[] {
    return this.#thinner.settle().map(asFound);
  }

  /** The stream goes on behind bytes that nobody has read: no sequence that began before them ends behind them, and no mode is known. */
  skip(byteLength: number): void {
    this.#blanker.skip(byteLength);
    this.#scanner = new ControlScanner({eventKey: this.#eventKey, offset: this.#scanner.offset + byteLength});
  }

  /** Room for another question. One that goes unanswered, though somebody may wait for it, is counted. */
  questionSettled({answered}: {readonly answered: boolean}): void {
    this.#thinner.settleQuestion();
    if (!answered) this.#thinner.omitQuestion(this.#scanner.offset);
  }

  /** Decides about marks, as far as that is possible by now. Looking may make more output come in. */
  settle(): void {
    this.#judge?.settle();
  }

  /** The program is gone: marks that nobody decided about are forged. */
  end(): void {
    this.#judge?.end();
  }

  /** Piece by piece: most of what is found is dropped before more is. */
  #pushDense(bytes: Uint8Array): ReadPiece {
    const pieces: ReadPiece[] = [];
    for (let at = 0; at < bytes.length; at += DENSE_BYTES)
      pieces.push(this.#read(this.#blanker.push(bytes.subarray(at, at + DENSE_BYTES))));
    return {bytes: Buffer.concat(pieces.map(piece => piece.bytes)), found: pieces.flatMap(piece => piece.found)};
  }

  #read({bytes, proofs}: BlankedPiece): ReadPiece {
    this.#tail.push(bytes);
    this.#hitCount = 0;
    this.#scanner.read(bytes, proofs, this.#onHit);
    this.#isDense = this.#hitCount > DENSE_HITS;
    const found = this.#hitCount > 0 || this.#thinner.holds ? this.#judgeAndThin() : NOTHING;
    this.#judge?.followOutput();
    return {bytes, found};
  }

  /** Before the judge looks, all bytes that came together have been read: behind a proved mark everything waits for that. */
  readonly #onHit = (found: ScanHit): void => {
    this.#hitCount++;
    if (found.hit.type === 'mark' && !found.hit.proved) this.#ends.take(found.hit);
    if (this.#unjudged.length > 0 || (found.hit.type === 'mark' && found.hit.proved)) this.#unjudged.push(found);
    else this.#thinner.take(found);
  };

  #judgeAndThin(): readonly Found[] {
    const judged = this.#unjudged.length > 0 ? this.#judgeMarks() : null;
    return this.#thinner.takeKept(this.#scanner.offset).map(hit => judged?.get(hit.hit) ?? asFound(hit));
  }

  #judgeMarks(): ReadonlyMap<ThinnedHit['hit'], Found> {
    const judged = new Map<ThinnedHit['hit'], Found>();
    const marks = this.#unjudged;
    this.#unjudged = [];
    for (const found of marks.map(mark => this.#judged(mark, judged))) this.#thinner.take(found);
    return judged;
  }

  /** What the judge holds is remembered in `judged`; a mark that it refuses at once counts no more than any other unproved one. */
  #judged(scanned: ScanHit, judged: Map<ThinnedHit['hit'], Found>): ScanHit {
    const {start, hit} = scanned;
    if (hit.type !== 'mark' || !hit.proved || !this.#judge) return scanned;
    const found: Found<MarkHit> = {start, hit, fate: 'held', lines: null};
    this.#judge.take(found);
    if (found.fate === 'forged') return {...scanned, hit: unproved(hit)};
    judged.set(hit, found);
    return scanned;
  }
}

/** A mark that is not believed: it says nothing about which shell, or which cycle of it. */
export function unproved({shell: _, ...mark}: MarkHit): MarkHit {
  return {...mark, proved: false, cycle: 0};
}

function asFound({start, hit}: ThinnedHit): Found {
  return {start, hit, fate: 'believed', lines: null};
}

const NOTHING: readonly Found[] = [];
/** Read at once where more than so many control sequences were found just before. */
const DENSE_BYTES = 4 * 1024;
const DENSE_HITS = 64;
