/** Keys that are kept, at most: more are typed into a text, not at a command line. UTF-16 units. */
const MOST_KEYS = 4096;

/** What was typed since the last Enter, where no line editor can be asked: as long as it was plain text, that is what stands there. */
export class TypedText {
  #text: string | null = '';
  /** The same with the keys that edit; null when there are too many. */
  #keys: string | null = '';

  /** What would be taken if `bytes` were typed now, without the Enter at their end; null when keys have edited it. */
  with(bytes: Uint8Array): string | null {
    const more = plainText(bytes);
    return this.#text === null || more === null ? null : (this.#text + more).replace(/\n$/, '');
  }

  /** All keys since the last Enter, as terminals send them, with `bytes` but for the Enter at their end; null when there are too many. */
  keysWith(bytes: Uint8Array): string | null {
    const keys = this.#keys === null ? null : this.#keys + decoded(bytes).replace(/[\r\n]$/, '');
    return keys === null || keys.length > MOST_KEYS ? null : keys;
  }

  /** These were typed. */
  note(bytes: Uint8Array): void {
    const end = lastEnd(bytes);
    if (end >= 0) this.clear();
    const more = plainText(bytes.subarray(end + 1));
    this.#text = this.#text === null || more === null ? null : this.#text + more;
    this.#keys = this.#keys === null ? null : this.#keys + decoded(bytes.subarray(end + 1));
    if (this.#keys !== null && this.#keys.length > MOST_KEYS) this.#keys = null;
  }

  /** The line is gone. */
  clear(): void {
    this.#text = '';
    this.#keys = '';
  }
}

/** Null for what holds keys that edit: among others Backspace, Tab and whatever begins with Escape. */
function plainText(bytes: Uint8Array): string | null {
  const text = decoded(bytes)
    .replace(/\u001b\[20[01]~/g, '')
    .replace(/\r\n?/g, '\n');
  return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text) ? null : text;
}

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Where the last Enter or ^C stands; -1 when there is none. */
function lastEnd(bytes: Uint8Array): number {
  return bytes.findLastIndex(byte => byte === 0x0d || byte === 0x0a || byte === 0x03);
}
