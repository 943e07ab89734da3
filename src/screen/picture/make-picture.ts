import {CottyError} from '../../core/index.ts';
import {toAnsi} from './formats/to-ansi.ts';
import {toHtml} from './formats/to-html.ts';
import {toSvg} from './formats/to-svg.ts';
import {textRows, toText} from './formats/to-text.ts';
import {compareGrids, type GridChanges} from './grid/compare-grids.ts';
import type {ScreenGrid} from './grid/screen-grid.ts';
import type {Painter} from './painter.ts';
import type {ChangedRow, Picture, PictureOrder} from './picture-messages.ts';
import type {Canvas} from './raster/canvas.ts';
import {encodePng} from './raster/encode-png.ts';
import {themes} from './theme.ts';

/** Carries out an order. Throws `too_large` for more pixels than are drawn. */
export async function makePicture(order: PictureOrder, painter: Painter): Promise<Picture> {
  const {grid, before, format, theme, scale} = order;
  const changes = before && compareGrids(before, grid);
  const rows = before && changes ? changedRows(before, grid, changes) : [];
  const whole = {missing: [], hidden: 0, changes: rows, size: null};
  switch (format) {
    case 'html':
      return {...whole, bytes: Buffer.from(toHtml(grid, themes[theme]))};
    case 'ansi':
      return {...whole, bytes: Buffer.from(toAnsi(grid))};
    case 'text': {
      const {text, hidden} = toText(grid);
      return {...whole, bytes: Buffer.from(text), hidden};
    }
    case 'pixels':
    case 'png':
    case 'svg': {
      if (format !== 'svg') requireDrawable(grid, scale);
      const prepared = await painter.prepare(grid, {theme, scale, marked: changes?.cells});
      const {missing, drawing} = prepared;
      const bytes = format === 'svg' ? Buffer.from(toSvg(grid, prepared)) : inForm(format, painter.paint(prepared));
      return {...whole, bytes, missing, size: {width: drawing.width, height: drawing.height}};
    }
    default:
      return format satisfies never;
  }
}

function inForm(format: 'png' | 'pixels', canvas: Canvas): Uint8Array {
  if (format === 'png') return encodePng(canvas);
  const {buffer, byteOffset, byteLength} = canvas.pixels;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Four bytes each while they are drawn. */
const MOST_PIXELS = 40_000_000;

function requireDrawable({cols, rows}: ScreenGrid, scale: number): void {
  if (cols * 9 * scale * rows * 18 * scale <= MOST_PIXELS) return;
  throw new CottyError(
    'too_large',
    `A picture of ${cols} by ${rows} cells at scale ${scale} would have more than ${MOST_PIXELS} pixels.`,
    'Ask for a smaller scale, for format svg or html, or make the session smaller.',
  );
}

function changedRows(before: ScreenGrid, after: ScreenGrid, changes: GridChanges): ChangedRow[] {
  const [was, is] = [textRows(before), textRows(after)];
  return changes.rows.map(row => ({row, before: was[row] ?? '', after: is[row] ?? ''}));
}
