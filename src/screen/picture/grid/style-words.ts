import {DEFAULT, exactRgb} from '../../colour.ts';
import type {CellStyle} from './screen-grid.ts';

/** A style in words, as in `bold underline fg=red bg=#102030 fg=palette-208`; empty for the plain one. */
export function styleWords(style: CellStyle): string {
  const words: string[] = [];
  if (style.bold) words.push('bold');
  if (style.dim) words.push('dim');
  if (style.italic) words.push('italic');
  if (style.underline !== 'none') words.push('underline');
  if (style.overline) words.push('overline');
  if (style.strikethrough) words.push('strikethrough');
  if (style.inverse) words.push('inverse');
  if (style.invisible) words.push('invisible');
  if (style.foreground !== DEFAULT) words.push(`fg=${colourWord(style.foreground)}`);
  if (style.background !== DEFAULT) words.push(`bg=${colourWord(style.background)}`);
  return words.join(' ');
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** `red`, `bright-red`, `palette-208`, `#102030`. */
export function colourWord(colour: number): string {
  const exact = exactRgb(colour);
  if (exact !== undefined) return `#${exact.toString(16).padStart(6, '0')}`;
  const name = NAMES[colour % 8];
  if (colour < 8) return `${name}`;
  return colour < 16 ? `bright-${name}` : `palette-${colour}`;
}
