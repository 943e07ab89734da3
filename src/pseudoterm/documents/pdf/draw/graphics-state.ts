import type {Box} from './gray-page.ts';
import {identity, type Matrix, multiply} from './matrix.ts';

/** What pdf.js knows of a font, as far as drawing needs it. */
export interface PdfFont {
  readonly loadedName: string;
  readonly fontMatrix?: Matrix;
  readonly vertical?: boolean;
  readonly defaultVMetrics?: readonly [number, number, number];
  readonly isType3Font?: boolean;
  readonly charProcOperatorList?: Readonly<Record<string, OperatorList>>;
}

/** Operators and their arguments, whose shapes depend on the operator. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The state that `q` keeps and `Q` brings back (ISO 32000-2, 8.4). A colour that is a pattern is null and not painted. */
export interface GraphicsState {
  /** To device pixels. */
  matrix: Matrix;
  clip: Box;
  fill: number | null;
  stroke: number | null;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  font: PdfFont | undefined;
  fontSize: number;
  /** -1 when the size was negative. */
  fontDirection: 1 | -1;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  /** 0 fill, 1 stroke, 2 both, 3 neither; 4 more: clips. */
  renderingMode: number;
}

export function startState(matrix: Matrix, clip: Box): GraphicsState {
  return {
    matrix,
    clip,
    fill: 0,
    stroke: 0,
    fillAlpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    font: undefined,
    fontSize: 0,
    fontDirection: 1,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
  };
}

/** Where the next letter goes: the text matrix and the place in it, as pdf.js counts them. */
export class TextPlace {
  matrix: Matrix = identity;
  x = 0;
  y = 0;
  #lineX = 0;
  #lineY = 0;

  begin(matrix: Matrix = identity): void {
    this.matrix = matrix;
    this.x = 0;
    this.y = 0;
    this.#lineX = 0;
    this.#lineY = 0;
  }

  moveLine(x: number, y: number): void {
    this.#lineX += x;
    this.#lineY += y;
    this.x = this.#lineX;
    this.y = this.#lineY;
  }

  /** Where letters stand: to device pixels, before the font's size. */
  toDevice({matrix, rise}: GraphicsState): Matrix {
    return multiply(multiply(matrix, this.matrix), [1, 0, 0, 1, this.x, this.y + rise]);
  }
}
