import type {SecretMask} from '../../guard/index.ts';
import type {ScreenGrid} from '../../screen/index.ts';

/** The grid for whoever is not to have the secrets on it. A secret goes on in the next row where its row is full to the edge. */
export function maskedGrid(grid: ScreenGrid, secrets: SecretMask | null): ScreenGrid {
  if (!secrets) return grid;
  const rows = Array.from({length: grid.rows}, (_, row) => rowOf(grid, row));
  const lines = rows.map(({text}) => text);
  // What has scrolled away tells what its end on the screen is a part of.
  const masked = secrets
    .maskLines([grid.above, ...lines], at => (at === 0 ? grid.above !== '' : isFull(grid, at * grid.cols - 1)))
    .slice(1);
  const title = secrets.mask(grid.title);
  if (masked.every((line, row) => line === lines[row])) return title === grid.title ? grid : {...grid, title};
  const texts = grid.texts.map((cell, at) => {
    const row = Math.floor(at / grid.cols);
    const start = rows[row]?.starts[at % grid.cols] ?? 0;
    const shown = masked[row]?.slice(start, start + cell.length) ?? '';
    // A grapheme of several units has one mask.
    return shown === cell ? cell : (shown[0] ?? cell);
  });
  return {...grid, texts, title};
}

/** Its text, and where in it that of each cell begins. */
function rowOf(
  {texts, widths, cols}: ScreenGrid,
  row: number,
): {readonly text: string; readonly starts: readonly number[]} {
  const starts: number[] = [];
  let text = '';
  for (let at = row * cols; at < (row + 1) * cols; at++) {
    const cell = texts[at] ?? '';
    starts.push(text.length);
    text += cell === '' && widths[at] !== 0 ? ' ' : cell;
  }
  return {text, starts};
}

function isFull({texts, widths}: ScreenGrid, lastOfRow: number): boolean {
  return texts[lastOfRow] !== '' || widths[lastOfRow] === 0;
}
