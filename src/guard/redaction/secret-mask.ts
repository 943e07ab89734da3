/** Secrets in what programs print, and what stands in their place for a reader who is not to have them. */

import {TextMemo} from '../../core/index.ts';
import type {Span} from '../findings.ts';
import {beginningAt} from './beginning-of-secret.ts';
import {findSecrets} from './find-secrets.ts';
import {columnsOf, inColumns} from './masked-columns.ts';
import {NewestTexts} from './newest-texts.ts';
import {printedText} from './printed-text.ts';
import {secretValues} from './secret-values.ts';

/** A secret that begins before the text, or ends behind it, is known by this much of what stands there: a private key is as long. */
export const CONTEXT_BEFORE = 4096;
export const CONTEXT_AFTER = 512;

/**
 * Masks are as long as what they hide: in text the number of UTF-16 units, in bytes that of bytes. So every offset, column and length is
 * that of what was printed.
 */
export class SecretMask {
  readonly #values: readonly string[];
  /** The same as bytes, one character each. */
  readonly #valuesInBytes: readonly string[];
  /** Names of fields, states and folders stand in every answer. */
  readonly #masked = new TextMemo(text => this.#mask(text), {longest: LONGEST_KEPT});
  /** However many watch one session, what it prints comes to all of them with the same text before it. */
  readonly #newest = new NewestTexts(text => this.#mask(text));

  /** What `environment` holds under telling names, and `values`, is masked wherever it stands. */
  constructor(environment: Readonly<Record<string, string | undefined>> = {}, values: readonly string[] = []) {
    this.#values = [...secretValues(environment), ...values];
    this.#valuesInBytes = this.#values.map(value => Buffer.from(value).toString('latin1'));
  }

  /** The first place in each stretch of a stream where a known value stands, of each value. */
  knownIn(bytes: Uint8Array): readonly Span[] {
    const stream = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#valuesInBytes.flatMap(value => {
      const start = stream.indexOf(value, 0, 'latin1');
      return start < 0 ? [] : [{start, end: start + value.length}];
    });
  }

  /** Text without any comes back as it is. Control sequences in it stay, and part no secret that they do not move. */
  mask(text: string): string {
    if (text.length < SHORTEST) return text;
    return text.length <= LONGEST_KEPT ? this.#masked.of(text) : this.#newest.of(text);
  }

  #mask(text: string): string {
    const parts: string[] = [];
    let at = 0;
    for (const {start, cover} of this.#covers(text, this.#values)) {
      parts.push(text.slice(at, start), cover);
      at = start + cover.length;
    }
    return at === 0 ? text : parts.join('') + text.slice(at);
  }

  /** Every text in a value; it is the same value where there is nothing to mask. */
  maskAll<Value>(value: Value): Value {
    if (!this.#holdsAny(value)) return value;
    const maskPart = (part: unknown): unknown => {
      if (typeof part === 'string') return this.mask(part);
      if (Array.isArray(part)) return part.map(maskPart);
      if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return part;
      return Object.fromEntries(Object.entries(part).map(([key, member]) => [this.mask(key), maskPart(member)]));
    };
    // A value of strings, numbers, lists and records is rebuilt with the same shape.
    return maskPart(value) as Value;
  }

  /** Hardly any answer has something to mask, and none of those is rebuilt. */
  #holdsAny(part: unknown): boolean {
    if (typeof part === 'string') return this.mask(part) !== part;
    if (Array.isArray(part)) return part.some(each => this.#holdsAny(each));
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return false;
    return Object.entries(part).some(([key, member]) => this.mask(key) !== key || this.#holdsAny(member));
  }

  /** The rows of a screen: what fills one to the edge may go on in the next. `above`: what goes on in the first. */
  maskRows(text: string, cols: number, above = ''): string {
    const rows = text.split('\n');
    const lines = above === '' ? rows : [above, ...rows];
    const added = lines.length - rows.length;
    const mayGoOn = (at: number): boolean => at < added || columnsOf(printedText(rows[at - added] ?? '').text) >= cols;
    const masked = this.maskLines(lines, mayGoOn).slice(added);
    return masked.map((row, at) => inColumns(rows[at] ?? '', row)).join('\n');
  }

  /** Lines of which some may go on in the next. They may as well end there, so a secret may begin with each that follows one. */
  maskLines(lines: readonly string[], mayGoOn: (at: number) => boolean): readonly string[] {
    const printed = lines.map((line, at) => (mayGoOn(at) ? line : `${line}\n`));
    const masked = this.#maskParts(lines, printed);
    for (let first = 1; first < lines.length; first++) {
      if (printed[first - 1] !== lines[first - 1] || !BEGINS_WITHIN_WORD.test(lines[first] ?? '')) continue;
      let end = first + 1;
      for (let length = 0; end < lines.length && printed[end - 1] === lines[end - 1] && length < CONTEXT_AFTER; end++)
        length += lines[end - 1]?.length ?? 0;
      const alone = this.#maskParts(lines.slice(first, end), printed.slice(first, end));
      for (const [at, line] of alone.entries()) {
        const place = first + at;
        masked[place] = eitherMask(lines[place] ?? '', masked[place] ?? '', line);
      }
    }
    return masked;
  }

  /** `printed` are the parts with what ends them. */
  #maskParts(parts: readonly string[], printed: readonly string[]): string[] {
    const masked = this.mask(printed.join(''));
    let start = 0;
    return parts.map((part, at) => {
      const shown = masked.slice(start, start + part.length);
      start += printed[at]?.length ?? 0;
      return shown;
    });
  }

  /** The part `[from, to)` of a stretch of a stream, masked by what stands before and behind it too. Not the same bytes when any were masked. */
  maskBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    let masked: Uint8Array | null = null;
    for (const {start, cover} of this.#covers(text, this.#valuesInBytes)) {
      const end = start + cover.length;
      if (end <= from || start >= to) continue;
      masked ??= Uint8Array.from(bytes.subarray(from, to));
      const first = Math.max(start, from);
      masked.set(Buffer.from(cover.slice(first - start, Math.min(end, to) - start), 'latin1'), first - from);
    }
    return masked ?? bytes.subarray(from, to);
  }

  /** From where on the end of a stretch of a stream may be the beginning of a secret that is not known as one yet; its length where it is none. */
  undecidedFrom(bytes: Uint8Array): number {
    const stream = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const {text, places} = printedText(stream);
    const from = beginningAt(text, this.#valuesInBytes);
    if (places === null || from === text.length) return from === text.length ? bytes.length : from;
    return places[from] ?? bytes.length;
  }

  /** What stands where something is hidden, in order. */
  #covers(stream: string, values: readonly string[]): readonly Cover[] {
    const {text, places} = printedText(stream);
    const spans = findSecrets(text, values);
    if (places === null) return spans.map(({start, end}) => ({start, cover: cover(text.slice(start, end))}));
    return spans.flatMap(({start, end}) => inStream(cover(text.slice(start, end)), places.subarray(start, end)));
  }
}

interface Cover {
  readonly start: number;
  readonly cover: string;
}

/** Masked where one of two is. */
function eitherMask(text: string, first: string, second: string): string {
  if (first === text || first === second) return second;
  if (second === text) return first;
  return text
    .split('')
    .map((character, at) => (first[at] === character ? second[at] : first[at]))
    .join('');
}

/** In as many parts as control sequences make of it. */
function inStream(covering: string, places: Int32Array): readonly Cover[] {
  const parts: Cover[] = [];
  for (let from = 0; from < places.length; ) {
    const start = places[from] ?? -1;
    let to = from + 1;
    while (to < places.length && places[to] === start + to - from) to++;
    if (start >= 0) parts.push({start, cover: covering.slice(from, to)});
    from = to;
  }
  return parts;
}

/** Colours may stand in front of it. */
const BEGINS_WITHIN_WORD = /^(?:\x1b|\w)/;

/** No secret is shorter. */
const SHORTEST = 6;
/** Of longer texts hardly one comes again. */
const LONGEST_KEPT = 64;

const WORD = '[redacted]';

/** It says what it is where there is room. Lines stay lines: a private key has many. */
function cover(secret: string): string {
  return secret
    .split(/([\r\n]+)/)
    .map((part, at) => (at % 2 === 1 ? part : coverPart(part.length)))
    .join('');
}

function coverPart(length: number): string {
  return length < WORD.length ? '*'.repeat(length) : WORD.padEnd(length, '*');
}
