import {letterKeys, modifierParameter, TEXT_KEYS, tildeKeys} from './key-codes.ts';
import type {Key} from './parse-key.ts';

/** Progressive enhancement flags, https://sw.kovidgoyal.net/kitty/keyboard-protocol/#progressive-enhancement */
const REPORT_ALTERNATES = 4;
const REPORT_ALL = 8;
const REPORT_TEXT = 16;

/** A key press in the kitty keyboard protocol with the given flags (not zero). Releases are not reported. */
export function kittyKey(key: Key, flags: number): string {
  const parameter = modifierParameter(key);
  const all = (flags & REPORT_ALL) !== 0;
  if (key.type === 'character') {
    if (!key.ctrl && !key.alt && !all) return key.shift ? key.character.toUpperCase() : key.character;
    return characterCode(key, flags);
  }
  const code = TEXT_KEYS.get(key.name);
  if (code !== undefined) {
    // Enter, Tab and Backspace stay what they are so that a crashed program leaves a usable shell; Space is text.
    const legacy = key.name !== 'Escape' && (parameter === 1 || (key.name === 'Space' && parameter === 2));
    return legacy && !all ? String.fromCharCode(code) : unicodeForm(`${code}`, parameter, '');
  }
  const letter = key.name === 'F3' ? undefined : letterKeys.get(key.name);
  if (letter !== undefined) return parameter > 1 ? `\x1b[1;${parameter}${letter}` : `\x1b[${letter}`;
  const number = key.name === 'F3' ? 13 : tildeKeys.get(key.name);
  if (number !== undefined) return `\x1b[${number}${parameter > 1 ? `;${parameter}` : ''}~`;
  return unicodeForm(`${HIGH_FUNCTION + Number(key.name.slice(1)) - 13}`, parameter, '');
}

/** Code of F13; F14 to F24 follow. */
const HIGH_FUNCTION = 57376;

/** Several code points in one character have no key code: they are typed as text. */
function characterCode(key: Key & {type: 'character'}, flags: number): string {
  const points = [...key.character];
  if (points.length > 1) return key.character;
  const lower = key.character.toLowerCase();
  const base = [...lower].length === 1 ? lower : key.character;
  const shift = key.shift || base !== key.character;
  const upper = shift ? base.toUpperCase() : base;
  const alternate = shift && upper !== base && (flags & REPORT_ALTERNATES) !== 0 ? `:${upper.codePointAt(0)}` : '';
  const typesText = !key.ctrl && !key.alt;
  const text = typesText && (flags & REPORT_TEXT) !== 0 ? `${upper.codePointAt(0)}` : '';
  return unicodeForm(`${base.codePointAt(0)}${alternate}`, modifierParameter({...key, shift}), text);
}

/** `CSI code ; modifiers ; text u`, with what is default left out. */
function unicodeForm(code: string, parameter: number, text: string): string {
  const modifiers = parameter > 1 ? `;${parameter}` : text === '' ? '' : ';';
  return `\x1b[${code}${modifiers}${text === '' ? '' : `;${text}`}u`;
}
