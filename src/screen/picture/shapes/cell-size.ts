/** The pixels of one cell, and of the lines in it. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
  /** From the top of the cell to where letters stand. */
  readonly baseline: number;
  /** Pixels per em. */
  readonly fontSize: number;
  /** Of a light line. */
  readonly line: number;
}

/** Cells of 9 by 18 pixels at scale 1. The font is made as large as its characters fill the width. */
export function cellSize(
  scale: number,
  {advance, ascender, descender}: {readonly advance: number; readonly ascender: number; readonly descender: number},
): CellSize {
  const [width, height] = [9 * scale, 18 * scale];
  const fontSize = width / advance;
  const room = height - (ascender + descender) * fontSize;
  return {width, height, baseline: Math.round(room / 2 + ascender * fontSize), fontSize, line: Math.max(1, scale)};
}
