import {type Drawing, drawScreen, type GlyphReference} from './drawing.ts';
import {FontSet} from './fonts/font-set.ts';
import type {ScreenGrid} from './grid/screen-grid.ts';
import {Canvas} from './raster/canvas.ts';
import {type Bitmap, decodePng} from './raster/decode-png.ts';
import {fillPath, type Mask} from './raster/fill-path.ts';
import {scaleBitmap} from './raster/scale-bitmap.ts';
import {type CellSize, cellSize} from './shapes/cell-size.ts';
import {type Glyph, makeGlyph} from './shapes/glyph.ts';
import {type ThemeName, themes} from './theme.ts';

export interface PaintOptions {
  readonly theme: ThemeName;
  /** 1 to 4; at 1 a cell has 9 by 18 pixels. */
  readonly scale: number;
  /** Cells that are to stand out, as `row * cols + col`. */
  readonly marked?: ReadonlySet<number> | undefined;
}

/** A drawing with all its glyphs. */
export interface PreparedDrawing {
  readonly drawing: Drawing;
  readonly size: CellSize;
  /** Of each text of the drawing. */
  readonly glyphs: readonly Glyph[];
  /** Graphemes that no font here has, each once. */
  readonly missing: readonly string[];
}

/** A glyph as pixels. */
type Stamp =
  | {readonly type: 'mask'; readonly mask: Mask; readonly colour: number | null; readonly opacity: number}
  | {readonly type: 'bitmap'; readonly bitmap: Bitmap; readonly left: number; readonly top: number};

const MOST_GLYPHS = 20_000;

/** Draws screens; keeps fonts and glyphs for the next one. */
export class Painter {
  readonly #fonts: FontSet;
  readonly #glyphs = new Map<string, Glyph>();
  readonly #stamps = new WeakMap<Glyph, readonly Stamp[]>();

  constructor(fonts = new FontSet()) {
    this.#fonts = fonts;
  }

  async prepare(grid: ScreenGrid, {theme, scale, marked}: PaintOptions): Promise<PreparedDrawing> {
    const size = cellSize(scale, await this.#fonts.metrics());
    const drawing = drawScreen(grid, {theme: themes[theme], size, marked});
    if (this.#glyphs.size > MOST_GLYPHS) this.#glyphs.clear();
    const keys = drawing.texts.map(({glyph}) => keyOf(glyph, scale));
    for (const [index, key] of keys.entries()) {
      const text = drawing.texts[index];
      if (!text || this.#glyphs.has(key)) continue;
      const {text: grapheme, cells, ...style} = text.glyph;
      this.#glyphs.set(key, await makeGlyph(grapheme, cells, style, {size, fonts: this.#fonts}));
    }
    const glyphs = keys.flatMap(key => this.#glyphs.get(key) ?? []);
    const missing = new Set(drawing.texts.flatMap(({glyph}, index) => (glyphs[index]?.isMissing ? [glyph.text] : [])));
    return {drawing, size, glyphs, missing: [...missing]};
  }

  paint({drawing, glyphs}: PreparedDrawing): Canvas {
    const canvas = new Canvas(drawing.width, drawing.height, drawing.background);
    for (const {left, top, right, bottom, colour} of drawing.rectangles)
      canvas.fillRectangle(left, top, right, bottom, colour);
    for (const [index, {left, top, colour}] of drawing.texts.entries()) {
      const glyph = glyphs[index];
      for (const stamp of glyph ? this.#stampsOf(glyph) : []) {
        if (stamp.type === 'bitmap') canvas.drawBitmap(stamp.bitmap, left + stamp.left, top + stamp.top);
        else canvas.fillMask(stamp.mask, left, top, stamp.colour ?? colour, stamp.opacity);
      }
    }
    for (const {path, colour} of drawing.lines) {
      const mask = fillPath(path);
      if (mask) canvas.fillMask(mask, 0, 0, colour);
    }
    return canvas;
  }

  #stampsOf(glyph: Glyph): readonly Stamp[] {
    const stamps = this.#stamps.get(glyph) ?? glyph.parts.flatMap(toStamp);
    this.#stamps.set(glyph, stamps);
    return stamps;
  }
}

function keyOf({text, cells, bold, italic}: GlyphReference, scale: number): string {
  return `${scale}${cells}${bold ? 'b' : ''}${italic ? 'i' : ''} ${text}`;
}

function toStamp(part: Glyph['parts'][number]): Stamp[] {
  if (part.type === 'area') {
    const mask = fillPath(part.path);
    return mask ? [{type: 'mask', mask, colour: part.colour, opacity: part.opacity}] : [];
  }
  const bitmap = decodePng(part.png);
  if (!bitmap) return [];
  return [{type: 'bitmap', bitmap: scaleBitmap(bitmap, part.width, part.height), left: part.left, top: part.top}];
}
