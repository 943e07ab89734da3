/**
 * A line for fish with its quotes and escapes as bash writes them, and blanks for its comments. Null where it ends within quotes or
 * brackets, or where an escape or a comment is not read alike by every fish. fish documentation, “Quotes” and “Escaping Characters”.
 */
export function inBashQuotes(line: string): string | null {
  return new FishLine(line).read();
}

/** Unquoted text, at the outside or within brackets of a command, or text between double quotes. */
interface Within {
  readonly quote: '' | '"';
  /** `{` and `[` that are open: blanks do not end a word in them. */
  braces: number;
}

class FishLine {
  readonly #line: string;
  readonly #outer: Within[] = [];
  #now: Within = {quote: '', braces: 0};
  #at = 0;
  #read = '';
  /** What stands here would begin a word. */
  #isWordStart = true;

  constructor(line: string) {
    this.#line = line;
  }

  read(): string | null {
    while (this.#at < this.#line.length)
      if (!(this.#now.quote === '"' ? this.#quoted() : this.#unquoted())) return null;
    return this.#outer.length === 0 ? this.#read : null;
  }

  /** Takes what stands here, and says whether it was understood. */
  #unquoted(): boolean {
    const character = this.#line[this.#at] ?? '';
    if (character === '\\') return this.#escape();
    if (character === "'") return this.#singleQuotes();
    if (character === '#' && MAY_BEGIN_COMMENT.test(this.#line[this.#at - 1] ?? ' ')) return this.#comment();
    const next = this.#line[this.#at + 1] ?? '';
    if (character === '$' && !VARIABLE.test(next)) return false;
    if (character === ')' && !this.#leave()) return false;
    if (character === '"' || character === '(') this.#enter(character === '"' ? '"' : '');
    if (character === '{' || (character === '[' && !this.#isWordStart)) this.#now.braces++;
    if (/[}\]]/.test(character) && this.#now.braces > 0) this.#now.braces--;
    this.#isWordStart = /[\s;|&<>(]/.test(character);
    return this.#take(character, 1);
  }

  /** Between double quotes; a command in them has quotes of its own. */
  #quoted(): boolean {
    const character = this.#line[this.#at] ?? '';
    const next = this.#line[this.#at + 1] ?? '';
    if (character === '"') {
      this.#leave();
      this.#isWordStart = false;
    }
    if (character === '`') return this.#take('\\`', 1);
    if (character === '\\' && next === '`') return this.#take('\\\\\\`', 2);
    if (character === '\\') return next !== '' && this.#take(character + next, 2);
    if (character === '$' && !VARIABLE.test(next)) return false;
    if (character !== '$' || next !== '(') return this.#take(character, 1);
    this.#enter('');
    this.#isWordStart = true;
    return this.#take('$(', 2);
  }

  #singleQuotes(): boolean {
    SINGLE_QUOTES.lastIndex = this.#at;
    const [found, text] = SINGLE_QUOTES.exec(this.#line) ?? [];
    if (found === undefined || text === undefined) return false;
    this.#isWordStart = false;
    const said = text.replace(/\\(['\\])/g, '$1');
    return this.#take(said === text ? found : `'${said.replaceAll("'", String.raw`'\''`)}'`, found.length);
  }

  #comment(): boolean {
    // To fish a comment begins behind an escaped blank too, and belongs to the word. In brackets and behind `&` it depends on the version.
    const isPlain =
      this.#isWordStart && !/(?:[^ \t\n;|<>]|\\\n)$/.test(this.#line.slice(Math.max(0, this.#at - 2), this.#at));
    if (!isPlain || this.#outer.length > 0 || this.#now.braces > 0) return false;
    const end = this.#line.indexOf('\n', this.#at);
    const length = (end === -1 ? this.#line.length : end) - this.#at;
    return this.#take(' '.repeat(length), length);
  }

  /** Behind an unquoted backslash. */
  #escape(): boolean {
    const rest = this.#line.slice(this.#at + 1, this.#at + 11);
    // The line goes on below.
    if (rest.startsWith('\n')) return this.#take('', 2);
    this.#isWordStart = false;
    const [coded] = CODED.exec(rest) ?? [];
    if (coded !== undefined) {
      const character = decoded(coded);
      return character !== null && this.#take(character === "'" ? "\\'" : `'${character}'`, 1 + coded.length);
    }
    const [plain] = rest;
    // What trims a part of the line sees no blank of a word at its end.
    if (plain !== undefined && /\s/.test(plain)) return this.#take(`'${plain}'`, 2);
    return plain !== undefined && this.#take(`\\${plain}`, 1 + plain.length);
  }

  #take(read: string, length: number): true {
    this.#read += read;
    this.#at += length;
    return true;
  }

  #enter(quote: '' | '"'): void {
    this.#outer.push(this.#now);
    this.#now = {quote, braces: 0};
  }

  #leave(): boolean {
    const outer = this.#outer.pop();
    if (outer) this.#now = outer;
    return outer !== undefined;
  }
}

const MAY_BEGIN_COMMENT = /[\s;|&<>()]/;

/** What may follow a `$`: anything else is wrong. */
const VARIABLE = /[\w$(]/;

const SINGLE_QUOTES = /'([^'\\]*(?:\\[\s\S][^'\\]*)*)'/y;

/** Escapes that say a character by a letter or a number; without the number they are wrong. */
const CODED = /^(?:[abefnrtv]|[xX][\da-fA-F]{0,2}|u[\da-fA-F]{0,4}|U[\da-fA-F]{0,8}|[0-7]{1,3}|c[\s\S]?)/;

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Null for half a character and for what fish does not take. */
function decoded(coded: string): string | null {
  const [kind = '', number = ''] = /^[cuUxX]/.test(coded) ? [coded[0], coded.slice(1)] : ['0', coded];
  const letter = LETTERS[coded];
  if (letter !== undefined) return letter;
  if (kind === 'c')
    return /^[a-z]$/i.test(number) ? String.fromCodePoint(number.toLowerCase().charCodeAt(0) - 96) : null;
  const value = Number.parseInt(number, kind === '0' ? 8 : 16);
  const isWhole =
    value > 0 && (/[uU]/.test(kind) ? /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}]$/u.test(shown(value)) : value < 0x80);
  return isWhole ? shown(value) : null;
}

function shown(value: number): string {
  return value > 0x10_ff_ff ? '' : String.fromCodePoint(value);
}
