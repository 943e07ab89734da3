/** U+2500 to U+257F: lines that meet those of the next cell, which those of fonts do not at every size. */
import type {CellSize} from './cell-size.ts';
import {type Path, polygon, rectangle, type Segment} from './path.ts';

/** Undefined for any other character. */
export function boxDrawing(codePoint: number, size: CellSize): Path | undefined {
  if (codePoint < FIRST || codePoint > 0x257f) return undefined;
  const dashes = DASHES[codePoint];
  if (dashes) return dashed(dashes, size);
  if (codePoint >= 0x256d && codePoint <= 0x2570) return arc(codePoint - 0x256d, size);
  if (codePoint >= 0x2571 && codePoint <= 0x2573) return diagonals(codePoint, size);
  const arms = ARMS.slice((codePoint - FIRST) * 4, (codePoint - FIRST) * 4 + 4);
  return joint([...arms].map(Number), size);
}

const FIRST = 0x2500;

/** Of each character the lines to the top, right, bottom and left: 0 none, 1 light, 2 heavy, 3 double. */
const ARMS = [
  '0101 0202 1010 2020 0000 0000 0000 0000 0000 0000 0000 0000 0110 0210 0120 0220',
  '0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120',
  '2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 0111 0112 0211 0212',
  '0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 1111 1112 1211 1212',
  '2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 0000 0000 0000 0000',
  '0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130',
  '3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333 0000 0000 0000',
  '0000 0000 0000 0000 0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010',
]
  .join('')
  .replaceAll(' ', '');

interface Dashes {
  readonly count: number;
  readonly isHeavy: boolean;
  readonly isVertical: boolean;
}

const DASHES: Readonly<Record<number, Dashes>> = Object.fromEntries(
  [
    [0x2504, 3],
    [0x2508, 4],
    [0x254c, 2],
  ].flatMap(([first = 0, count = 0]) =>
    [0, 1, 2, 3].map(place => [first + place, {count, isHeavy: place % 2 === 1, isVertical: place >= 2}]),
  ),
);

function thicknessOf(weight: number, {line}: CellSize): number {
  return weight === 2 ? 2 * line : weight === 3 ? 3 * line : weight * line;
}

/** Where a line of this thickness begins so that it stands in the middle, on whole pixels. */
function middle(length: number, thickness: number): number {
  return Math.floor((length - thickness) / 2);
}

/** A joint is drawn arm by arm, each turned so that it comes from the top. */
function joint(weights: readonly number[], size: CellSize): Path {
  return [0, 1, 2, 3].flatMap(turn => {
    const at = (offset: number): number => weights[(turn + offset) % 4] ?? 0;
    return arm({own: at(0), right: at(1), opposite: at(2), left: at(3)}, turn, size);
  });
}

/** An arm and its neighbours, seen as if it came from the top. */
interface Arm {
  readonly own: number;
  readonly right: number;
  readonly opposite: number;
  readonly left: number;
}

function arm({own, right, opposite, left}: Arm, turn: number, size: CellSize): Path {
  if (own === 0) return [];
  const across = Math.max(right, left);
  if (own !== 3) {
    // In front of a double line that goes through, it ends; else it covers the crossing.
    const stopsShort = right === 3 && left === 3 && opposite === 0;
    const crossing = thicknessOf(across || own, size);
    return bar(turn, {thickness: thicknessOf(own, size), offset: 0, crossing, stopsShort}, size);
  }
  const crossing = thicknessOf(across || 1, size);
  return [-1, 1].flatMap(side => {
    // Of a double line the inner one of a corner turns before the crossing, the outer one behind it.
    const stopsShort = (side === -1 ? left : right) === 3;
    return bar(turn, {thickness: size.line, offset: side * size.line, crossing, stopsShort}, size);
  });
}

interface Bar {
  readonly thickness: number;
  /** Of its middle from the middle of the cell. */
  readonly offset: number;
  /** How thick what it meets is. */
  readonly crossing: number;
  /** It ends in the first line of what it meets, and else at the far side of it. */
  readonly stopsShort: boolean;
}

/** A line from an edge to the crossing. Turns: 0 from the top, 1 from the right, 2 from the bottom, 3 from the left. */
function bar(turn: number, {thickness, offset, crossing, stopsShort}: Bar, {width, height, line}: CellSize): Path {
  const isVertical = turn % 2 === 0;
  const [along, breadth] = isVertical ? [height, width] : [width, height];
  const isFromStart = turn === 0 || turn === 3;
  // Seen from the top its left is at the left; from the right it is at the top, and so on around.
  const sign = turn === 0 || turn === 1 ? 1 : -1;
  const from = middle(breadth, thickness) + sign * offset;
  const crossingFrom = middle(along, crossing);
  const first = stopsShort ? line : crossing;
  const [start, stop] = isFromStart ? [0, crossingFrom + first] : [crossingFrom + crossing - first, along];
  return isVertical ? rectangle(from, start, from + thickness, stop) : rectangle(start, from, stop, from + thickness);
}

function dashed({count, isHeavy, isVertical}: Dashes, size: CellSize): Path {
  const [along, breadth] = isVertical ? [size.height, size.width] : [size.width, size.height];
  const thickness = thicknessOf(isHeavy ? 2 : 1, size);
  const from = middle(breadth, thickness);
  return Array.from({length: count}, (_, index) => {
    const start = Math.round((along * index) / count);
    const stop = Math.max(start + 1, Math.round((along * (index + 1)) / count) - size.line);
    return isVertical ? rectangle(from, start, from + thickness, stop) : rectangle(start, from, stop, from + thickness);
  }).flat();
}

/** A quarter of a circle with straight ends: from the bottom or the top (y) to the right or the left (x). */
function arc(place: number, {width, height, line}: CellSize): Path {
  const toRight = place === 0 || place === 3;
  const toBottom = place === 0 || place === 1;
  const [x, y] = [middle(width, line), middle(height, line)];
  const radius = Math.min(width, height) / 2;
  const edgeX = toRight ? width : 0;
  const edgeY = toBottom ? height : 0;
  const [dirX, dirY] = [toRight ? 1 : -1, toBottom ? 1 : -1];
  const [centreX, centreY] = [x + line / 2, y + line / 2];
  const outer = radius + line / 2;
  const inner = radius - line / 2;
  /** How far the handles of a curve reach for a quarter of a circle. */
  const k = 0.5523;
  const [cx, cy] = [centreX + dirX * radius, centreY + dirY * radius];
  const quarter = (r: number, isBack: boolean): Segment => {
    const ends: [number, number][] = [
      [cx - dirX * r, cy],
      [cx, cy - dirY * r],
    ];
    const handles: [number, number][] = [
      [cx - dirX * r, cy - dirY * r * k],
      [cx - dirX * r * k, cy - dirY * r],
    ];
    const [a = [0, 0], b = [0, 0]] = isBack ? handles.toReversed() : handles;
    const end = (isBack ? ends[0] : ends[1]) ?? [0, 0];
    return ['C', ...a, ...b, ...end];
  };
  const [outerX, innerX] = [cx - dirX * outer, cx - dirX * inner];
  const [outerY, innerY] = [cy - dirY * outer, cy - dirY * inner];
  return [
    ['M', outerX, edgeY],
    ['L', outerX, cy],
    quarter(outer, false),
    ['L', edgeX, outerY],
    ['L', edgeX, innerY],
    ['L', cx, innerY],
    quarter(inner, true),
    ['L', innerX, edgeY],
    ['Z'],
  ];
}

function diagonals(codePoint: number, {width, height, line}: CellSize): Path {
  const half = (line * Math.hypot(width, height)) / height / 2;
  const rising = polygon([-half, height], [half, height], [width + half, 0], [width - half, 0]);
  const falling = polygon([-half, 0], [half, 0], [width + half, height], [width - half, height]);
  return [...(codePoint === 0x2572 ? [] : rising), ...(codePoint === 0x2571 ? [] : falling)];
}
