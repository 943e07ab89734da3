import type {Box, GrayPage} from './gray-page.ts';
import type {Polygon} from './outline.ts';

export interface Fill {
  readonly gray: number;
  /** 0 to 1. */
  readonly alpha: number;
  readonly clip: Box;
  readonly isEvenOdd: boolean;
}

interface Edge {
  readonly top: number;
  readonly bottom: number;
  readonly xAtTop: number;
  readonly slope: number;
  readonly winding: 1 | -1;
}

/** Lines of samples in each row of pixels; within a line coverage is exact. */
const SAMPLES = 4;

/** Fills what the polygons enclose; they close by themselves. */
export function fillPolygons(page: GrayPage, polygons: readonly Polygon[], fill: Fill): void {
  const edges = polygons.flatMap(edgesOf).toSorted((a, b) => a.top - b.top);
  const {clip, gray, alpha} = fill;
  const [left, right] = [Math.max(0, clip.left), Math.min(page.width, clip.right)];
  const lowest = edges.reduce((most, edge) => Math.max(most, edge.bottom), 0);
  const bottom = Math.min(page.height, clip.bottom, Math.ceil(lowest));
  if (left >= right) return;
  const row = new Float32Array(right - left);
  let next = 0;
  let active: Edge[] = [];
  for (let y = Math.max(0, clip.top, Math.floor(edges[0]?.top ?? 0)); y < bottom; y++) {
    active = active.filter(edge => edge.bottom > y);
    for (; next < edges.length && (edges[next]?.top ?? 0) < y + 1; next++) {
      const edge = edges[next];
      if (edge && edge.bottom > y) active.push(edge);
    }
    if (active.length === 0) continue;
    for (let sample = 0; sample < SAMPLES; sample++)
      for (const [from, to] of spans(active, y + (sample + 0.5) / SAMPLES, fill.isEvenOdd))
        addSpan(row, from - left, to - left);
    const start = y * page.width + left;
    for (let x = 0; x < row.length; x++) {
      const share = row[x] ?? 0;
      if (share > 0) page.cover(start + x, gray, Math.min(1, share / SAMPLES) * alpha);
    }
    row.fill(0);
  }
}

function edgesOf(polygon: Polygon): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < polygon.length; at += 2) {
    const next = (at + 2) % polygon.length;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [polygon[at], polygon[at + 1], polygon[next], polygon[next + 1]];
    if (y0 === y1 || !Number.isFinite(x0 + y0 + x1 + y1)) continue;
    const slope = (x1 - x0) / (y1 - y0);
    edges.push(
      y0 < y1
        ? {top: y0, bottom: y1, xAtTop: x0, slope, winding: 1}
        : {top: y1, bottom: y0, xAtTop: x1, slope, winding: -1},
    );
  }
  return edges;
}

function spans(edges: readonly Edge[], y: number, isEvenOdd: boolean): (readonly [number, number])[] {
  const crossings: {readonly x: number; readonly winding: number}[] = [];
  for (const {top, bottom, xAtTop, slope, winding} of edges)
    if (top <= y && y < bottom) crossings.push({x: xAtTop + (y - top) * slope, winding});
  crossings.sort((a, b) => a.x - b.x);
  const found: (readonly [number, number])[] = [];
  let count = 0;
  for (const [at, {x, winding}] of crossings.entries()) {
    count += isEvenOdd ? 1 : winding;
    const end = crossings[at + 1]?.x;
    const isInside = isEvenOdd ? count % 2 === 1 : count !== 0;
    if (isInside && end !== undefined && end > x) found.push([x, end]);
  }
  return found;
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from);
  const end = Math.min(row.length, to);
  if (start >= end) return;
  const [first, last] = [Math.floor(start), Math.ceil(end) - 1];
  if (first === last) {
    row[first] = (row[first] ?? 0) + end - start;
    return;
  }
  row[first] = (row[first] ?? 0) + first + 1 - start;
  for (let x = first + 1; x < last; x++) row[x] = (row[x] ?? 0) + 1;
  row[last] = (row[last] ?? 0) + end - last;
}
