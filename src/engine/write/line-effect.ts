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

/** What is typed on a line, and the bytes that then submit it; no such bytes behind the last one. */
export interface TypedLine {
  readonly text: Uint8Array;
  readonly enter: Uint8Array;
}

/** The same bytes, cut before and behind whatever submits a line. */
export function splitAtEnters(bytes: Uint8Array): readonly TypedLine[] {
  const typed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines: TypedLine[] = [];
  let from = 0;
  for (const {0: found, index} of typed.matchAll(PASTES_AND_ENTERS)) {
    if (found.startsWith(PASTE_START)) continue;
    const end = index + found.length;
    lines.push({text: bytes.subarray(from, index), enter: bytes.subarray(index, end)});
    from = end;
  }
  if (from < bytes.length) lines.push({text: bytes.subarray(from), enter: bytes.subarray(bytes.length)});
  return lines;
}

/** The line is not the writer's any more: it was taken, dropped or given away. */
export function endsLine(bytes: Uint8Array): boolean {
  const {submits, discards, endsInput} = lineEffect(bytes);
  return submits || discards || endsInput;
}

/** The shell has to answer with a new prompt or a command: the line was taken or dropped. */
export function isAnswered(bytes: Uint8Array): boolean {
  const {submits, discards} = lineEffect(bytes);
  return submits || discards;
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
const PASTES_AND_ENTERS = new RegExp(`${PASTES.source}|${SUBMITS.source}`, 'g');

function withoutPastes(typed: string): string {
  return typed.includes(PASTE_START) ? typed.replace(PASTES, '') : typed;
}
