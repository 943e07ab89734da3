import {CottyError} from '../../core/index.ts';
import type {KeyModes} from './key-modes.ts';

const GESTURES = ['click', 'rightclick', 'middleclick', 'doubleclick', 'scrollup', 'scrolldown', 'drag'] as const;
type Gesture = (typeof GESTURES)[number];

export interface MouseGesture {
  readonly gesture: Gesture;
  /** One-based `[row, col]` points, as people count: one, or two for a drag. */
  readonly points: readonly (readonly [number, number])[];
}

/** Reads `click:ROW,COL` and its like; undefined when it is no mouse gesture. Throws `invalid_argument` for bad places. */
export function parseMouse(text: string): MouseGesture | undefined {
  const colon = text.indexOf(':');
  const gesture = GESTURES.find(name => name === text.slice(0, colon).toLowerCase());
  if (colon < 0 || !gesture) return undefined;
  const numbers = text
    .slice(colon + 1)
    .split(',')
    .map(part => (/^\s*\d{1,5}\s*$/.test(part) ? Number(part) : 0));
  const [row = 0, col = 0, toRow = 0, toCol = 0] = numbers;
  const points: [number, number][] =
    gesture === 'drag'
      ? [
          [row, col],
          [toRow, toCol],
        ]
      : [[row, col]];
  if (numbers.length === points.length * 2 && points.flat().every(number => number >= 1)) return {gesture, points};
  throw new CottyError(
    'invalid_argument',
    `${JSON.stringify(text.slice(0, 60))} does not say where.`,
    'Write click:ROW,COL or drag:ROW1,COL1,ROW2,COL2 with rows and columns counted from 1 at the top left.',
  );
}

/**
 * Mouse reports of a gesture in the encoding the program asked for: SGR (1006), or the three-byte X10 form up to column
 * 223. Throws `invalid_argument` when the program listens to no mouse, or not to this. Source: xterm ctlseqs, "Mouse Tracking".
 */
export function encodeMouse({gesture, points}: MouseGesture, modes: KeyModes): Uint8Array {
  const [start = [1, 1] as const, end = start] = points;
  const report = (event: MouseEvent, at: readonly [number, number]): Uint8Array => encodeEvent(event, at, modes);
  requireMode(gesture, modes);
  for (const point of points) requireOnScreen(point, modes);
  switch (gesture) {
    case 'click':
      return press(LEFT, start);
    case 'middleclick':
      return press(MIDDLE, start);
    case 'rightclick':
      return press(RIGHT, start);
    case 'doubleclick':
      return concat(press(LEFT, start), press(LEFT, start));
    case 'scrollup':
      return report({button: WHEEL_UP, type: 'press'}, start);
    case 'scrolldown':
      return report({button: WHEEL_DOWN, type: 'press'}, start);
    case 'drag': {
      const motion = modes.mouse >= 1002 ? [report({button: LEFT + MOTION, type: 'press'}, end)] : [];
      return concat(
        report({button: LEFT, type: 'press'}, start),
        ...motion,
        report({button: LEFT, type: 'release'}, end),
      );
    }
    default:
      return gesture satisfies never;
  }

  function press(button: number, at: readonly [number, number]): Uint8Array {
    const down = report({button, type: 'press'}, at);
    return modes.mouse === 9 ? down : concat(down, report({button, type: 'release'}, at));
  }
}

interface MouseEvent {
  readonly button: number;
  readonly type: 'press' | 'release';
}

const LEFT = 0;
const MIDDLE = 1;
const RIGHT = 2;
const RELEASE = 3;
const MOTION = 32;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** Largest coordinate a byte can carry: 255 - 32. */
const X10_LIMIT = 223;

function encodeEvent({button, type}: MouseEvent, [row, col]: readonly [number, number], modes: KeyModes): Uint8Array {
  if (modes.mouseSgr) return Buffer.from(`\x1b[<${button};${col};${row}${type === 'press' ? 'M' : 'm'}`);
  if (row > X10_LIMIT || col > X10_LIMIT) {
    throw new CottyError(
      'invalid_argument',
      `This program takes mouse positions up to ${X10_LIMIT} only.`,
      'Use keys for places further right or below.',
    );
  }
  const code = type === 'release' ? RELEASE : button;
  return Uint8Array.of(0x1b, 0x5b, 0x4d, code + 32, col + 32, row + 32);
}

function requireMode(gesture: Gesture, modes: KeyModes): void {
  if (modes.mouse === 0) {
    throw new CottyError(
      'invalid_argument',
      'The program in this terminal does not listen to the mouse, so a click would arrive as typed characters.',
      'Use keys instead: arrows, Tab and Enter. In many programs the mouse is an option (vim: ":set mouse=a").',
    );
  }
  const wheelOrDrag = gesture === 'scrollup' || gesture === 'scrolldown' || gesture === 'drag';
  if (modes.mouse === 9 && wheelOrDrag) {
    throw new CottyError(
      'invalid_argument',
      `The program in this terminal listens to button presses only, not to ${gesture}.`,
      'Use click:ROW,COL or keys such as PageUp and PageDown.',
    );
  }
}

function requireOnScreen([row, col]: readonly [number, number], {size}: KeyModes): void {
  if (!size || (row <= size.rows && col <= size.cols)) return;
  throw new CottyError(
    'invalid_argument',
    `Row ${row}, column ${col} is not on the screen, which has ${size.rows} rows and ${size.cols} columns.`,
    'Look with read_screen; rows and columns are counted from 1 at the top left.',
  );
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
