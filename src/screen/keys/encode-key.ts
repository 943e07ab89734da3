import {CottyError} from '../../core/index.ts';
import {letterKeys, modifierParameter, TEXT_KEYS, tildeKeys} from './key-codes.ts';
import type {KeyModes} from './key-modes.ts';
import type {NamedKey} from './key-names.ts';
import {kittyKey} from './kitty-key.ts';
import {type Key, keyLabel, type Modifiers} from './parse-key.ts';

/**
 * The characters a terminal sends for a key in the modes the program has set. Throws `invalid_argument` when these modes
 * have no way to say it. Sources: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (PC-Style Function Keys, XTMODKEYS),
 * terminfo `xterm-256color`, https://sw.kovidgoyal.net/kitty/keyboard-protocol/.
 */
export function encodeKey(key: Key, modes: KeyModes): string {
  if (modes.kittyKeyboard > 0) return kittyKey(key, modes.kittyKeyboard);
  if (key.type === 'character') return character(key, modes);
  const code = TEXT_KEYS.get(key.name);
  return code === undefined ? functional(key.name, key, modes) : textKey(code, key, modes);
}

function functional(name: NamedKey, modifiers: Modifiers, modes: KeyModes): string {
  const high = /^F(1[3-9]|2[0-4])$/.exec(name);
  // terminfo: kf13 to kf24 are Shift with F1 to F12.
  if (high) return functional(`F${Number(high[1]) - 12}`, {...modifiers, shift: true}, modes);
  const parameter = modifierParameter(modifiers);
  const letter = letterKeys.get(name);
  if (letter !== undefined) {
    if (parameter > 1) return `\x1b[1;${parameter}${letter}`;
    return (letter >= 'P' || modes.applicationCursor ? '\x1bO' : '\x1b[') + letter;
  }
  return `\x1b[${tildeKeys.get(name)}${parameter > 1 ? `;${parameter}` : ''}~`;
}

function textKey(code: number, key: Key, modes: KeyModes): string {
  const {shift, alt, ctrl} = key;
  const name = key.type === 'named' ? key.name : '';
  if (name === 'Tab' && shift && !ctrl) return `${alt ? '\x1b' : ''}\x1b[Z`;
  const level = modes.modifyOtherKeys;
  const legacyAtOne =
    name === 'Backspace' || (!shift && !(ctrl && (name === 'Enter' || name === 'Tab' || name === 'Escape')));
  const plainSpace = name === 'Space' && !ctrl && !alt;
  if (!plainSpace && (shift || alt || ctrl) && (level === 2 || (level === 1 && !legacyAtOne)))
    return otherKey(code, key);
  const prefix = alt ? '\x1b' : '';
  if (ctrl && name === 'Space') return `${prefix}\0`;
  if (ctrl && name === 'Backspace') return `${prefix}\b`;
  return prefix + String.fromCharCode(code);
}

function character(key: Key & {type: 'character'}, modes: KeyModes): string {
  const {alt, ctrl, shift} = key;
  const text = shift ? shifted(key) : key.character;
  const code = text.codePointAt(0) ?? 0;
  const control = ctrl && !shift ? CONTROLS.get(text) : undefined;
  const level = modes.modifyOtherKeys;
  if ((level === 2 && (ctrl || alt)) || (level === 1 && ctrl && control === undefined)) return otherKey(code, key);
  const prefix = alt ? '\x1b' : '';
  if (!ctrl) return prefix + text;
  const byte = control ?? CONTROLS.get(key.character);
  if (byte === undefined) throw inexpressible(key);
  return prefix + String.fromCharCode(byte);
}

function otherKey(code: number, modifiers: Modifiers): string {
  return `\x1b[27;${modifierParameter(modifiers)};${code}~`;
}

/** What Shift makes of a character on any layout: only letters are certain. */
function shifted(key: Key & {type: 'character'}): string {
  const upper = key.character.toUpperCase();
  if (upper !== key.character && [...upper].length === 1) return upper;
  throw new CottyError(
    'invalid_argument',
    `${keyLabel(key)} depends on the keyboard layout.`,
    'Name the character that Shift would give, such as "!" for Shift and 1.',
  );
}

function inexpressible(key: Key): CottyError {
  return new CottyError(
    'invalid_argument',
    `A terminal has no bytes for ${keyLabel(key)} unless the program turns on an extended keyboard mode, and this one has not.`,
    'Use a key the program can receive: Ctrl works with letters and with @ [ \\ ] ^ _ ? Space.',
  );
}

/** Ctrl with a character in legacy mode, with the aliases every terminal has (kitty protocol, "Legacy ctrl mapping"). */
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ...Array.from({length: 26}, (_, index): [string, number] => [String.fromCharCode(0x61 + index), index + 1]),
  ['@', 0],
  ['2', 0],
  ['[', 0x1b],
  ['3', 0x1b],
  ['\\', 0x1c],
  ['4', 0x1c],
  [']', 0x1d],
  ['5', 0x1d],
  ['^', 0x1e],
  ['6', 0x1e],
  ['~', 0x1e],
  ['_', 0x1f],
  ['7', 0x1f],
  ['/', 0x1f],
  ['?', 0x7f],
  ['8', 0x7f],
]);
