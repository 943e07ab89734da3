import type {Colour} from '../../colour.ts';

export type Underline = 'none' | 'single' | 'double' | 'curly' | 'dotted' | 'dashed';

/** How a cell is drawn, resolved from SGR but not yet from a theme. */
export interface CellStyle {
  readonly foreground: Colour;
  readonly background: Colour;
  /** Of the underline; `DEFAULT` is the foreground. */
  readonly underlineColour: Colour;
  readonly underline: Underline;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly inverse: boolean;
  readonly invisible: boolean;
  readonly strikethrough: boolean;
  readonly overline: boolean;
}

export interface GridCursor {
  readonly row: number;
  readonly col: number;
  readonly visible: boolean;
  /** DECSCUSR; a terminal's own choice is the block. */
  readonly shape: 'block' | 'underline' | 'bar';
}

/** The viewport cell by cell, row after row. Plain data that crosses threads. */
export interface ScreenGrid {
  readonly cols: number;
  readonly rows: number;
  /** One grapheme per cell; empty where nothing is drawn. */
  readonly texts: readonly string[];
  /** Cells that a grapheme takes: 1 or 2; 0 is the second cell of a wide one. */
  readonly widths: Uint8Array;
  readonly styles: readonly CellStyle[];
  /** Index into `styles` for each cell. */
  readonly styleOf: Uint16Array;
  readonly cursor: GridCursor;
  /** What stands in the rows above the first and goes on in it, without a line feed. */
  readonly above: string;
  readonly title: string;
}
