import type {Underline} from '../grid/screen-grid.ts';
import type {CellSize} from './cell-size.ts';
import {type Path, polygon, rectangle} from './path.ts';

/** The line under the text of one cell; those of cells side by side join. */
export function underlinePath(
  kind: Exclude<Underline, 'none'>,
  {left, top, right}: {readonly left: number; readonly top: number; readonly right: number},
  {baseline, line, height}: CellSize,
): Path {
  const y = Math.min(top + baseline + 2 * line, top + height - line);
  const stroke = (offset: number): Path => rectangle(left, y + offset, right, y + offset + line);
  const pieces = (length: number, gap: number): Path => {
    const path: Path[number][] = [];
    for (let x = left; x < right; x += length + gap) {
      path.push(...rectangle(x, y, Math.min(x + length, right), y + line));
    }
    return path;
  };
  switch (kind) {
    case 'single':
      return stroke(0);
    case 'double':
      return [...stroke(-line), ...stroke(line)];
    case 'curly':
      return wave(left, right, y, line);
    case 'dotted':
      return pieces(line, line);
    case 'dashed':
      return pieces(Math.max(2, Math.floor((right - left) / 3)), Math.max(1, Math.floor((right - left) / 6)));
    default:
      return kind satisfies never;
  }
}

/** One period from `left` to `right`, as a band. */
function wave(left: number, right: number, y: number, line: number): Path {
  const count = 12;
  const at = (place: number): [number, number] => {
    const x = left + ((right - left) * place) / count;
    return [x, y + line / 2 - Math.sin((2 * Math.PI * place) / count) * line * 1.2];
  };
  const above = Array.from({length: count + 1}, (_, place): [number, number] => [
    at(place)[0],
    at(place)[1] - line / 2,
  ]);
  const below = above.toReversed().map(([x, height]): [number, number] => [x, height + line]);
  return polygon(...above, ...below);
}
