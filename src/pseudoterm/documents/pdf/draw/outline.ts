import {apply, type Matrix} from './matrix.ts';

/** x and y by turns, in device pixels. */
export type Polygon = number[];

/**
 * The path commands of pdf.js (`DrawOPS`): 0 move, 1 line, 2 cubic curve, 3 quadratic curve, 4 close; numbers in between
 * are coordinates. Curves become lines.
 */
export function toPolygons(commands: ArrayLike<number>, matrix: Matrix): readonly Polygon[] {
  const polygons: Polygon[] = [];
  let current: Polygon = [];
  let at = 0;
  const number = (): number => commands[at++] ?? 0;
  const point = (): readonly [number, number] => apply(matrix, number(), number());
  const last = (): readonly [number, number] => [current.at(-2) ?? 0, current.at(-1) ?? 0];
  while (at < commands.length)
    switch (number()) {
      case 0:
        current = [...point()];
        polygons.push(current);
        break;
      case 1:
        current.push(...point());
        break;
      case 2:
        addCubic(current, last(), point(), point(), point());
        break;
      case 3: {
        const [start, control, end] = [last(), point(), point()];
        addCubic(current, start, between(start, control), between(end, control), end);
        break;
      }
      default:
        current.push(current[0] ?? 0, current[1] ?? 0);
    }
  return polygons;
}

type Point = readonly [number, number];

/** The cubic curve of a quadratic one has its controls at two thirds. */
function between([x0, y0]: Point, [x1, y1]: Point): Point {
  return [x0 + ((x1 - x0) * 2) / 3, y0 + ((y1 - y0) * 2) / 3];
}

function addCubic(polygon: Polygon, [x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point): void {
  const length = Math.hypot(x1 - x0, y1 - y0) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2);
  const steps = Math.min(40, Math.max(2, Math.ceil(Math.sqrt(length) * 1.5)));
  for (let step = 1; step <= steps; step++) {
    const t = step / steps;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    polygon.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
}

/** Each piece of the lines as a bar of that width in pixels. */
export function toBars(lines: readonly Polygon[], width: number): readonly Polygon[] {
  const bars: Polygon[] = [];
  for (const line of lines)
    for (let at = 0; at + 3 < line.length; at += 2) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line.slice(at, at + 4);
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const [dx, dy] = [((x1 - x0) / length) * (width / 2), ((y1 - y0) / length) * (width / 2)];
      bars.push([x0 - dy, y0 + dx, x1 - dy, y1 + dx, x1 + dy, y1 - dx, x0 + dy, y0 - dx]);
    }
  return bars;
}
