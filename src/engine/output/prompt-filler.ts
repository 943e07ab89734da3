/**
 * How line editors tell their prompt from output that has left its line unfinished. readline switches bracketed paste on before it draws the
 * prompt; zsh (PROMPT_SP) and fish mark the end of such output, fill the line up, and begin on the next one:
 * https://zsh.sourceforge.io/Doc/Release/Options.html#Prompting
 */

import {foldOutput} from '../../screen/index.ts';

/** DECSET 2004, xterm's ctlseqs. */
const EDITOR_BEGINS = '\x1b[?2004h';
/** The mark (zsh's `%` or `#` in reverse video, fish's `⏎` in faint), blanks up to the end of the line, and what erases the mark where it stood in front. */
const FILLER =
  /(?:(?:\x1b\[1m)?\x1b\[7m[%#]|(?:\x1b\[2m)?\xe2\x8f\x8e)(?:\x1b\[[\d;]*m|\x1b\(B)*[ ]+\r(?: |\xe2\x8f\x8e ) ?\r/g;
/** The same on a terminal that can do nothing (`TERM=dumb`): a line of it, and back. */
const PLAIN_FILLER = /[%#][ ]{8,}\r \r/g;
/** How zsh begins its prompt where it marks nothing (`unsetopt prompt_sp`), over what was left in the line. */
const PROMPT_BEGINS = /\r\x1b\[0m\x1b\[27m\x1b\[24m\x1b\[J/g;
/** A filler is as long as a line is wide. */
const MOST_FILLER = 2048;
/** No prompt is longer than this. */
const MOST_ROWS = 8192;

/** What a line editor may have drawn as its prompt at the end of this line, most likely first; at last all of it. */
export function promptParts(line: Uint8Array): readonly Uint8Array[] {
  const text = latin1(line);
  const editor = text.lastIndexOf(EDITOR_BEGINS);
  const starts = [editor === -1 ? 0 : editor + EDITOR_BEGINS.length, lastOf(FILLER, text)?.to ?? 0, 0];
  return [...new Set(starts)].map(start => line.subarray(start));
}

/** Output up to where the prompt of one line behind it marks its end; undefined where none does. */
export function beforeFiller(output: Uint8Array): Uint8Array | undefined {
  const start = Math.max(0, output.length - MOST_FILLER);
  const end = latin1(output.subarray(start));
  for (const shape of [FILLER, PLAIN_FILLER, PROMPT_BEGINS]) {
    const filler = lastOf(shape, end);
    if (filler && !end.includes('\n', filler.to)) return output.subarray(0, start + filler.from);
  }
  return undefined;
}

/**
 * Output up to where a line editor that knows pastes begins, when it draws a prompt behind that, of whatever words and rows: it has left off to know
 * them while the line ran, so what the line itself has printed stands in front. zsh draws its prompt first, and nothing behind.
 */
export function beforeEditor(output: Uint8Array): Uint8Array | undefined {
  const start = Math.max(0, output.length - MOST_ROWS);
  const end = latin1(output.subarray(start));
  const editor = end.lastIndexOf(EDITOR_BEGINS);
  if (editor === -1) return undefined;
  const drawn = end.slice(editor + EDITOR_BEGINS.length);
  // Behind rows that are kept free for a menu the cursor goes back up to the prompt.
  const last = drawn.slice(drawn.lastIndexOf('\n') + 1);
  const isDrawn = (drawn.includes('\n') ? last : foldOutput(Buffer.from(last, 'latin1'))).trim() !== '';
  return isDrawn ? output.subarray(0, start + editor) : undefined;
}

function lastOf(shape: RegExp, text: string): {readonly from: number; readonly to: number} | undefined {
  const last = [...text.matchAll(shape)].at(-1);
  return last && {from: last.index, to: last.index + last[0].length};
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
