import {keepsLineAtInterrupt} from '../foreground/program-names.ts';
import {endsAsPrompt} from '../foreground/prompt-text.ts';
import {isEnter, isSignal} from './line-effect.ts';

/** Keys that are kept, at most: more are typed into a text, not at a command line. UTF-16 units. */
const MOST_KEYS = 4096;

/** What is seen of the place where the line stands. */
export interface SeenLine {
  /** The row of the cursor, without blanks at its end. */
  row(): string;
  /** How many line feeds were printed so far. */
  lines(): number;
}

/** A key after which the line is empty where it means to the reader what it usually does: ^C, or ^U with the cursor at the end. */
interface Dropped {
  readonly key: 'interrupt' | 'kill';
  readonly atLines: number;
  /** Plain text that was typed since; null when keys have edited it. */
  readonly since: string | null;
}

/**
 * What was typed since the last Enter, where no line editor can be asked: as long as it was plain text, that is what stands there. That a key has
 * emptied the line is believed when the prompt stands bare before what was typed since.
 */
export class TypedText {
  #seen: SeenLine;
  #text: string | null = '';
  #dropped: Dropped | null = null;
  /** The row before anything was typed. */
  #prompt: string | null = null;
  /** The same with the keys that edit; null when there are too many. */
  #keys: string | null = '';
  /** Line feeds that were printed before the newest key. */
  #typedAtLines = 0;

  constructor(seen: SeenLine) {
    this.#seen = seen;
  }

  /** What `program` would take if `bytes` were typed now, without the Enter at their end; null when keys have edited it. */
  with(bytes: Uint8Array, program: string | null = null): string | null {
    const known = this.#known(program);
    const more = plainText(withoutEnd(bytes));
    return known === null || more === null ? null : (known + more).replace(/\n$/, '');
  }

  /**
   * The same with text that was typed and does not stand on its row, `more` behind it. As a rule another program has read it; but where it was not
   * echoed, or painted over, it stands there still. Undefined where nothing of the kind was typed.
   */
  withUnseen(more: string): string | undefined {
    return this.#text === null || this.#text === '' || this.#isOnRow(this.#text) ? undefined : this.#text + more;
  }

  /** What it would take if the line were typed at what looks like its prompt: what was left there stands before it. Null when nobody knows what that is. */
  before(line: string, program: string | null): string | null {
    const known = this.#known(program);
    if (known !== null) return known + line;
    return this.#prompt === null || this.#seen.row() === this.#prompt ? line : null;
  }

  /** Plain text that was typed since the last Enter, and is seen to stand there. */
  get isStanding(): boolean {
    const line = this.#text?.slice(this.#text.lastIndexOf('\n') + 1).trimEnd() ?? '';
    return line !== '' && this.#seen.row().endsWith(line);
  }

  /** Plain text was typed since the last Enter, and stands on its row behind what stood there before, and nothing behind it. */
  get isAlone(): boolean {
    const [text, prompt] = [this.#text?.trim() ?? '', this.#prompt ?? ''];
    const row = this.#seen.row();
    return text !== '' && prompt !== '' && row.startsWith(prompt) && row.slice(prompt.length).trim() === text;
  }

  /** The last key waits for the next: what comes is a part of it, and no text. Behind a new line another program has had it. */
  get isWithinKey(): boolean {
    return PREFIXES.has(this.#keys?.at(-1) ?? '') && this.#seen.lines() === this.#typedAtLines;
  }

  /** What was typed may stand on the row in a moment, or a prompt behind ^C. */
  isOnItsWay(program: string | null): boolean {
    if (this.#text !== null) return !this.#isOnRow(this.#text);
    return this.#dropped?.key === 'interrupt' && !keepsLineAtInterrupt(program ?? '') && this.#known(program) === null;
  }

  /** All keys since the last Enter, as terminals send them, with `bytes` but for the Enter at their end; null when there are too many. */
  keysWith(bytes: Uint8Array): string | null {
    const keys = this.#keys === null ? null : this.#keys + decoded(bytes).replace(/[\r\n]$/, '');
    return keys === null || keys.length > MOST_KEYS ? null : keys;
  }

  /** Before what was typed since the last Enter this stood on its row; null when nobody has seen it. */
  get prompt(): string | null {
    return this.#prompt;
  }

  /** These were typed when the row was seen like this. */
  recall(bytes: Uint8Array, seen: SeenLine): void {
    const now = this.#seen;
    this.#seen = seen;
    this.note(bytes);
    this.#seen = now;
  }

  /** These were typed. */
  note(bytes: Uint8Array): void {
    this.#typedAtLines = this.#seen.lines();
    const end = bytes.findLastIndex(isEnter);
    if (end >= 0) this.clear();
    this.#noteLine(bytes.subarray(end + 1));
    const lastEnd = bytes.findLastIndex(byte => isEnter(byte) || byte === INTERRUPT);
    if (lastEnd >= 0) this.#keys = '';
    this.#keys = this.#keys === null ? null : this.#keys + decoded(bytes.subarray(lastEnd + 1));
    if (this.#keys !== null && this.#keys.length > MOST_KEYS) this.#keys = null;
  }

  /** The line is gone. */
  clear(): void {
    this.#text = '';
    this.#dropped = null;
    this.#prompt = null;
    this.#keys = '';
  }

  #noteLine(bytes: Uint8Array): void {
    // An empty line stays so.
    const typed = this.#text === '' ? bytes.subarray(bytes.findIndex(byte => !leavesEmpty(byte))) : bytes;
    if (typed.length === 0 || (this.#text === '' && bytes.every(leavesEmpty))) return;
    if (this.#text === '') this.#prompt = this.#seen.row();
    const at = typed.findLastIndex(isDrop);
    if (at >= 0) {
      this.#text = null;
      const key = typed[at] === INTERRUPT ? 'interrupt' : 'kill';
      this.#dropped = {key, atLines: this.#seen.lines(), since: ''};
    }
    const more = plainText(typed.subarray(at + 1));
    this.#text = this.#text === null || more === null ? null : this.#text + more;
    if (!this.#dropped) return;
    const {since} = this.#dropped;
    this.#dropped = {...this.#dropped, since: since === null || more === null ? null : since + more};
  }

  #known(program: string | null): string | null {
    // What another program has taken stands before no prompt.
    if (this.#text !== null) return this.#isOnRow(this.#text) ? this.#text : '';
    const dropped = this.#dropped;
    if (!dropped || dropped.since === null) return null;
    const row = this.#seen.row();
    const typed = dropped.since.trimEnd();
    if (!row.endsWith(typed)) return null;
    const prompt = row.slice(0, row.length - typed.length).trimEnd();
    const isBare =
      dropped.key === 'kill'
        ? prompt === this.#prompt && endsAsPrompt(prompt)
        : this.#seen.lines() > dropped.atLines && endsAsPrompt(prompt) && !keepsLineAtInterrupt(program ?? '');
    return isBare ? dropped.since : null;
  }

  /** False where a prompt is seen and nothing of it. */
  #isOnRow(text: string): boolean {
    const line = text.slice(text.lastIndexOf('\n') + 1).trimEnd();
    const row = this.#seen.row();
    return line === '' || row.endsWith(line) || !endsAsPrompt(row);
  }
}

/** Escape, and ^V, behind which the next character is taken as it is. */
const PREFIXES: ReadonlySet<string> = new Set(['\u001b', '\u0016']);
const INTERRUPT = 0x03;
const END_OF_INPUT = 0x04;
const KILL = 0x15;

function isDrop(byte: number): boolean {
  return byte === INTERRUPT || byte === KILL;
}

/** Behind ^D, ^Z and ^\\ too: they end the input of a program, stop it or end it, and put nothing on a line. */
function leavesEmpty(byte: number): boolean {
  return isDrop(byte) || byte === END_OF_INPUT || isSignal(byte);
}

/** Without the ^D that gives them away. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex(byte => byte !== END_OF_INPUT) + 1);
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
