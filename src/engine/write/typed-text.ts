import {END_OF_INPUT} from '../../core/index.ts';
import {keepsLineAtInterrupt} from '../foreground/program-names.ts';
import {endsAsPrompt} from '../foreground/prompt-text.ts';
import {keysIn, leavesEmpty, type TypedKey} from './line-effect.ts';

/** Keys that are kept, at most: more are typed into a text, not at a command line. UTF-16 units. */
const MOST_KEYS = 4096;

/** What is seen of the place where the line stands. */
export interface SeenLine {
  /** The row of the cursor, without blanks at its end. */
  row(): string;
  /** How many line feeds were printed so far. */
  lines(): number;
}

/** A key after which the line is empty where it means to the reader what it usually does: ^C, or ^U with the cursor at the end, or at an empty line ^L and the like. */
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
    const more = plainText(withoutEnd(known === '' ? withoutErasing(bytes) : bytes));
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
    const {key, since = null} = this.#dropped ?? {};
    const mayBeGone = since !== null && !(key === 'interrupt' && keepsLineAtInterrupt(program ?? ''));
    return mayBeGone && this.#known(program) === null;
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
    for (const key of keysIn(bytes)) {
      if (key.isSure && key.effect === 'submits') this.clear();
      else {
        this.#noteOnLine(key);
        this.#noteKey(key);
      }
    }
  }

  /** The line is gone. */
  clear(): void {
    this.#text = '';
    this.#dropped = null;
    this.#prompt = null;
    this.#keys = '';
  }

  #noteKey({effect, isSure, bytes}: TypedKey): void {
    if (isSure && effect === 'interrupts') this.#keys = '';
    else if (this.#keys !== null) this.#keys += decoded(bytes);
    if (this.#keys !== null && this.#keys.length > MOST_KEYS) this.#keys = null;
  }

  #noteOnLine(key: TypedKey): void {
    const {effect, isSure, bytes} = key;
    const isEmpty = this.#text === '';
    const empties = isSure && (effect === 'interrupts' || effect === 'kills');
    if (leavesEmpty(key) && (isEmpty ? isSure : !empties && this.#dropped?.since === '')) return;
    if (isEmpty) this.#prompt = this.#seen.row();
    if (empties || (isEmpty && leavesEmpty(key))) {
      this.#text = null;
      this.#dropped = {key: effect === 'interrupts' ? 'interrupt' : 'kill', atLines: this.#seen.lines(), since: ''};
      return;
    }
    const more = effect === 'text' ? plainText(bytes) : null;
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
        ? this.#prompt !== null && isRow(prompt, this.#prompt) && endsAsPrompt(prompt)
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

/** Without what takes nothing from an empty line. */
function withoutErasing(bytes: Uint8Array): Uint8Array {
  const keys = keysIn(bytes);
  const from = keys.find(({effect, isSure}) => !isSure || (effect !== 'kills' && effect !== 'erases'));
  return from ? bytes.subarray(from.bytes.byteOffset - bytes.byteOffset) : NOTHING;
}

/** A cleared screen leaves what stood on it in the output. */
function isRow(shown: string, row: string): boolean {
  return shown === row || shown.endsWith(`\n${row}`);
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

const NOTHING = new Uint8Array(0);
