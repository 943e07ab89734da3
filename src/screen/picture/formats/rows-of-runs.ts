import {isConcealed} from '../../conceal/is-concealed.ts';
import type {CellStyle, ScreenGrid} from '../grid/screen-grid.ts';

/** Cells side by side that are of one style. */
export interface Run {
  /** Zero-based column of the first cell. */
  readonly col: number;
  readonly cells: readonly RunCell[];
  readonly style: CellStyle;
  /** A person who looks at the screen does not see this text. */
  readonly isConcealed: boolean;
}

export interface RunCell {
  /** A blank where nothing is drawn. */
  readonly text: string;
  /** 1 or 2 */
  readonly width: number;
}

/** Every row of the screen, run by run. */
export function rowsOfRuns(grid: ScreenGrid): readonly (readonly Run[])[] {
  return Array.from({length: grid.rows}, (_, row) => {
    const runs: (Run & {readonly cells: RunCell[]})[] = [];
    for (let col = 0; col < grid.cols; col++) {
      const at = row * grid.cols + col;
      const width = grid.widths[at] ?? 1;
      const style = grid.styles[grid.styleOf[at] ?? 0];
      if (width === 0 || !style) continue;
      const last = runs.at(-1);
      const cell = {text: grid.texts[at] || ' ', width};
      if (last?.style === style) last.cells.push(cell);
      else runs.push({col, cells: [cell], style, isConcealed: hides(style)});
    }
    return runs;
  });
}

/** What stands in the cells. */
export function runText({cells}: Run): string {
  return cells.map(({text}) => text).join('');
}

/** What a person sees of it: a picture tells nobody more than that. */
export function shownCells(run: Run): readonly RunCell[] {
  return run.isConcealed ? run.cells.map(({width}) => ({text: ' '.repeat(width), width: 1})) : run.cells;
}

export function shownText(run: Run): string {
  return shownCells(run)
    .map(({text}) => text)
    .join('');
}

function hides({invisible, bold, foreground, background}: CellStyle): boolean {
  return isConcealed({conceal: invisible, bold, foreground, background});
}
