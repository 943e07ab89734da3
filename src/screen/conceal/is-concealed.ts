import {type Colour, DEFAULT, exactRgb, fixedColour} from '../colour.ts';
import {DEFAULT_BACKGROUND, DEFAULT_FOREGROUND} from '../default-colours.ts';

/** What of a style decides whether text can be seen. Inverse does not: it swaps two colours that are as near as before. */
export interface Ink {
  /** SGR 8 */
  readonly conceal: boolean;
  readonly bold: boolean;
  readonly foreground: Colour;
  readonly background: Colour;
}

/**
 * True when a person does not see text of this style: SGR 8, or a foreground that is the background, or nearly. What a terminal
 * shows for its own two colours and for the first 16 is a matter of theme; for these, what cotty tells programs (OSC 10 and 11)
 * and xterm's palette are taken.
 */
export function isConcealed({conceal, bold, foreground, background}: Ink): boolean {
  if (conceal) return true;
  if (foreground === background) return foreground !== DEFAULT;
  // Many terminals draw bold text in the bright one of the eight colours.
  const index = bold && foreground >= 0 && foreground < 8 ? foreground + 8 : foreground;
  return areNear(colourOf(index, DEFAULT_FOREGROUND), colourOf(background, DEFAULT_BACKGROUND));
}

/** Of 255, in each of red, green and blue: less is hard to tell apart even when one looks for it. */
const NEAR = 24;

function areNear(one: number, other: number): boolean {
  return [16, 8, 0].every(shift => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= NEAR);
}

/** `0xrrggbb` */
function colourOf(colour: Colour, fallback: number): number {
  if (colour === DEFAULT) return fallback;
  return exactRgb(colour) ?? SIXTEEN[colour] ?? fixedColour(colour);
}

/** xterm's palette. */
const SIXTEEN: readonly number[] = [
  ...[0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5],
  ...[0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff],
];
