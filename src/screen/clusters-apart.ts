import type {IBuffer, IBufferCell, IUnicodeVersionProvider, Terminal} from '@xterm/headless';
import {JOINS} from './bounds/short-clusters.ts';
import type {XtermBuffer, XtermCore, XtermLine} from './bounds/xterm-core.ts';
import {reach} from './reach.ts';

/**
 * What `read` makes of the cells while each that would join the one before it, when both are printed in a row, begins with a NUL: terminals
 * show nothing for it, and what follows joins nothing. Such a cell comes of a combining character after a control sequence. The
 * cells are as before afterwards.
 */
export function withClustersApart<Result>(terminal: Terminal, core: XtermCore, read: () => Result): Result {
  const provider = core.unicodeService._providers[GRAPHEMES];
  const {normal, alternate} = terminal.buffer;
  const {buffers} = core._bufferService;
  const undo = provider
    ? [...separate(normal, buffers.normal, provider), ...separate(alternate, buffers.alt, provider)]
    : [];
  try {
    return read();
  } finally {
    for (const restore of undo) restore();
  }
}

/** The version of Unicode that the graphemes addon registers. */
export const GRAPHEMES = '15-graphemes';
const NUL = '\0';
/** The bit of a cell's content that says: its text is kept apart (xterm.js 6.0.0, `Content.IS_COMBINED_MASK`). */
const IS_COMBINED = 0x200000;
/** Below U+0300 nothing joins what stands before it. */
const MAY_JOIN = /[^\0-\u02ff]/;

function separate(
  buffer: IBuffer,
  {lines}: Pick<XtermBuffer, 'lines'>,
  provider: IUnicodeVersionProvider,
): (() => void)[] {
  const undo: (() => void)[] = [];
  let before = '';
  for (let row = 0; row < buffer.length; row++) {
    const line = buffer.getLine(row);
    const held = lines.get(row);
    if (!line?.isWrapped) before = '';
    if (!line || !held || !MAY_JOIN.test(line.translateToString(true))) {
      before = line?.getCell(line.length - 1)?.getChars() ?? '';
      continue;
    }
    for (let col = 0; col < line.length; col++) {
      const cell = line.getCell(col);
      if (!cell || cell.getWidth() === 0) continue;
      const text = cell.getChars();
      if (MAY_JOIN.test(text) && wouldJoin(before, text, provider)) undo.push(prefix(held, col, cell, text));
      before = text;
    }
  }
  return undo;
}

function wouldJoin(before: string, text: string, provider: IUnicodeVersionProvider): boolean {
  let properties = 0;
  for (const character of before) properties = provider.charProperties(character.codePointAt(0) ?? 0, properties);
  return before !== '' && (provider.charProperties(text.codePointAt(0) ?? 0, properties) & JOINS) !== 0;
}

/** Returns what takes it back. */
function prefix(line: XtermLine, col: number, cell: IBufferCell, text: string): () => void {
  const content = reach(cell, 'content');
  if (typeof content !== 'number') return () => undefined;
  line.setCell(col, Object.assign(cell, {content: content | IS_COMBINED, combinedData: NUL + text}));
  return () => line.setCell(col, Object.assign(cell, {content, combinedData: text}));
}
