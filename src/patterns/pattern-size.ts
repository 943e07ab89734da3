/**
 * How large a program a pattern would become, told from its text alone: compiling one of a few hundred characters can take
 * seconds. Never less than it is.
 */
export interface PatternSize {
  readonly instructions: number;
  /** What its Unicode classes cost to put together, in the work of one `\p{…}`. */
  readonly classWork: number;
}

export function patternSize(source: string): PatternSize {
  const reader = new Reader(source);
  while (reader.at < source.length) reader.next();
  return {instructions: reader.instructions, classWork: reader.classWork};
}

/** Under `(?i)` each character of a wide range is looked up for its other cases. */
const WIDE_RANGE_WORK = 10;
/** A match, a failure and what is between them. */
const ALWAYS = 3;
/** What remembers where a group begins and ends. */
const GROUP = 2;

class Reader {
  at = 0;
  classWork = 0;
  readonly #source: string;
  readonly #foldsCase: boolean;
  /** Sizes of the groups that are open, outermost first, and of the piece that a quantifier would repeat. */
  #open = [ALWAYS];
  #piece = 0;

  constructor(source: string) {
    this.#source = source;
    this.#foldsCase = /\(\?[a-zA-Z]*i/.test(source);
  }

  get instructions(): number {
    return this.#open.reduce((sum, size) => sum + size, this.#piece);
  }

  next(): void {
    const rest = this.#source.slice(this.at, this.at + LONGEST_TOKEN);
    const character = rest.charAt(0);
    const counts = COUNTS.exec(rest);
    const flags = FLAGS.exec(rest);
    if (counts) this.#repeat(counts);
    else if (flags) this.at += flags[0].length;
    else if (character === '\\') this.#escape(rest);
    else if (character === '[') this.#class();
    else if (character === '(') this.#begin();
    else if (character === ')') this.#end();
    else if ('*+?'.includes(character)) {
      this.#piece += 2;
      this.at++;
    } else {
      this.#add(1);
      this.at++;
    }
  }

  #add(size: number): void {
    this.#open.push((this.#open.pop() ?? 0) + this.#piece);
    this.#piece = size;
  }

  #begin(): void {
    this.#add(0);
    this.#open.push(GROUP);
    this.at++;
  }

  #end(): void {
    const inner = this.#open.length > 1 ? (this.#open.pop() ?? 0) : 0;
    const size = inner + this.#piece;
    this.#piece = 0;
    this.#add(size);
    this.at++;
  }

  /** `{n}`, `{n,}` and `{n,m}`: so many copies, each of the optional ones with a choice before it. */
  #repeat([text, least = '0', , most = '']: RegExpExecArray): void {
    const copies = Math.max(1, Number(least) + 1, Number(most));
    this.#piece = copies * (this.#piece + 2);
    this.at += text.length;
  }

  #escape(rest: string): void {
    const [token] = ESCAPE.exec(rest) ?? [rest.slice(0, 2)];
    if (token === '\\Q') this.#quoted();
    else {
      if (/^\\[pP]/.test(token)) this.classWork++;
      this.#add(1);
      this.at += token.length;
    }
  }

  /** Everything up to `\E` stands for itself. */
  #quoted(): void {
    const end = this.#source.indexOf('\\E', this.at);
    const to = end < 0 ? this.#source.length : end;
    for (let at = this.at + 2; at < to; at++) this.#add(1);
    this.at = end < 0 ? to : to + 2;
  }

  #class(): void {
    CLASS.lastIndex = this.at;
    const [token] = CLASS.exec(this.#source) ?? ['['];
    this.classWork += token.match(/\\[pP]/g)?.length ?? 0;
    if (this.#foldsCase) this.classWork += WIDE_RANGE_WORK * (token.match(WIDE_RANGE)?.length ?? 0);
    this.#add(1);
    this.at += token.length;
  }
}

const LONGEST_TOKEN = 80;
const COUNTS = /^\{(\d+)(,(\d*))?\}/;
/** No piece of its own: a quantifier behind it repeats what is before it. */
const FLAGS = /^\(\?[a-zA-Z-]*\)/;
const ESCAPE = /^\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x..|[0-7]{1,3}|.)/su;
/** `]` stands for itself as the first member. */
const CLASS = /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/g;
/** A range that ends beyond Latin-1, or is said to exclude something: its other side is wide. */
const WIDE_RANGE = /-(?:\\x\{|[^\0-\xff])|^\[\^/g;
