/** Secrets in what programs print, and what stands in their place for a reader who is not to have them. */
import {findSecrets} from './find-secrets.ts';
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

  /** `environment`: what it holds under telling names is masked wherever it stands. */
  constructor(environment: Readonly<Record<string, string | undefined>> = {}) {
    this.#values = secretValues(environment);
    this.#valuesInBytes = this.#values.map(value => Buffer.from(value).toString('latin1'));
  }

  /** Text without any comes back as it is. */
  mask(text: string): string {
    if (text.length < SHORTEST) return text;
    const parts: string[] = [];
    let at = 0;
    for (const {start, end} of findSecrets(text, this.#values)) {
      parts.push(text.slice(at, start), cover(text.slice(start, end)));
      at = end;
    }
    return at === 0 ? text : parts.join('') + text.slice(at);
  }

  /** The rows of a screen: what fills one to the edge may go on in the next. */
  maskRows(text: string, cols: number): string {
    const rows = text.split('\n');
    const starts: number[] = [];
    let joined = '';
    for (const row of rows) {
      starts.push(joined.length);
      joined += row.length < cols ? `${row}\n` : row;
    }
    const masked = this.mask(joined);
    if (masked === joined) return text;
    return rows.map(({length}, at) => masked.slice(starts[at], (starts[at] ?? 0) + length)).join('\n');
  }

  /** The part `[from, to)` of a stretch of a stream, masked by what stands before and behind it too. Not the same bytes when any were masked. */
  maskBytes(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    let masked: Uint8Array | null = null;
    for (const {start, end} of findSecrets(text, this.#valuesInBytes)) {
      if (end <= from || start >= to) continue;
      masked ??= Uint8Array.from(bytes.subarray(from, to));
      const covering = Buffer.from(cover(text.slice(start, end)), 'latin1');
      const first = Math.max(start, from);
      masked.set(covering.subarray(first - start, Math.min(end, to) - start), first - from);
    }
    return masked ?? bytes.subarray(from, to);
  }
}

/** No secret is shorter. */
const SHORTEST = 6;

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
