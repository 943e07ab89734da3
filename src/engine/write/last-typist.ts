/** Whether somebody else has typed between two pieces of one act. */
import {type Actor, CottyError} from '../../core/index.ts';
import {isSameWriter} from './input-lease.ts';
import {lineEffect} from './line-effect.ts';

/** How often a ^C was typed by then, which drops what stands on the line. */
export type TypingMoment = number;

/** Who has typed last. */
export class LastTypist {
  #by: Actor | null = null;
  #drops = 0;

  get now(): TypingMoment {
    return this.#drops;
  }

  /** Once these have gone, if nobody else types. */
  after(bytes: Uint8Array): TypingMoment {
    return this.#drops + (lineEffect(bytes).discards ? 1 : 0);
  }

  typed(by: Actor, bytes: Uint8Array): void {
    this.#by = by;
    this.#drops = this.after(bytes);
  }

  /** Nobody else has typed behind this one, nor dropped the line since. Of a person that is always so: the line is theirs. */
  isAlone(by: Actor, since: TypingMoment): boolean {
    return by.type !== 'agent' || (isSameWriter(this.#by ?? by, by) && this.#drops === since);
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
