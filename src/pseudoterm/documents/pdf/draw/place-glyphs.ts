import type {GraphicsState} from './graphics-state.ts';
import {type Matrix, multiply} from './matrix.ts';

/** One letter of `showText` of pdf.js. */
export interface Glyph {
  readonly fontChar: string;
  /** In thousandths of the font's size, or in units of a Type 3 font. */
  readonly width: number;
  readonly isSpace: boolean;
  /** False for one that the font has no outline of, which would be a box. */
  readonly isInFont: boolean;
  readonly vmetric?: readonly [number, number, number];
  /** In a Type 3 font, the drawing. */
  readonly operatorListId?: string;
}

/** Takes the letter's own space, where the font's size is 1, to device pixels. */
export function glyphPlace(start: Matrix, along: number, glyph: Glyph, state: GraphicsState): Matrix {
  const {font, fontSize, fontDirection, horizontalScale} = state;
  const line = multiply(start, [horizontalScale * fontDirection, 0, 0, fontDirection, 0, 0]);
  const [x, y] = font?.vertical ? verticalOffset(glyph, along, state) : [along, 0];
  return multiply(line, [fontSize, 0, 0, fontSize, x, y]);
}

/** The way to the next letter. */
export function glyphAdvance(glyph: Glyph, state: GraphicsState): number {
  const {font, fontSize, fontDirection, charSpacing, wordSpacing} = state;
  const spacing = (glyph.isSpace ? wordSpacing : 0) + charSpacing;
  const unit = font?.fontMatrix?.[0] ?? 0.001;
  if (font?.isType3Font) return glyph.width * unit * fontSize + spacing;
  if (!font?.vertical) return glyph.width * unit * fontSize + spacing * fontDirection;
  const metrics = glyph.vmetric ?? font.defaultVMetrics;
  return (metrics ? -metrics[0] : glyph.width) * unit * fontSize - spacing * fontDirection;
}

function verticalOffset(glyph: Glyph, along: number, {font, fontSize}: GraphicsState): readonly [number, number] {
  const unit = (font?.fontMatrix?.[0] ?? 0.001) * fontSize;
  const metrics = glyph.vmetric ?? font?.defaultVMetrics;
  const x = -(glyph.vmetric ? glyph.vmetric[1] : glyph.width * 0.5) * unit;
  return [x, -(along + (metrics?.[2] ?? 0) * unit)];
}
