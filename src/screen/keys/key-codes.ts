/** Numbers and letters that the legacy encodings and the kitty keyboard protocol have in common (xterm ctlseqs, PC-Style Function Keys). */
import type {FunctionKey, NamedKey} from './key-names.ts';
import type {Modifiers} from './parse-key.ts';

/** xterm's modifier parameter: one more than the sum of Shift 1, Alt 2, Ctrl 4. */
export function modifierParameter({shift, alt, ctrl}: Modifiers): number {
  return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
}

/** Final letters of cursor keys and their like, in `CSI 1 ; modifiers letter`. */
export const letterKeys: ReadonlyMap<NamedKey, string> = new Map<NamedKey, string>([
  ['Up', 'A'],
  ['Down', 'B'],
  ['Right', 'C'],
  ['Left', 'D'],
  ['Home', 'H'],
  ['End', 'F'],
  ['F1', 'P'],
  ['F2', 'Q'],
  ['F3', 'R'],
  ['F4', 'S'],
]);

/** Numbers of editing and function keys, in `CSI number ; modifiers ~`. */
export const tildeKeys: ReadonlyMap<NamedKey, number> = new Map<NamedKey, number>([
  ['Insert', 2],
  ['Delete', 3],
  ['PageUp', 5],
  ['PageDown', 6],
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((number, index): [FunctionKey, number] => [`F${index + 5}`, number]),
]);

/** Keys that are a character to a program without keyboard protocol. */
export const TEXT_KEYS: ReadonlyMap<NamedKey, number> = new Map<NamedKey, number>([
  ['Enter', 13],
  ['Tab', 9],
  ['Escape', 27],
  ['Backspace', 127],
  ['Space', 32],
]);
