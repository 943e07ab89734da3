/** A colour as SGR names it: {@link DEFAULT}, an index from 0 to 255, or {@link rgb}. */
export type Colour = number;

/** The terminal's own foreground or background. */
export const DEFAULT: Colour = -1;

export function rgb(red: number, green: number, blue: number): Colour {
  return RGB | (red << 16) | (green << 8) | blue;
}

/** `0xrrggbb` of a colour made by {@link rgb}; undefined for any other. */
export function exactRgb(colour: Colour): number | undefined {
  return colour >= RGB ? colour - RGB : undefined;
}

/** `0xrrggbb` of the indices 16 to 255: a cube of 6 steps a side, then 24 greys. They are the same in every theme. */
export function fixedColour(index: number): number {
  return index < 232 ? cubeColour(index - 16) : 0x010101 * (8 + 10 * (index - 232));
}

/** Marks a number as a colour of 24 bits. */
const RGB = 1 << 24;

/** https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "256 colors" */
function cubeColour(index: number): number {
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  return (level(Math.trunc(index / 36)) << 16) | (level(Math.trunc(index / 6) % 6) << 8) | level(index % 6);
}
