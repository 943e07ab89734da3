import {Pen} from './pen.ts';

/** The pen as a stretch of raw output leaves it; it begins plain, or as given. Only what changes the style is read. */
export function penAfter(bytes: Uint8Array, before?: Pen): Pen {
  const pen = before?.copy() ?? new Pen();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [sequence, style, modes] of text.matchAll(STYLES)) {
    if (style !== undefined) pen.sgr(style);
    else if (modes !== undefined) pen.decModes(modes, sequence.endsWith('h'));
    else if (sequence === '\x1b7') pen.save(false);
    else if (sequence === '\x1b8') pen.restore(false);
    else pen.reset();
  }
  return pen;
}

/** SGR, DECSET and DECRST, DECSC, DECRC, RIS, DECSTR */
const STYLES = /\x1b(?:\[([\d;:]*)m|\[\?([\d;]*)[hl]|[78c]|\[!p)/g;
