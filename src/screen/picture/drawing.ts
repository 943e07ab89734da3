/** What is to be drawn of a screen, in pixels and colours: the one source of PNG and SVG. */
import type {CellStyle, ScreenGrid} from './grid/screen-grid.ts';
import type {CellSize} from './shapes/cell-size.ts';
import {underlinePath} from './shapes/decoration.ts';
import {type Path, rectangle} from './shapes/path.ts';
import {type Ink, inkOf, mix, type Theme} from './theme.ts';

export interface ColouredRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly colour: number;
}

export interface ColouredArea {
  readonly path: Path;
  readonly colour: number;
}

export interface PlacedText {
  /** Of the cell’s upper left corner. */
  readonly left: number;
  readonly top: number;
  readonly glyph: GlyphReference;
  readonly colour: number;
}

/** Enough to find a glyph in a cache. */
export interface GlyphReference {
  readonly text: string;
  readonly cells: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly background: number;
  /** Drawn first: backgrounds of cells, on whole pixels. */
  readonly rectangles: readonly ColouredRectangle[];
  readonly texts: readonly PlacedText[];
  /** Drawn last: lines of texts, and a cursor that is a line. */
  readonly lines: readonly ColouredArea[];
}

export interface DrawingOptions {
  readonly theme: Theme;
  readonly size: CellSize;
  /** Cells that are to stand out, as `row * cols + col`; the others are paled. */
  readonly marked?: ReadonlySet<number> | undefined;
}

/** Lays out a screen; which glyphs the texts have is not asked here. */
export function drawScreen(grid: ScreenGrid, {theme, size, marked}: DrawingOptions): Drawing {
  const rectangles: ColouredRectangle[] = [];
  const texts: PlacedText[] = [];
  const lines: ColouredArea[] = [];
  const inks = grid.styles.map(style => inkOf(style, theme));
  const pale = inks.map(ink => paled(ink, theme));
  const {cursor} = grid;
  for (let row = 0; row < grid.rows; row++) {
    const top = row * size.height;
    for (let col = 0; col < grid.cols; col++) {
      const at = row * grid.cols + col;
      const cells = grid.widths[at] ?? 1;
      if (cells === 0) continue;
      const index = grid.styleOf[at] ?? 0;
      const style = grid.styles[index];
      const cellInk = (marked && !marked.has(at) ? pale : inks)[index];
      if (!style || !cellInk) continue;
      const isUnderCursor = cursor.visible && cursor.row === row && cursor.col >= col && cursor.col < col + cells;
      const hasBlock = isUnderCursor && cursor.shape === 'block';
      const ink = hasBlock
        ? {...cellInk, foreground: theme.background, background: theme.cursor, isPlain: false}
        : cellInk;
      const left = col * size.width;
      const right = Math.min(col + cells, grid.cols) * size.width;
      if (!ink.isPlain) {
        const last = rectangles.at(-1);
        const goesOn = last?.top === top && last.right === left && last.colour === ink.background;
        if (goesOn) rectangles.pop();
        const from = goesOn ? last.left : left;
        rectangles.push({left: from, top, right, bottom: top + size.height, colour: ink.background});
      }
      const text = grid.texts[at] ?? '';
      if (text !== '' && !style.invisible) {
        const glyph = {text, cells, bold: style.bold, italic: style.italic};
        texts.push({left, top, glyph, colour: ink.foreground});
      }
      if (index !== 0) lines.push(...linesOf(style, ink, {left, top, right}, size));
      if (isUnderCursor && !hasBlock) lines.push(cursorLine(cursor.shape, {left, top, right}, theme.cursor, size));
    }
  }
  const [width, height] = [grid.cols * size.width, grid.rows * size.height];
  return {width, height, background: theme.background, rectangles, texts, lines};
}

/** What has not changed, when the changes are to be seen. */
function paled(ink: Ink, theme: Theme): Ink {
  const fade = (colour: number): number => mix(theme.background, colour, 0.35);
  return {...ink, foreground: fade(ink.foreground), background: fade(ink.background), underline: fade(ink.underline)};
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
}

function linesOf(style: CellStyle, ink: Ink, {left, top, right}: Box, size: CellSize): ColouredArea[] {
  const lines: ColouredArea[] = [];
  const line = (offset: number): Path => rectangle(left, top + offset, right, top + offset + size.line);
  if (style.underline !== 'none')
    lines.push({path: underlinePath(style.underline, {left, top, right}, size), colour: ink.underline});
  if (style.strikethrough)
    lines.push({path: line(Math.round(size.baseline - 0.27 * size.fontSize)), colour: ink.foreground});
  if (style.overline) lines.push({path: line(0), colour: ink.foreground});
  return lines;
}

function cursorLine(
  shape: 'underline' | 'bar' | 'block',
  {left, top, right}: Box,
  colour: number,
  size: CellSize,
): ColouredArea {
  const bottom = top + size.height;
  const path =
    shape === 'bar'
      ? rectangle(left, top, left + size.line, bottom)
      : rectangle(left, bottom - size.line, right, bottom);
  return {path, colour};
}
