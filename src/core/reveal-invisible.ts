/**
 * Makes visible what a terminal does not show: characters without a glyph, which can carry words for a model that no person sees,
 * and those that turn the order of what stands around them. Where they belong to the writing they stay, see
 * {@link legitimateLength}.
 */
import {JUDGED_UNITS, legitimateLength} from './legitimate-invisible.ts';

export interface Revealed {
  readonly text: string;
  /** Characters that stand as `<U+202E>` in the text now, or were counted there. */
  readonly hidden: number;
}

/** Of a row of invisible characters, this many are named one by one; the rest is counted, as `<+84 hidden>`. */
const MOST_NAMED = 16;

/**
 * Text without invisible characters out of place comes back as it is, at the cost of one look at each character. `before` is what
 * stood in front of it, when it was cut out of a longer text.
 */
export function revealInvisible(text: string, before = ''): Revealed {
  if (!isSuspicious(text)) return {text, hidden: 0};
  const revealer = new InvisibleRevealer(before);
  const revealed = revealer.push(text) + revealer.end();
  return {text: revealed, hidden: revealer.hidden};
}

/** The same for a text that comes in pieces, cut anywhere: the pieces it gives are together what the whole text gives. */
export class InvisibleRevealer {
  /** Characters made visible or counted so far. */
  hidden = 0;
  /** The end of what was judged. */
  #before = '';
  /** Invisible characters that wait for what follows them, or half a character. */
  #waiting = '';
  /** Of the row of invisible characters that is going on: how many were told of, and how many more there were. */
  #named = 0;
  #unnamed = 0;

  constructor(before = '') {
    this.#before = before.slice(-JUDGED_UNITS);
  }

  push(text: string): string {
    if (this.#waiting !== '' || this.#named > 0 || isSuspicious(text)) return this.#reveal(text, false);
    this.#before = (this.#before + text.slice(-JUDGED_UNITS)).slice(-JUDGED_UNITS);
    return text;
  }

  /** What was held back. */
  end(): string {
    return this.#reveal('', true);
  }

  #reveal(more: string, isEnd: boolean): string {
    const text = this.#before + this.#waiting + more;
    const start = this.#before.length;
    const end = isEnd ? text.length : decidable(text, start);
    let revealed = '';
    let at = start;
    while (at < end) {
      const next = Math.min(nextInvisible(text, at), end);
      if (next > at) revealed += this.#endRow() + text.slice(at, next);
      at = next;
      if (at === end) break;
      const kept = legitimateLength(text, at);
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      revealed += kept > 0 ? this.#endRow() + text.slice(at, at + kept) : this.#name(character);
      at += kept || character.length;
    }
    this.#before = text.slice(Math.max(0, at - JUDGED_UNITS), at);
    this.#waiting = text.slice(at);
    return isEnd ? revealed + this.#endRow() : revealed;
  }

  #name(character: string): string {
    this.hidden++;
    if (this.#named === MOST_NAMED) {
      this.#unnamed++;
      return '';
    }
    this.#named++;
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
  }

  #endRow(): string {
    const rest = this.#unnamed > 0 ? `<+${this.#unnamed} hidden>` : '';
    this.#named = 0;
    this.#unnamed = 0;
    return rest;
  }
}

/** Units of a text that can be judged without knowing what follows: all but what may join with it. */
export function judgedLength(text: string): number {
  return decidable(text, 0);
}

/** Default-ignorable code points, control and annotation characters, line separators that are none to a terminal, and no characters at all. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Noncharacter_Code_Point}\p{Surrogate}]/u;
const NEXT_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/** Most text is told from this alone. */
const NOT_PLAIN = /[^\t\n\r\x20-\x7e]/;

function isSuspicious(text: string): boolean {
  return NOT_PLAIN.test(text) && INVISIBLE.test(text);
}

function nextInvisible(text: string, from: number): number {
  NEXT_INVISIBLE.lastIndex = from;
  return NEXT_INVISIBLE.exec(text)?.index ?? text.length;
}

/** Up to here everything can be judged: what comes later may still change what the rest means. */
function decidable(text: string, from: number): number {
  const held = OPEN_END.exec(text.slice(-JUDGED_UNITS))?.[0].length ?? 0;
  return Math.max(from, text.length - held);
}

/** Joiners, tags, the first half of a syllable or a keycap, half of a surrogate pair. */
const OPEN_END = /(?:[\u200d\u034f\u115f\u180e\u{e0020}-\u{e007f}]|(?<=[0-9#*])\ufe0f)*\p{Surrogate}?$/u;
