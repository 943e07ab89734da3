import {markConcealed, stretches} from '../conceal/concealed-marks.ts';
import {type Cluster, clusters} from './cell-width.ts';

/**
 * What is seen of a line that was printed in a row of so many columns without autowrap: the last column holds what was printed last.
 * Concealed text in it stays marked.
 */
export function withoutWrap(line: string, columns: number): string {
  // No character takes more than two columns.
  if (2 * line.length <= columns) return line;
  const cells = stretches(line).flatMap(({text, isConcealed}) =>
    clusters(text).map(cluster => ({...cluster, text: isConcealed ? markConcealed(cluster.text) : cluster.text})),
  );
  const seen: Cluster[] = [];
  let used = 0;
  for (const cell of cells) {
    if (used + cell.width <= columns) {
      seen.push(cell);
      used += cell.width;
    } else if (cell.width === 1) {
      // Half of a wide character is none.
      if (seen.pop()?.width === 2) seen.push(BLANK);
      seen.push(cell);
    }
  }
  return seen.map(cell => cell.text).join('');
}

const BLANK: Cluster = {text: ' ', width: 1};
