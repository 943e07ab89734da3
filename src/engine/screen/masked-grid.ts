import type {SecretMask} from '../../guard/index.ts';
import type {ScreenGrid} from '../../screen/index.ts';

/** The grid for whoever is not to have the secrets on it. A secret goes on in the next row where its row is full to the edge. */
export function maskedGrid(grid: ScreenGrid, secrets: SecretMask | null): ScreenGrid {
  if (!secrets) return grid;
  /** Where each cell's text begins. */
  const starts: number[] = [];
  let text = '';
  for (const [at, cell] of grid.texts.entries()) {
    if (at % grid.cols === 0 && at > 0 && !isFull(grid, at - 1)) text += '\n';
    starts.push(text.length);
    text += cell === '' && grid.widths[at] !== 0 ? ' ' : cell;
  }
  const masked = secrets.mask(text);
  const title = secrets.mask(grid.title);
  if (masked === text) return title === grid.title ? grid : {...grid, title};
  const texts = grid.texts.map((cell, at) => {
    const start = starts[at] ?? 0;
    const shown = masked.slice(start, start + cell.length);
    // A grapheme of several units has one mask.
    return shown === cell ? cell : (shown[0] ?? cell);
  });
  return {...grid, texts, title};
}

function isFull({texts, widths}: ScreenGrid, lastOfRow: number): boolean {
  return texts[lastOfRow] !== '' || widths[lastOfRow] === 0;
}
