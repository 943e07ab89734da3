/** What typed bytes do to the line somebody edits. The one definition of "this submits a line". */

export interface LineEffect {
  /** A shell at its prompt, or a program that reads lines, takes the line: Enter in any of its encodings, ^J, or bash's and zsh's ^O. */
  readonly submits: boolean;
  /** ^C: the line is dropped, or the program interrupted. */
  readonly discards: boolean;
  /** ^D: an empty line ends the input, another one is given away as it stands. */
  readonly endsInput: boolean;
}

/** What lies between the marks of a bracketed paste is text, and its line ends submit nothing. */
export function lineEffect(bytes: Uint8Array): LineEffect {
  if (!bytes.some(byte => byte < 0x20)) return NO_EFFECT;
  const typed = withoutPastes(Buffer.from(bytes).toString('latin1'));
  return {
    submits: SUBMITS.test(typed),
    discards: typed.includes('\x03') || CTRL_C.test(typed),
    endsInput: typed.includes('\x04') || CTRL_D.test(typed),
  };
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
  for (const {0: found, index} of typed.matchAll(honoursPastes ? PASTES_AND_ACTS : ACTS)) {
    if (honoursPastes && found.startsWith(PASTE_START)) continue;
    const start = Math.max(0, index - head.length);
    const end = index + found.length - head.length;
    if (end <= 0) continue;
    const type = typeOf(found);
    lines.push({text: bytes.subarray(from, start), act: bytes.subarray(start, end), type});
    from = end;
  }
  if (from < bytes.length) lines.push({text: bytes.subarray(from), act: bytes.subarray(bytes.length), type: 'submits'});
  return lines;
}

/** Of bytes that go as one, where no line editor is asked in the middle. */
export function typeOfAll(pieces: readonly TypedLine[]): TypedLine['type'] {
  const types = new Set(pieces.filter(({act}) => act.length > 0).map(({type}) => type));
  const [only] = types;
  return types.size === 1 && (only === 'lists' || only === 'gives') ? only : 'submits';
}

function typeOf(act: string): TypedLine['type'] {
  if (GIVES.test(act)) return 'gives';
  return LISTS.test(act) ? 'lists' : EXPANDS.test(act) ? 'expands' : 'submits';
}

/** The beginning of a sequence that may go on. */
function beginning(before: string): string {
  return /(?:\x18|\x1b(?:O|\[[\d;:]*)?)$/.exec(before)?.[0] ?? '';
}

/** The line is not the writer's any more: it was taken, dropped or given away. */
export function endsLine(bytes: Uint8Array): boolean {
  const {submits, discards, endsInput} = lineEffect(bytes);
  return submits || discards || endsInput || isKill(bytes);
}

/** ^U alone: what stood before the cursor is gone, and nobody goes on typing it. */
function isKill(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes[0] === 0x15;
}

/** ^L clears the screen; ^A, ^E, ^K, ^U, ^W and the erasing keys move on the line or take from it: an empty one stays so. */
export const LEAVES_EMPTY: ReadonlySet<number> = new Set([0x0c, 0x01, 0x05, 0x0b, 0x15, 0x17, 0x08, 0x7f]);

/** The shell has to answer with a new prompt or a command: the line was taken or dropped. */
export function isAnswered(bytes: Uint8Array): boolean {
  const {submits, discards} = lineEffect(bytes);
  return submits || discards;
}

/** ^C, ^Z or ^\ alone: it waits for no input that nobody reads. */
export function isSignalCharacter(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes.every(isSignal);
}

/** Carriage return or line feed. */
export function isEnter(byte: number): boolean {
  return byte === 0x0d || byte === 0x0a;
}

/** ^C, ^Z and ^\ */
export function isSignal(byte: number): boolean {
  return byte === 0x03 || byte === 0x1a || byte === 0x1c;
}

const NO_EFFECT: LineEffect = {submits: false, discards: false, endsInput: false};

/**
 * CR, LF, ^O (readline `operate-and-get-next`, zsh `accept-line-and-down-history`); Enter of the keypad in application mode (`SS3 M`);
 * Enter, Ctrl+M, Ctrl+J and Ctrl+O of the kitty keyboard protocol (`CSI code ; modifiers u`) and of XTMODKEYS (`CSI 27 ; modifiers ; code ~`).
 */
const SUBMITS = /[\r\n\x0f]|\x1bOM|\x1b\[(?:13|57414|106|109|111)(?:[;:][\d:;]*)?u|\x1b\[27;\d+;(?:10|13|106|109|111)~/;
const CTRL_C = /\x1b\[99;[\d:;]*u|\x1b\[27;\d+;99~/;
const CTRL_D = /\x1b\[100;[\d:;]*u|\x1b\[27;\d+;100~/;

const PASTE_START = '\x1b[200~';
/** An unfinished paste goes on to the end. */
const PASTES = /\x1b\[200~[\s\S]*?(?:\x1b\[201~|$)/g;
/**
 * Beside Enter, in the shells as they come: bash's `edit-and-execute-command` (^X ^E, in vi mode ESC v) runs what an editor leaves, its
 * `shell-expand-line` (ESC ^E) what the line substitutes, `call-last-kbd-macro` (^X e) whatever was typed before; `insert-comment`
 * (ESC #) submits, and so do zsh's `accept-and-hold` (ESC a) and `execute-last-named-cmd` (ESC z). Completion may run something too: zsh
 * expands the word before the cursor (Tab, ^X *, ^X g, with compinit ^X d, ^X m and others), and functions for completion are given it: so
 * whatever follows ^X counts, but a sequence of the terminal's, which begins anew. zsh lists what may stand there at ^D (`delete-char-or-list`) and ESC ^D.
 */
const ACTS = new RegExp(
  `\\x18?(?:${SUBMITS.source})|\\x18[\\x05e]|\\x1b[\\x05#aAvz]|[\\x18\\x1b]?\\t|\\x18[^\\x1b\\x03]|\\x1b[*=?]|\\x1b?(?:\\x04|${CTRL_D.source})`,
  'g',
);
const PASTES_AND_ACTS = new RegExp(`${PASTES.source}|${ACTS.source}`, 'g');
const GIVES = new RegExp(`^\\x1b?(?:\\x04|${CTRL_D.source})$`);
const EXPANDS = /^(?:[\x18\x1b]?\t|[\x18\x1b]\*|\x1b[=?])$/;
const LISTS = /^\x18[^\x05e\r\n\x0f\t*]$/;

function withoutPastes(typed: string): string {
  return typed.includes(PASTE_START) ? typed.replace(PASTES, '') : typed;
}
