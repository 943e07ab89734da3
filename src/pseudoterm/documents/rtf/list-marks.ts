import type {Span} from '../model.ts';

/** A bullet or number that was typed, with a tab behind it, and the text after that. */
export function typedMark(spans: readonly Span[]): {readonly mark: string; readonly rest: Span[]} | undefined {
  const [first, second, ...others] = spans;
  // The tab may stand in a run of its own.
  const isParted = first !== undefined && second?.text.startsWith('\t') === true && !first.text.includes('\t');
  const text = isParted ? first.text + second.text : (first?.text ?? '');
  const match = /^\s*([•◦▪■‣·–—-]|\(?(?:\d{1,3}|[a-z]{1,4})[.)])\t\s*/iu.exec(text);
  if (!first || !match) return undefined;
  const left = text.slice(match[0].length);
  const style = isParted ? second : first;
  const tail = isParted ? others : spans.slice(1);
  return {mark: match[1] ?? '', rest: [...(left === '' ? [] : [{...style, text: left}]), ...tail]};
}

/** What the marks of items mean, which depends on those before them. */
export class ListMarks {
  #indents: number[] = [];
  #numbers: number[] = [];

  /** Another paragraph ends all lists. */
  clear(): void {
    this.#indents = [];
    this.#numbers = [];
  }

  /** The depth of an item that is indented so far, by the items before. */
  depthAt(indent: number): number {
    this.#indents = this.#indents.filter(outer => outer < indent);
    this.#indents.push(indent);
    return this.#indents.length - 1;
  }

  /** Undefined for bullets. `c)` is 3 and `iv.` is 4; `i.` is 9 after `h.` only. */
  numberOf(mark: string, depth: number): number | undefined {
    const before = this.#numbers[depth] ?? 0;
    const number = readNumber(mark, before);
    this.#numbers = this.#numbers.slice(0, depth);
    if (number !== undefined) this.#numbers[depth] = number;
    return number;
  }
}

function readNumber(mark: string, before: number): number | undefined {
  const digits = /(\d+)[.)]?$/.exec(mark)?.[1];
  if (digits !== undefined) return Number(digits);
  const letters = /^\(?([a-z]+)[.)]$/i.exec(mark)?.[1]?.toLowerCase();
  if (letters === undefined) return undefined;
  const letter = letters.length === 1 ? letters.charCodeAt(0) - 96 : undefined;
  const roman = /^[ivxlc]+$/.test(letters) ? romanValue(letters) : undefined;
  if (letter !== undefined && (roman === undefined || letter === before + 1)) return letter;
  return roman;
}

function romanValue(letters: string): number {
  const worth: Readonly<Record<string, number>> = {i: 1, v: 5, x: 10, l: 50, c: 100};
  const values = Array.from(letters, letter => worth[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
