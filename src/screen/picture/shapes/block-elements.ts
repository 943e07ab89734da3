/** Characters that are areas: blocks, shades, quadrants, sextants, braille, and the separators of prompts. */
import type {CellSize} from './cell-size.ts';
import {type Path, polygon, rectangle} from './path.ts';

export interface Area {
  readonly path: Path;
  /** How much of the colour of the text it takes, 0 to 1. */
  readonly opacity: number;
}

/** Undefined for any other character. */
export function blockElement(codePoint: number, size: CellSize): Area | undefined {
  if (codePoint >= 0x2591 && codePoint <= 0x2593)
    return {path: rectangle(0, 0, size.width, size.height), opacity: (codePoint - 0x2590) / 4};
  const path = areaOf(codePoint, size);
  return path && {path, opacity: 1};
}

function areaOf(codePoint: number, size: CellSize): Path | undefined {
  const {width, height} = size;
  const down = (eighths: number): number => Math.round((height * eighths) / 8);
  const along = (eighths: number): number => Math.round((width * eighths) / 8);
  if (codePoint === 0x2580) return rectangle(0, 0, width, down(4));
  if (codePoint > 0x2580 && codePoint <= 0x2588) return rectangle(0, down(8 - (codePoint - 0x2580)), width, height);
  if (codePoint > 0x2588 && codePoint <= 0x258f) return rectangle(0, 0, along(8 - (codePoint - 0x2588)), height);
  if (codePoint === 0x2590) return rectangle(along(4), 0, width, height);
  if (codePoint === 0x2594) return rectangle(0, 0, width, Math.max(1, down(1)));
  if (codePoint === 0x2595) return rectangle(along(7), 0, width, height);
  if (codePoint >= 0x2596 && codePoint <= 0x259f) return grid(QUADRANTS[codePoint - 0x2596] ?? 0, 2, 2, size);
  if (codePoint >= 0x2800 && codePoint <= 0x28ff) return braille(codePoint - 0x2800, size);
  if (codePoint >= 0x1fb00 && codePoint <= 0x1fb3b) return grid(sextants(codePoint - 0x1fb00), 2, 3, size);
  return separator(codePoint, size);
}

/** Bits from the upper left on, row by row. */
const QUADRANTS = [0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110];

/** Those that are the left or the right half stand elsewhere in Unicode. */
function sextants(place: number): number {
  const bits = place + 1;
  return bits + (bits >= 0b010101 ? 1 : 0) + (bits + 1 >= 0b101010 ? 1 : 0);
}

function grid(bits: number, cols: number, rows: number, {width, height}: CellSize): Path {
  const x = (col: number): number => Math.round((width * col) / cols);
  const y = (row: number): number => Math.round((height * row) / rows);
  return Array.from({length: cols * rows}, (_, place) => {
    const [row, col] = [Math.floor(place / cols), place % cols];
    return bits & (1 << place) ? rectangle(x(col), y(row), x(col + 1), y(row + 1)) : [];
  }).flat();
}

/** Dots 1 to 8 as two columns of four: https://www.unicode.org/charts/PDF/U2800.pdf */
const DOTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
];

function braille(bits: number, {width, height}: CellSize): Path {
  const dot = Math.max(1, Math.round(width / 5));
  return DOTS.flatMap(([col, row], place) => {
    if (!(bits & (1 << place))) return [];
    const left = Math.round((width * (2 * col + 1)) / 4 - dot / 2);
    const top = Math.round((height * (2 * row + 1)) / 8 - dot / 2);
    return rectangle(left, top, left + dot, top + dot);
  });
}

/** What Powerline and its heirs put between the parts of a prompt: U+E0B0 to U+E0B7. */
function separator(codePoint: number, {width, height, line}: CellSize): Path | undefined {
  const middle = height / 2;
  const isMirrored = codePoint === 0xe0b2 || codePoint === 0xe0b3 || codePoint === 0xe0b6 || codePoint === 0xe0b7;
  const x = (value: number): number => (isMirrored ? width - value : value);
  switch (codePoint) {
    case 0xe0b0:
    case 0xe0b2:
      return polygon([x(0), 0], [x(width), middle], [x(0), height]);
    case 0xe0b1:
    case 0xe0b3: {
      const step = (line * Math.hypot(width, middle)) / middle;
      const tip = x(width - step);
      return polygon([x(0), 0], [x(step), 0], [x(width), middle], [x(step), height], [x(0), height], [tip, middle]);
    }
    case 0xe0b4:
    case 0xe0b6:
      return [['M', x(0), 0], ['C', x(width * 1.33), 0, x(width * 1.33), height, x(0), height], ['Z']];
    case 0xe0b5:
    case 0xe0b7: {
      const inner = width * 1.33 - line * 1.33;
      return [
        ['M', x(0), 0],
        ['C', x(width * 1.33), 0, x(width * 1.33), height, x(0), height],
        ['L', x(0), height - line],
        ['C', x(inner), height - line, x(inner), line, x(0), line],
        ['Z'],
      ];
    }
    default:
      return undefined;
  }
}
