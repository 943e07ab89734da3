/** What typed bytes do to the line somebody edits: the one definition of what submits it, ends it, or leaves an empty one empty. */
import {isSignal, KILL} from '../../core/index.ts';
import {viCommands} from './vi-commands.ts';

/** One key, or text: as bytes, and what they do to the line of whoever reads them. */
export interface TypedKey {
  readonly bytes: Uint8Array;
  readonly effect: KeyEffect;
  /** To everybody who reads lines: the kernel, and line editors with the keys of Emacs and of vi. To others it is perhaps text. */
  readonly isSure: boolean;
}

/**
 * `text` stands on the line: characters, and all that lies between the marks of a paste. `interrupts` is ^C, `stops` ^Z and ^\, `kills` ^U; `erases` what takes less
 * from the line or moves on it. What `other` keys put there nobody knows.
 */
type KeyEffect = 'text' | 'submits' | 'interrupts' | 'stops' | 'endsInput' | 'kills' | 'erases' | 'other';

/** In the order in which they were typed. A key that comes in several writes is told in one alone. */
export function keysIn(bytes: Uint8Array): readonly TypedKey[] {
  const typed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return Array.from(typed.matchAll(KEYS), ({0: key, index}) => ({
    bytes: bytes.subarray(index, index + key.length),
    ...(CONTROLS.get(key) ?? readAs(key)),
  }));
}

/** An empty line stays empty. */
export function leavesEmpty({effect}: TypedKey): boolean {
  return effect !== 'text' && effect !== 'submits' && effect !== 'other';
}

export interface LineEffect {
  /** A shell at its prompt, or a program that reads lines, takes the line: Enter in any of its encodings, ^J, or bash's and zsh's ^O. */
  readonly submits: boolean;
  /** ^C: the line is dropped, or the program interrupted. */
  readonly discards: boolean;
  /** ^D: an empty line ends the input, another one is given away as it stands. */
  readonly endsInput: boolean;
}

export function lineEffect(bytes: Uint8Array): LineEffect {
  const effects = new Set(bytes.some(byte => byte < 0x20) ? keysIn(bytes).map(({effect}) => effect) : []);
  return {submits: effects.has('submits'), discards: effects.has('interrupts'), endsInput: effects.has('endsInput')};
}

/** What is typed on a line, and the bytes that then do something with it; no such bytes behind the last one. */
export interface TypedLine {
  readonly text: Uint8Array;
  readonly act: Uint8Array;
  /**
   * `expands`: completion, in which a shell may run what the line holds; `lists`: the same by keys that mean much else to other programs;
   * `gives`: ^D, which lists in zsh, and gives a line away where the kernel collects it, or ends an input.
   */
  readonly type: 'submits' | 'expands' | 'lists' | 'gives';
}

export interface ReadBytes {
  /** What was typed right before: the beginning of a sequence may be among it. */
  readonly before: string;
  /** Whoever reads knows the marks of a paste, so that line ends between them are text. */
  readonly honoursPastes: boolean;
}

/** The bytes make somebody run something: they submit a line, or ask to expand it. */
export function acts(bytes: Uint8Array, read: ReadBytes): boolean {
  return splitAtActs(bytes, read).some(({act}) => act.length > 0);
}

/** The same bytes, cut before and behind whatever submits or expands a line. */
export function splitAtActs(bytes: Uint8Array, {before, honoursPastes}: ReadBytes): readonly TypedLine[] {
  const head = beginning(before);
  const typed = head + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines: TypedLine[] = [];
  let from = 0;
  for (const act of actsIn(typed, honoursPastes)) {
    const start = Math.max(0, act.start - head.length);
    const end = act.end - head.length;
    if (start < from || end <= 0) continue;
    lines.push({text: bytes.subarray(from, start), act: bytes.subarray(start, end), type: act.type});
    from = end;
  }
  if (from < bytes.length) lines.push({text: bytes.subarray(from), act: bytes.subarray(bytes.length), type: 'submits'});
  return lines;
}

function typeOf(act: string): TypedLine['type'] {
  if (GIVES.test(act)) return 'gives';
  return SUBMITS.test(act) ? 'submits' : EXPANDS.test(act) ? 'expands' : 'lists';
}

/** In order; one may lie within the one before. */
function actsIn(
  typed: string,
  honoursPastes: boolean,
): readonly {start: number; end: number; type: TypedLine['type']}[] {
  const found = Array.from(typed.matchAll(honoursPastes ? PASTES_AND_ACTS : ACTS), ({0: act, index}) => ({
    start: index,
    end: index + act.length,
    type: typeOf(act),
    isPaste: honoursPastes && act.startsWith(PASTE_START),
  })).filter(({isPaste}) => !isPaste);
  return [...viCommands(typed, honoursPastes).acts, ...found].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
}

/** The beginning of a sequence that may go on, at the end of what was typed. */
export function beginning(typed: string): string {
  return typed.endsWith('\x18') ? '\x18' : viCommands(typed, false).open;
}

/** The line is not the writer's any more: it was taken, dropped or given away. */
export function endsLine(bytes: Uint8Array): boolean {
  const {submits, discards, endsInput} = lineEffect(bytes);
  // Behind ^U alone what stood before the cursor is gone, and nobody goes on typing it.
  return submits || discards || endsInput || (bytes.length === 1 && bytes[0] === KILL);
}

/** The shell has to answer with a new prompt or a command: the line was taken or dropped. */
export function isAnswered(bytes: Uint8Array): boolean {
  const {submits, discards} = lineEffect(bytes);
  return submits || discards;
}

/** A line, or a character that makes a signal: whoever reads has something to answer, or is stopped. */
export function isLineOrSignal(bytes: Uint8Array): boolean {
  return isAnswered(bytes) || bytes.some(isSignal);
}

/** ^C, ^Z or ^\ alone: it waits for no input that nobody reads. */
export function isSignalCharacter(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes.every(isSignal);
}

/**
 * Enter of the keypad in application mode (`SS3 M`); Enter, Ctrl+M, Ctrl+J and Ctrl+O of the kitty keyboard protocol (`CSI code ; modifiers u`) and of
 * XTMODKEYS (`CSI 27 ; modifiers ; code ~`).
 */
const ENTER = /\x1bOM|\x1b\[(?:13|57414|106|109|111)(?:[;:][\d:;]*)?u|\x1b\[27;\d+;(?:10|13|106|109|111)~/;
const CTRL_C = /\x1b\[99;[\d:;]*u|\x1b\[27;\d+;99~/;
const CTRL_D = /\x1b\[100;[\d:;]*u|\x1b\[27;\d+;100~/;

type ReadAs = Omit<TypedKey, 'bytes'>;

function all(characters: string, as: ReadAs): readonly (readonly [string, ReadAs])[] {
  return [...characters].map(character => [character, as]);
}

/** Text, and sequences that only those know who have asked for them. */
function readAs(key: string): ReadAs {
  if (!CONTROL.test(key.charAt(0)) || key.startsWith(PASTE_START)) return {effect: 'text', isSure: true};
  const effect = ENTER.test(key)
    ? 'submits'
    : CTRL_C.test(key)
      ? 'interrupts'
      : CTRL_D.test(key)
        ? 'endsInput'
        : 'other';
  return {effect, isSure: false};
}

const PASTE_START = '\x1b[200~';
/** An unfinished paste goes on to the end. */
const PASTES = /\x1b\[200~[\s\S]*?(?:\x1b\[201~|$)/;

/**
 * As bash, zsh, fish, dash and Python's REPL were seen to take them, on an empty line and behind text, with the keys of Emacs and of vi, and the kernel for
 * those without a line editor. ^A, ^E, ^K and ^L are text with the keys of vi, and to the kernel, and to that so is ^H. ^O (readline `operate-and-get-next`, zsh
 * `accept-line-and-down-history`) submits, and puts a line from the history there; to the kernel it is text.
 */
const CONTROLS: ReadonlyMap<string, ReadAs> = new Map([
  ...all('\r\n', {effect: 'submits', isSure: true}),
  ...all('\x0f', {effect: 'submits', isSure: false}),
  ...all('\x03', {effect: 'interrupts', isSure: true}),
  ...all('\x1a\x1c', {effect: 'stops', isSure: true}),
  ...all('\x04', {effect: 'endsInput', isSure: true}),
  ...all('\x15', {effect: 'kills', isSure: true}),
  ...all('\x17\x7f', {effect: 'erases', isSure: true}),
  ...all('\x01\x05\x08\x0b\x0c', {effect: 'erases', isSure: false}),
]);
const CONTROL = /[\x00-\x1f\x7f]/;
const KEYS = new RegExp(
  [PASTES, ENTER, CTRL_C, CTRL_D, CONTROL, /[^\x00-\x1f\x7f]+/].map(({source}) => source).join('|'),
  'g',
);

/**
 * Beside Enter and commands of vi, in the shells as they come: bash's `edit-and-execute-command` (^X ^E) runs what an editor leaves, its
 * `shell-expand-line` (ESC ^E) what the line substitutes, `call-last-kbd-macro` (^X e) whatever was typed before; zsh's `accept-and-hold` (ESC a)
 * and `execute-last-named-cmd` (ESC z) submit. Completion may run something too: zsh expands the word before the cursor (Tab, ^X *, ^X g, with compinit ^X d, ^X m and others,
 * ^G with the keys of vi), bash completes by ^N and ^P with the keys of vi, and functions for completion are given it: so whatever follows ^X counts, but
 * a sequence of the terminal's, which begins anew. zsh lists what may stand there at ^D (`delete-char-or-list`) and ESC ^D. fish evaluates the word before the
 * cursor to show a file (ESC o). What Escape makes of other characters counts, unless it is known to move, to erase, or to fetch lines of before.
 */
const ACTS = new RegExp(
  `\\x18?(?:[\\r\\n\\x0f]|${ENTER.source})|\\x18[\\x05e]|\\x1b[\\x05aAz]|[\\x18\\x1b]?\\t|\\x18[^\\x1b\\x03\\x16]|\\x1b[*=?]|\\x1b[^\\x00-\\x1f\\x7fbBfFdDuUcCtTyYiIjklr<>,_0-9\\-nNpP[O]|\\x1b\\[(?:27;\\d+;\\d+~|\\d+[;:][\\d:;]*u)|[\\x07\\x0e\\x10]|\\x1b?(?:\\x04|${CTRL_D.source})`,
  'g',
);
const PASTES_AND_ACTS = new RegExp(`${PASTES.source}|${ACTS.source}`, 'g');
const GIVES = new RegExp(`^\\x1b?(?:\\x04|${CTRL_D.source})$`);
const SUBMITS = new RegExp(`^(?:\\x18?(?:[\\r\\n\\x0f]|${ENTER.source})|\\x18[\\x05e]|\\x1b[\\x05aAz])$`);
const EXPANDS = /^(?:[\x18\x1b]?\t|[\x18\x1b]\*|\x1b[=?])$/;
