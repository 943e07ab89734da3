import type {LogCursor} from '../../core/index.ts';
import {revealHidden} from '../../screen/index.ts';
import {wholeLength} from './whole-length.ts';

export interface PageText {
  readonly text: string;
  readonly cursor: LogCursor;
  readonly nextCursor: LogCursor;
  /** Characters that a person at the terminal does not see; they are told apart in `text`. */
  readonly hidden: number;
}

/** Whole lines while they fit. Of a line that is too long for any page, as much as fits. */
export class LinePage {
  readonly #limit: number;
  readonly #lines: string[] = [];
  #room: number;
  #hidden = 0;

  constructor(maxBytes: number, limitLines = Number.MAX_SAFE_INTEGER) {
    this.#room = maxBytes;
    this.#limit = limitLines;
  }

  /** Takes a folded line. False when it is for the next page. */
  add(line: string): boolean {
    if (this.#lines.length >= this.#limit) return false;
    const {text, hidden} = revealHidden(line);
    const bytes = Buffer.from(text);
    if (bytes.length > this.#room && this.#lines.length > 0) return false;
    const fitting = bytes.subarray(0, this.#room);
    this.#lines.push(fitting.toString('utf8', 0, wholeLength(fitting)));
    this.#room = Math.max(0, this.#room - bytes.length - 1);
    this.#hidden += hidden;
    return true;
  }

  result(cursor: LogCursor, nextCursor: LogCursor): PageText {
    return {text: this.#lines.join('\n'), cursor, nextCursor, hidden: this.#hidden};
  }
}
