/** Keys before a paste that may take its mark for themselves: what it holds would be keys then, and each of its line ends an Enter. */
import {CottyError} from '../../core/index.ts';

/**
 * The mark of a paste that comes now may not be read as one, as what was typed since the last Enter or Ctrl+C holds a key that line editors wait for more
 * behind (^V, ^X, ^], Escape), or that leads to other keys. `before`: the same of what was typed before.
 */
export function mayTakeMark(typed: string, before: boolean): boolean {
  const end = Math.max(...[...'\r\n\x03'].map(key => typed.lastIndexOf(key)));
  const since = typed.slice(end + 1);
  if (before && end < 0) return true;
  // Nobody knows what comes within a paste that has not ended.
  return since.lastIndexOf(START) > since.lastIndexOf(END) || !HARMLESS.test(since.replace(WHOLE, ''));
}

/** Lines of a paste in it may be entered one by one. `before`: as told of what was typed before. Takes time in proportion to its length. */
export function mayEnterPasted(bytes: Uint8Array, before: boolean): boolean {
  const typed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let isTaken = before;
  let from = 0;
  for (let start = typed.indexOf(START); start >= 0; start = typed.indexOf(START, from)) {
    isTaken = mayTakeMark(typed.slice(from, start), isTaken);
    const end = typed.indexOf(END, start);
    from = end < 0 ? typed.length : end + END.length;
    if (isTaken && ENDS_LINE.test(typed.slice(start, from))) return true;
  }
  return false;
}

export function markMayBeTaken(): CottyError {
  return new CottyError(
    'input_held',
    'A key was typed on this line behind which the line editor may take the beginning of a paste for a part of that key: each line of it would be entered. Nothing of it was typed.',
    'Drop the line with send_control character=C, or end it with Enter; then call again.',
  );
}

const START = '\x1b[200~';
const END = '\x1b[201~';
/** Pastes, and sequences of the terminal's, as for an arrow. */
const WHOLE = /\x1b\[200~[\s\S]*?\x1b\[201~|\x1bO[A-DFHPQRS]|\x1b\[[\d;]*[A-DFH~]/g;
/** Text, and keys that are whole with the keys of Emacs, and text or whole with those of vi. */
const HARMLESS = /^[\x20-\x7e\x80-\xff\x01\x02\x05\x06\x08\x0b\x0c\x0e\x10\x14\x15\x17\x19\x7f]*$/;
const ENDS_LINE = /[\r\n\x0f]/;
