import type {CellStyle, ScreenGrid} from './picture/grid/screen-grid.ts';

/** A place on the screen where a text stands. */
export interface TextMatch {
  /** Zero-based. */
  readonly row: number;
  readonly col: number;
  /** Cells, a wide character counting as two. */
  readonly length: number;
  /** Of its first cell. */
  readonly style: CellStyle;
}

/** Finds a text as it stands in rows of the screen, from the top; a text that a row ends within is not found. */
export function findText(grid: ScreenGrid, text: string): readonly TextMatch[] {
  if (text === '') return [];
  return Array.from({length: grid.rows}, (_, row) => findInRow(grid, row, text)).flat();
}

function findInRow(grid: ScreenGrid, row: number, text: string): TextMatch[] {
  const line = lineOf(grid, row);
  const matches: TextMatch[] = [];
  for (let at = line.text.indexOf(text); at >= 0; at = line.text.indexOf(text, at + text.length)) {
    const col = line.columns[at] ?? 0;
    const end = line.columns[at + text.length] ?? grid.cols;
    const style = grid.styles[grid.styleOf[row * grid.cols + col] ?? 0];
    if (style) matches.push({row, col, length: end - col, style});
  }
  return matches;
}

/** The characters of a row, and for each code unit the column of its cell. */
function lineOf(grid: ScreenGrid, row: number): {readonly text: string; readonly columns: readonly number[]} {
  let text = '';
  const columns: number[] = [];
  for (let col = 0; col < grid.cols; col++) {
    const at = row * grid.cols + col;
    if (grid.widths[at] === 0) continue;
    const cell = grid.texts[at] || ' ';
    text += cell;
    for (let unit = 0; unit < cell.length; unit++) columns.push(col);
  }
  return {text, columns};
}
