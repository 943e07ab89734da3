import {markReadable, revealHidden, withoutForgedMarks} from '../../conceal/concealed-marks.ts';
import type {ScreenGrid} from '../grid/screen-grid.ts';
import {type Run, rowsOfRuns, runText} from './rows-of-runs.ts';

/** The characters alone, without blanks at the ends; what a person does not see stands between `<hidden>` and `</hidden>`. */
export function toText(grid: ScreenGrid): {readonly text: string; readonly hidden: number} {
  return revealHidden(rowsOfRuns(grid).map(markedText).join('\n').trimEnd());
}

/** The same, row by row. */
export function textRows(grid: ScreenGrid): readonly string[] {
  return rowsOfRuns(grid).map(runs => revealHidden(markedText(runs)).text);
}

function markedText(runs: readonly Run[]): string {
  const parts = runs.map(run => (run.isConcealed ? markReadable(runText(run)) : withoutForgedMarks(runText(run))));
  return parts.join('').trimEnd();
}
