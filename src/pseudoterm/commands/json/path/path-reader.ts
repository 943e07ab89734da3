import {PseudoError} from '../../../pseudo-error.ts';

/** A place in the source of a path, and the tokens that can be read there. */
export class PathReader {
  readonly #source: string;
  at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#source.length;
  }

  peek(text: string): boolean {
    return this.#source.startsWith(text, this.at);
  }

  take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.at += text.length;
    return true;
  }

  blanks(): void {
    this.match(/[ \t\r\n]*/y);
  }

  /** `pattern` must be sticky. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.#source)?.[0];
    if (text !== undefined) this.at += text.length;
    return text;
  }

  integer(): number | undefined {
    const text = this.match(/(0|-?[1-9]\d{0,14})(?![\d.])/y);
    return text === undefined ? undefined : Number(text);
  }

  /** In single or double quotes, with the escapes of JSON. */
  string(): string | undefined {
    const raw = this.match(/'(?:[^'\\\u0000-\u001f]|\\[\s\S])*'|"(?:[^"\\\u0000-\u001f]|\\[\s\S])*"/y);
    if (raw === undefined) return undefined;
    const inner = raw.slice(1, -1);
    const json = raw.startsWith("'") ? inner.replace(/\\'|"/g, found => (found === '"' ? '\\"' : "'")) : inner;
    try {
      const text: string = JSON.parse(`"${json}"`);
      return text;
    } catch {
      throw this.mistake('a string with valid escapes');
    }
  }

  mistake(expected: string): PseudoError {
    const found = this.isAtEnd ? 'the end' : JSON.stringify(this.#source.slice(this.at, this.at + 12));
    const message = `JSONPath: expected ${expected} at character ${this.at + 1}, found ${found}.`;
    return new PseudoError('InvalidArguments', message);
  }

  fail(expected: string): never {
    throw this.mistake(expected);
  }
}
