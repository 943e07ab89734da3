import type {CellStyle, ScreenGrid} from './screen-grid.ts';

export interface GridChanges {
  /** Rows with a change, zero-based. */
  readonly rows: readonly number[];
  /** Changed cells, as `row * cols + col` of the later screen. */
  readonly cells: ReadonlySet<number>;
}

/** What is drawn otherwise in `after`. Where it was not there before, because the screen was smaller, it counts as changed. */
export function compareGrids(before: ScreenGrid, after: ScreenGrid): GridChanges {
  const rows: number[] = [];
  const cells = new Set<number>();
  const styleKeys = new Map<CellStyle, string>();
  const styleKey = (grid: ScreenGrid, at: number): string => {
    const style = grid.styles[grid.styleOf[at] ?? 0];
    if (!style) return '';
    const key = styleKeys.get(style) ?? JSON.stringify(style);
    styleKeys.set(style, key);
    return key;
  };
  for (let row = 0; row < after.rows; row++) {
    let isChanged = false;
    for (let col = 0; col < after.cols; col++) {
      const at = row * after.cols + col;
      const was = row < before.rows && col < before.cols ? row * before.cols + col : -1;
      const isSame =
        was >= 0 &&
        before.texts[was] === after.texts[at] &&
        before.widths[was] === after.widths[at] &&
        styleKey(before, was) === styleKey(after, at);
      if (isSame) continue;
      isChanged = true;
      cells.add(at);
    }
    if (isChanged) rows.push(row);
  }
  return {rows, cells};
}
