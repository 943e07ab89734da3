/** Whether somebody else has typed between two pieces of one act. */
import {type Actor, CottyError, isSignal} from '../../core/index.ts';
import {isSameWriter} from './input-lease.ts';
import {lineEffect} from './line-effect.ts';

/** How often a character that makes a signal was typed by then: it drops what stands on the line, or what nobody has read. */
type TypingMoment = number;

/** Who has typed last. */
export class LastTypist {
  #by: Actor | null = null;
  #drops = 0;

  get now(): TypingMoment {
    return this.#drops;
  }

  /** Once these have gone, if nobody else types. */
  after(bytes: Uint8Array): TypingMoment {
    return this.#drops + (bytes.some(isSignal) || lineEffect(bytes).discards ? 1 : 0);
  }

  typed(by: Actor, bytes: Uint8Array): void {
    this.#by = by;
    this.#drops = this.after(bytes);
  }

  /** Input that nobody had read was dropped. */
  dropped(): void {
    this.#drops++;
  }

  /** Nobody else has typed behind this one. */
  isLast(by: Actor): boolean {
    return isSameWriter(this.#by ?? by, by);
  }
}

/** What one writer types in several pieces. What a person types is never broken: the line is theirs. */
export class UnbrokenTyping {
  readonly #typist: LastTypist;
  readonly #by: Actor;
  #since: TypingMoment | null = null;

  constructor(typist: LastTypist, by: Actor) {
    this.#typist = typist;
    this.#by = by;
  }

  /** To be told of all bytes right before they go. */
  typed(bytes: Uint8Array): void {
    this.#since = this.#typist.after(bytes);
  }

  /** What was typed may be gone. */
  get isDropped(): boolean {
    return this.#by.type === 'agent' && this.#since !== null && this.#typist.now !== this.#since;
  }

  /** The same, or somebody else has typed behind it. */
  get isBroken(): boolean {
    return this.isDropped || (this.#by.type === 'agent' && this.#since !== null && !this.#typist.isLast(this.#by));
  }
}

/** Somebody typed between a text and its Enter, or dropped it by ^C: the line is not kept for that any more. `entered`: lines of it before. */
export function typedBetween(entered: number): CottyError {
  const before = entered === 0 ? '' : ` ${entered} of its lines before that were entered.`;
  return new CottyError(
    'input_held',
    `Somebody typed right behind the text, or pressed Ctrl+C, before the Enter that belongs to it; that was not pressed.${before}`,
    'Look with read_screen: who typed there may have entered both. If the text still stands there alone, press Enter with send_keys; else leave the line to whoever types.',
  );
}

/** The same between two lines of one text. `typed` of `all` its lines went. */
export function typedBetweenLines(typed: number, all: number): CottyError {
  return new CottyError(
    'input_held',
    `Somebody typed between the lines of this text, or pressed Ctrl+C or the like: ${typed} of its ${all} lines were typed, and the others were not.`,
    'Look with read_screen what became of those that were typed; what they began may be unfinished. To have lines run together give them to run_command.',
  );
}

/** The same between two keys of one call. `sent` of `all` went. */
export function typedBetweenKeys(sent: number, all: number): CottyError {
  return new CottyError(
    'input_held',
    `Somebody typed between these keys, or pressed Ctrl+C or the like: ${sent} of ${all} were sent, and the others were not.`,
    'Look with read_screen what became of those that were sent; then send the others, if they are still wanted.',
  );
}
