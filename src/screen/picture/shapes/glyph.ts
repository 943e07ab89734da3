/** What one grapheme looks like in its cells, in pixels from their upper left corner. */

import type {PlacedGlyph, ShapedText} from '../fonts/font-face.ts';
import type {FontSet, StyledText, TextStyle} from '../fonts/font-set.ts';
import {blockElement} from './block-elements.ts';
import {boxDrawing} from './box-drawing.ts';
import type {CellSize} from './cell-size.ts';
import {type Path, type Placement, placed, rectangle} from './path.ts';

export type GlyphPart =
  /** `colour` null is the colour of the text. */
  | {readonly type: 'area'; readonly path: Path; readonly colour: number | null; readonly opacity: number}
  | {
      readonly type: 'png';
      readonly png: Uint8Array;
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };

export interface Glyph {
  readonly parts: readonly GlyphPart[];
  /** No font here has it: a box stands in its place. */
  readonly isMissing: boolean;
}

/** `cells`: 1 or 2. */
export async function makeGlyph(
  text: string,
  cells: number,
  style: TextStyle,
  {size, fonts}: {readonly size: CellSize; readonly fonts: FontSet},
): Promise<Glyph> {
  const drawn = drawnGlyph(text, size);
  if (drawn) return {parts: [drawn], isMissing: false};
  const shaped = await fonts.shape(text, style);
  if (!shaped) return {parts: [missingBox(cells, size)], isMissing: true};
  return {parts: shaped.glyphs.flatMap(glyph => partsOf(glyph, shaped, cells, size)), isMissing: false};
}

function drawnGlyph(text: string, size: CellSize): GlyphPart | undefined {
  const codePoint = text.codePointAt(0) ?? 0;
  if (text.length !== String.fromCodePoint(codePoint).length) return undefined;
  const lines = boxDrawing(codePoint, size);
  if (lines) return {type: 'area', path: lines, colour: null, opacity: 1};
  const area = blockElement(codePoint, size);
  return area && {type: 'area', colour: null, ...area};
}

function partsOf(glyph: PlacedGlyph, shaped: StyledText, cells: number, size: CellSize): GlyphPart[] {
  const at = placementOf(shaped, cells, size);
  switch (glyph.type) {
    case 'outline':
      return [{type: 'area', path: inWeight(placed(glyph.path, at), shaped, size), colour: null, opacity: 1}];
    case 'layers':
      return glyph.layers.map(({path, colour}) => ({type: 'area', path: placed(path, at), colour, opacity: 1}));
    case 'png': {
      const side = Math.min(cells * size.width, size.height);
      const [left, top] = [Math.round((cells * size.width - side) / 2), Math.round((size.height - side) / 2)];
      return [{type: 'png', png: glyph.png, left, top, width: side, height: side}];
    }
    default:
      return glyph satisfies never;
  }
}

/** Bold where there is no bold face: the outline grows by a twenty-fourth of an em, as browsers make it. */
function inWeight(path: Path, {lacksWeight}: StyledText, {fontSize}: CellSize): Path {
  if (!lacksWeight) return path;
  const half = fontSize / 48;
  const corners = [-half, half].flatMap(dx => [-half, half].map(dy => ({scaleX: 1, scaleY: 1, dx, dy})));
  return corners.flatMap(corner => placed(path, corner));
}

/** A glyph of another font that is too wide is made smaller; one that is narrower stands at the left, as in xterm.js. */
function placementOf({advance}: ShapedText, cells: number, {width, baseline, fontSize}: CellSize): Placement {
  const room = cells * width;
  const own = advance * fontSize;
  const scale = own > room ? (fontSize * room) / own : fontSize;
  return {scaleX: scale, scaleY: scale, dx: 0, dy: baseline};
}

/** An empty box. */
function missingBox(cells: number, {width, height, line}: CellSize): GlyphPart {
  const [left, top, right, bottom] = [line, 3 * line, cells * width - line, height - 3 * line];
  const path = [
    ...rectangle(left, top, right, top + line),
    ...rectangle(left, bottom - line, right, bottom),
    ...rectangle(left, top + line, left + line, bottom - line),
    ...rectangle(right - line, top + line, right, bottom - line),
  ];
  return {type: 'area', path, colour: null, opacity: 1};
}
