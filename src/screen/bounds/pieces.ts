import {withoutBrokenStart} from '../fold/safe-points.ts';

/** Where a piece of `bytes` that begins at `from` ends: so much is drawn in one step; with care, one control sequence. */
export function pieceEnd(bytes: Uint8Array, from: number, isCareful: boolean): number {
  if (!isCareful) return Math.min(from + PIECE_BYTES, bytes.length);
  const end = Math.min(from + CAREFUL_BYTES, bytes.length);
  const isEscape = bytes[from] === ESC && bytes[from + 1] === BRACKET;
  if (isEscape || (bytes[from] === C1_LEAD && bytes[from + 1] === C1_CSI)) {
    const final = bytes.subarray(from + 2, end).findIndex(byte => byte >= 0x40 && byte <= 0x7e);
    if (final >= 0) return from + 2 + final + 1;
  }
  const next = bytes.subarray(from + 1, end).findIndex(byte => byte === ESC || byte === C1_LEAD);
  return next < 0 ? end : from + 1 + next;
}

/** From where on the end of a backlog has work of its own: it is what the screen shows in the end. */
export function tailStart(bytes: Uint8Array, cells: number): number {
  const tail = Math.min(Math.max(Math.floor((TAIL_BYTES * USUAL_CELLS) / cells), LEAST_BYTES), TAIL_BYTES);
  return Math.max(0, bytes.length - tail);
}

/** Where drawing can begin again at or after `from`, when what is before is left out. */
export function resumeAt(bytes: Uint8Array, from: number): number {
  return bytes.length - withoutBrokenStart(bytes.subarray(from)).length;
}

/** The alternate screen as the last of these bytes leave it; undefined when they do not switch. */
export function lastSwitch(bytes: Uint8Array): 'on' | 'off' | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let last: string | undefined;
  for (const [, how] of text.matchAll(SWITCH)) last = how;
  if (last === undefined) return undefined;
  return last === 'h' ? 'on' : 'off';
}

const PIECE_BYTES = 16 * 1024;
const CAREFUL_BYTES = 1024;
const TAIL_BYTES = 8 * 1024;
/** So little is drawn whatever it costs. */
export const LEAST_BYTES = 64;
/** Of a grid on which a tail can never take longer than a moment. */
const USUAL_CELLS = 10_000;
const ESC = 0x1b;
const BRACKET = 0x5b;
/** Begins the C1 control characters in UTF-8. */
const C1_LEAD = 0xc2;
const C1_CSI = 0x9b;
const SWITCH = /\x1b\[\?(?:\d{1,4};)*(?:47|1047|1049)(?:;\d{1,4})*([hl])/g;
