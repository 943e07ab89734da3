/** Looks for words in output as it is printed: line by line, without what only steers the terminal. */
import type {Found, Match, Piece} from './footage.ts';

const MOST_MATCHES = 500;
/** Of a line without end. */
const LONGEST_LINE = 64 * 1024;
/** What is longer is no sequence. */
const LONGEST_SEQUENCE = 4096;
const SHOWN_CHARACTERS = 200;
/** Of them before the words. */
const BEFORE_CHARACTERS = 30;

/** CSI, OSC and the other strings, and escape sequences of few characters (ECMA-48, section 5.3 to 5.6). */
const SEQUENCE =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]/g;
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;
/** What moves the cursor elsewhere ends a line, too: full-screen programs print no line feeds. */
const MOVES = /\x1b\[[0-9;]*[HfABEFd]|\x1b[EDM]|\r(?!\n)/g;

export class LineFinder {
  readonly #words: string;
  readonly #isExact: boolean;
  readonly #decoder = new TextDecoder();
  readonly #matches: Match[] = [];
  #line = '';
  #held = '';
  #isCut = false;
  #last: Piece | undefined;

  /** Capitals in the words are meant; without any, case does not count. */
  constructor(words: string) {
    this.#isExact = words !== words.toLowerCase();
    this.#words = words;
  }

  /** No more is taken in. */
  get isFull(): boolean {
    return this.#isCut;
  }

  push(piece: Piece): void {
    if (piece.type !== 'output') return;
    const text = this.#held + this.#decoder.decode(piece.bytes, {stream: true});
    const open = UNFINISHED.exec(text);
    const cut = open && text.length - open.index < LONGEST_SEQUENCE ? open.index : text.length;
    this.#held = text.slice(cut);
    const lines = (this.#line + text.slice(0, cut).replaceAll(MOVES, '\n')).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#look(line, piece);
    if (this.#line.length > LONGEST_LINE) this.#endLine(piece);
    this.#last = piece;
  }

  /** What was found, with the line that has not ended. */
  end(): Found {
    if (this.#last) this.#endLine(this.#last);
    return {matches: this.#matches, is_cut: this.#isCut};
  }

  #endLine(piece: Piece): void {
    this.#look(this.#line, piece);
    this.#line = '';
  }

  #look(raw: string, {atMs, at}: Piece): void {
    if (this.#isCut || raw.length < this.#words.length) return;
    const line = raw.replaceAll(SEQUENCE, '');
    const place = (this.#isExact ? line : line.toLowerCase()).indexOf(this.#words);
    if (place < 0) return;
    if (this.#matches.length === MOST_MATCHES) {
      this.#isCut = true;
      return;
    }
    const from = Math.max(0, place - BEFORE_CHARACTERS);
    this.#matches.push({at_ms: atMs, at, line: line.slice(from, from + SHOWN_CHARACTERS).trim()});
  }
}
