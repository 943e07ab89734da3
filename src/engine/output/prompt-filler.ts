/**
 * How line editors tell their prompt from output that has left its line unfinished. readline switches bracketed paste on before it draws the
 * prompt; zsh (PROMPT_SP) and fish mark the end of such output, fill the line up, and begin on the next one:
 * https://zsh.sourceforge.io/Doc/Release/Options.html#Prompting
 */

/** DECSET 2004, xterm's ctlseqs. */
const EDITOR_BEGINS = '\x1b[?2004h';
/** The mark (zsh's `%` or `#` in reverse video, fish's `⏎` in faint), blanks up to the end of the line, and what erases the mark where it stood in front. */
const FILLER =
  /(?:(?:\x1b\[1m)?\x1b\[7m[%#]|(?:\x1b\[2m)?\xe2\x8f\x8e)(?:\x1b\[[\d;]*m|\x1b\(B)*[ ]+\r(?: |\xe2\x8f\x8e ) ?\r/g;
/** A filler is as long as a line is wide. */
const MOST_FILLER = 2048;

/** What a line editor may have drawn as its prompt at the end of this line, most likely first; at last all of it. */
export function promptParts(line: Uint8Array): readonly Uint8Array[] {
  const text = latin1(line);
  const editor = text.lastIndexOf(EDITOR_BEGINS);
  const starts = [editor === -1 ? 0 : editor + EDITOR_BEGINS.length, lastFiller(text)?.to ?? 0, 0];
  return [...new Set(starts)].map(start => line.subarray(start));
}

/** Output up to where the prompt of one line behind it marks its end; undefined where none does. */
export function beforeFiller(output: Uint8Array): Uint8Array | undefined {
  const start = Math.max(0, output.length - MOST_FILLER);
  const filler = lastFiller(latin1(output.subarray(start)));
  const isPrompt = filler && !output.subarray(start + filler.to).includes(10);
  return isPrompt ? output.subarray(0, start + filler.from) : undefined;
}

function lastFiller(text: string): {readonly from: number; readonly to: number} | undefined {
  const last = [...text.matchAll(FILLER)].at(-1);
  return last && {from: last.index, to: last.index + last[0].length};
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
