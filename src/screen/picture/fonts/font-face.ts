/** One face of a font file: text to outlines. The only file that knows HarfBuzz. */
import type * as HarfBuzz from 'harfbuzzjs';
import type {Path, Segment} from '../shapes/path.ts';

/** A glyph where the pen of its line puts it. In em, y downwards from the baseline. */
export type PlacedGlyph =
  | {readonly type: 'outline'; readonly path: Path}
  /** Several outlines, each in its own colour; null is the colour of the text. */
  | {readonly type: 'layers'; readonly layers: readonly {readonly path: Path; readonly colour: number | null}[]}
  /** A picture that fills the place. */
  | {readonly type: 'png'; readonly png: Uint8Array};

export interface ShapedText {
  readonly glyphs: readonly PlacedGlyph[];
  /** In em. */
  readonly advance: number;
}

export interface FaceMetrics {
  /** All in em; the descender is positive. */
  readonly ascender: number;
  readonly descender: number;
}

type Library = typeof HarfBuzz;

let library: Promise<Library> | undefined;

export class FontFace {
  readonly #hb: Library;
  readonly #face: HarfBuzz.Face;
  readonly #font: HarfBuzz.Font;
  readonly #outlines: Outlines;

  /** `index` is that within a collection. */
  static async open(data: Uint8Array, index = 0): Promise<FontFace> {
    library ??= import('harfbuzzjs');
    return new FontFace(await library, data, index);
  }

  private constructor(hb: Library, data: Uint8Array, index: number) {
    this.#hb = hb;
    this.#face = new hb.Face(new hb.Blob(data), index);
    this.#font = new hb.Font(this.#face);
    this.#outlines = new Outlines(hb, this.#font);
  }

  get metrics(): FaceMetrics {
    const {ascender, descender} = this.#font.hExtents();
    return {ascender: ascender / this.#face.upem, descender: -descender / this.#face.upem};
  }

  /** True when the face has a glyph for the character itself. */
  has(codePoint: number): boolean {
    return (this.#font.glyph(codePoint) ?? 0) !== 0;
  }

  /** Undefined when a part of the text has no glyph that can be drawn. */
  shape(text: string): ShapedText | undefined {
    const buffer = new this.#hb.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(this.#hb.Direction.LTR);
    this.#hb.shape(this.#font, buffer, this.#noLigatures);
    const glyphs: PlacedGlyph[] = [];
    let [penX, penY] = [0, 0];
    for (const {
      codepoint: glyph,
      xAdvance = 0,
      yAdvance = 0,
      xOffset = 0,
      yOffset = 0,
    } of buffer.getGlyphInfosAndPositions()) {
      if (glyph === 0) return undefined;
      const drawn = this.#draw(glyph, penX + xOffset, penY + yOffset);
      if (!drawn) return undefined;
      glyphs.push(drawn);
      penX += xAdvance;
      penY += yAdvance;
    }
    return {glyphs, advance: penX / this.#face.upem};
  }

  /** A cell holds one character: fonts must not join it with anything but its own marks. */
  get #noLigatures(): HarfBuzz.Feature[] {
    return ['liga', 'calt', 'clig', 'dlig'].map(tag => new this.#hb.Feature(tag, 0));
  }

  #draw(glyph: number, x: number, y: number): PlacedGlyph | undefined {
    const outline = (id: number): Path => this.#outlines.of(id, x, y, this.#face.upem);
    if (this.#face.hasColorPng()) {
      const png = this.#font.getGlyphColorPng(glyph);
      if (png && png.length > 0) return {type: 'png', png};
    }
    const layers = this.#face.hasColorLayers() ? this.#face.getGlyphColorLayers(glyph) : [];
    if (layers.length > 0) {
      const colours = this.#face.getColorPalettes()[0]?.colors ?? [];
      return {
        type: 'layers',
        layers: layers.map(layer => ({path: outline(layer.glyph), colour: paletteColour(colours, layer.colorIndex)})),
      };
    }
    // A glyph that is painted with gradients (COLR version 1) and nothing else has no outline of its own.
    if (this.#face.hasColorPaint() && this.#face.glyphHasColorPaint(glyph)) return undefined;
    return {type: 'outline', path: outline(glyph)};
  }
}

function paletteColour(colours: readonly HarfBuzz.PaletteColor[], index: number | undefined): number | null {
  const colour = index === undefined ? undefined : colours[index];
  return colour ? (colour.red << 16) | (colour.green << 8) | colour.blue : null;
}

/** Collects what HarfBuzz draws. */
class Outlines {
  readonly #functions: HarfBuzz.DrawFuncs;
  readonly #font: HarfBuzz.Font;
  #path: Segment[] = [];
  #map: (x: number, y: number) => [number, number] = (x, y) => [x, y];

  constructor(hb: Library, font: HarfBuzz.Font) {
    this.#font = font;
    this.#functions = new hb.DrawFuncs();
    this.#functions.setMoveToFunc((x, y) => void this.#path.push(['M', ...this.#map(x, y)]));
    this.#functions.setLineToFunc((x, y) => void this.#path.push(['L', ...this.#map(x, y)]));
    this.#functions.setQuadraticToFunc((cx, cy, x, y) => {
      this.#path.push(['Q', ...this.#map(cx, cy), ...this.#map(x, y)]);
    });
    this.#functions.setCubicToFunc((ax, ay, bx, by, x, y) => {
      this.#path.push(['C', ...this.#map(ax, ay), ...this.#map(bx, by), ...this.#map(x, y)]);
    });
    this.#functions.setClosePathFunc(() => void this.#path.push(['Z']));
  }

  of(glyph: number, dx: number, dy: number, unitsPerEm: number): Path {
    this.#path = [];
    this.#map = (x, y) => [(x + dx) / unitsPerEm, -(y + dy) / unitsPerEm];
    this.#font.drawGlyph(glyph, this.#functions);
    return this.#path;
  }
}
