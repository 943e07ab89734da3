import type {Path} from '../shapes/path.ts';

/** How much of each pixel an area covers, 0 to 255, row after row; its upper left corner is at `left`, `top`. */
export interface Mask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

/**
 * Fills an outline with exact coverage. Each edge adds to the pixels it crosses the area to the right of it, signed by its direction;
 * running sums along the rows then give what is covered. Areas that overlap count once. Undefined when there is nothing to see.
 */
export function fillPath(path: Path): Mask | undefined {
  const edges = flatten(path);
  if (edges.length === 0) return undefined;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < edges.length; i += 2) {
    const [x = 0, y = 0] = [edges[i], edges[i + 1]];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const [left, top] = [Math.floor(minX), Math.floor(minY)];
  const [width, height] = [Math.ceil(maxX) - left, Math.ceil(maxY) - top];
  if (width <= 0 || height <= 0 || width * height > MOST_PIXELS) return undefined;
  const sums = new Float32Array((width + 2) * height);
  for (let i = 0; i < edges.length; i += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = edges.slice(i, i + 4);
    addEdge(sums, width + 2, x0 - left, y0 - top, x1 - left, y1 - top);
  }
  return {left, top, width, height, coverage: accumulate(sums, width, height)};
}

/** A glyph that would need more is a mistake of its font. */
const MOST_PIXELS = 4_000_000;

function accumulate(sums: Float32Array, width: number, height: number): Uint8Array {
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let col = 0; col < width; col++) {
      sum += sums[row * (width + 2) + col] ?? 0;
      coverage[row * width + col] = Math.min(255, Math.round(Math.abs(sum) * 255));
    }
  }
  return coverage;
}

/** One edge, cut at the rows and then at the columns it crosses. */
function addEdge(sums: Float32Array, stride: number, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const sign = y0 < y1 ? 1 : -1;
  const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (bottomX - topX) / (bottomY - topY);
  let x = topX;
  for (let row = Math.floor(topY); row < bottomY; row++) {
    const height = Math.min(row + 1, bottomY) - Math.max(row, topY);
    const nextX = x + slope * height;
    addSpan(sums, row * stride, sign * height, Math.min(x, nextX), Math.max(x, nextX));
    x = nextX;
  }
}

/** An edge that falls by `height` (at most one row) between two places of a row. */
function addSpan(sums: Float32Array, start: number, height: number, from: number, to: number): void {
  const first = Math.floor(from);
  const last = Math.floor(to);
  const add = (col: number, value: number): void => {
    sums[start + col] = (sums[start + col] ?? 0) + value;
  };
  if (first === last) {
    const uncovered = (from + to) / 2 - first;
    add(first, height * (1 - uncovered));
    add(first + 1, height * uncovered);
    return;
  }
  const perColumn = height / (to - from);
  let covered = 0;
  for (let col = first; col <= last; col++) {
    const [enter, leave] = [Math.max(from, col), Math.min(to, col + 1)];
    const part = perColumn * (leave - enter);
    const beyond = (enter + leave) / 2 - col;
    add(col, part * (1 - beyond));
    add(col + 1, part * beyond);
    covered += part;
  }
  // What rounding has left over.
  add(last, height - covered);
}

/** Straight edges, four numbers each. Every contour is closed. */
function flatten(path: Path): number[] {
  const edges: number[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const to = (nextX: number, nextY: number): void => {
    if (nextX !== x || nextY !== y) edges.push(x, y, nextX, nextY);
    x = nextX;
    y = nextY;
  };
  for (const segment of path) {
    switch (segment[0]) {
      case 'M':
        to(startX, startY);
        [x, y] = [startX, startY] = [segment[1], segment[2]];
        break;
      case 'L':
        to(segment[1], segment[2]);
        break;
      case 'Q': {
        const [, cx, cy, endX, endY] = segment;
        const [fromX, fromY] = [x, y];
        for (const t of steps(Math.hypot(fromX - 2 * cx + endX, fromY - 2 * cy + endY))) {
          const u = 1 - t;
          to(u * u * fromX + 2 * u * t * cx + t * t * endX, u * u * fromY + 2 * u * t * cy + t * t * endY);
        }
        break;
      }
      case 'C': {
        const [, ax, ay, bx, by, endX, endY] = segment;
        const [fromX, fromY] = [x, y];
        const bend = Math.hypot(fromX - ax - bx + endX, fromY - ay - by + endY) + Math.hypot(ax - bx, ay - by);
        for (const t of steps(bend)) {
          const u = 1 - t;
          const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
          to(a * fromX + b * ax + c * bx + d * endX, a * fromY + b * ay + c * by + d * endY);
        }
        break;
      }
      case 'Z':
        to(startX, startY);
        break;
      default:
        segment satisfies never;
    }
  }
  to(startX, startY);
  return edges;
}

/** Places along a curve, the last one its end: so many that no straight piece is off by more than about a tenth of a pixel. */
function steps(bend: number): number[] {
  const count = Math.min(64, Math.max(1, Math.ceil(Math.sqrt(bend * 2.5))));
  return Array.from({length: count}, (_, index) => (index + 1) / count);
}
