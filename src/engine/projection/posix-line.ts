import {END_OF_INPUT, INTERRUPT, isEnter, KILL} from '../../core/index.ts';

/**
 * The line that is typed at a POSIX shell, which says of none that it has begun, as far as plain text and the keys that erase tell. It stays in memory: what was typed may
 * never have been echoed.
 */
export class PosixLine {
  /** UTF-8; null when other keys have edited it, or nobody knows how it began. */
  #text: number[] | null = null;
  #isEdited = false;
  #isGiven = false;

  /** It is empty now; or holds what nobody knows. */
  restart(isEmpty: boolean): void {
    this.#text = isEmpty ? [] : null;
    this.#isEdited = false;
    this.#isGiven = false;
  }

  /** A ^D has given away what stood on the line where the kernel collects it: the shell has it, and no key takes it back. */
  get isGiven(): boolean {
    return this.#isGiven;
  }

  /** A line editor may have its cursor within the line now, take the next key for a part of this one, or for a command of its vi mode. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** Lines that these keys submit; null for one that is not known. */
  type(bytes: Uint8Array): readonly (string | null)[] {
    const submitted: (string | null)[] = [];
    for (const byte of bytes) {
      if (isEnter(byte)) submitted.push(this.#take());
      else if (byte === INTERRUPT) this.restart(true);
      else if (byte === KILL) this.#text = this.#isEdited ? null : [];
      else if (byte === DELETE || byte === BACKSPACE) this.#erase();
      else if (byte >= SPACE) this.#text?.push(byte);
      else {
        const isEmpty = this.#text?.length === 0;
        this.#isEdited ||= byte === ESCAPE || !isEmpty;
        this.#isGiven ||= byte === END_OF_INPUT && !isEmpty;
        this.#text = null;
      }
    }
    return submitted;
  }

  #take(): string | null {
    const text = this.#text && Buffer.from(this.#text).toString('utf8');
    this.restart(true);
    return text;
  }

  #erase(): void {
    while (((this.#text?.pop() ?? 0) & 0xc0) === 0x80);
  }
}

const BACKSPACE = 8;
const ESCAPE = 0x1b;
const SPACE = 0x20;
const DELETE = 0x7f;
