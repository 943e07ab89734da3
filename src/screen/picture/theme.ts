import {type Colour, DEFAULT, exactRgb, fixedColour} from '../colour.ts';
import {DEFAULT_BACKGROUND, DEFAULT_FOREGROUND} from '../default-colours.ts';
import type {CellStyle} from './grid/screen-grid.ts';

/** Colours that are the terminal's own choice, as `0xrrggbb`. */
export interface Theme {
  readonly foreground: number;
  readonly background: number;
  readonly cursor: number;
  /** SGR 30 to 37 and 90 to 97. */
  readonly palette: readonly number[];
}

const dark: Theme = {
  foreground: DEFAULT_FOREGROUND,
  background: DEFAULT_BACKGROUND,
  cursor: DEFAULT_FOREGROUND,
  palette: [
    ...[0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf],
    ...[0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec],
  ],
};

/** What `theme` may be. The dark one is the default: programs are told its colours. */
export const themes = {
  dark,
  light: {
    foreground: 0x1f2328,
    background: 0xffffff,
    cursor: 0x1f2328,
    palette: [
      ...[0x24292f, 0xb42318, 0x116329, 0x7a5200, 0x0550ae, 0x7c3aa0, 0x126a75, 0x6e7781],
      ...[0x57606a, 0xd1242f, 0x1a7f37, 0x9a6700, 0x0969da, 0x8250df, 0x1b7c83, 0x8c959f],
    ],
  },
  'solarized-dark': {
    foreground: 0x839496,
    background: 0x002b36,
    cursor: 0x93a1a1,
    palette: [
      ...[0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5],
      ...[0x002b36, 0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3],
    ],
  },
  'high-contrast': {
    foreground: 0xffffff,
    background: 0x000000,
    cursor: 0xffffff,
    palette: [
      ...[0x000000, 0xff5c57, 0x5af78e, 0xf3f99d, 0x57c7ff, 0xff6ac1, 0x9aedfe, 0xf1f1f0],
      ...[0x8a8a8a, 0xff8a86, 0x8dffb4, 0xffffc4, 0x8fdbff, 0xff9ad6, 0xc4f6ff, 0xffffff],
    ],
  },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;

/** What a cell is drawn in, as `0xrrggbb`. */
export interface Ink {
  readonly foreground: number;
  readonly background: number;
  /** The background is the theme's own. */
  readonly isPlain: boolean;
  readonly underline: number;
}

/**
 * Resolves a style as xterm.js does: inverse swaps, then bold text in one of the first eight colours takes the bright one, and dim
 * text stands half way to its background.
 */
export function inkOf(style: CellStyle, theme: Theme): Ink {
  const front = {colour: style.foreground, fallback: theme.foreground};
  const back = {colour: style.background, fallback: theme.background};
  const [text, paper] = style.inverse ? [back, front] : [front, back];
  const bright = style.bold && text.colour >= 0 && text.colour < 8 ? text.colour + 8 : text.colour;
  const foreground = resolve(bright, theme, text.fallback);
  const background = resolve(paper.colour, theme, paper.fallback);
  const line = style.underlineColour === DEFAULT ? foreground : resolve(style.underlineColour, theme, foreground);
  const isPlain = !style.inverse && style.background === DEFAULT;
  const faded = style.dim ? mix(background, foreground, 0.5) : foreground;
  return {foreground: faded, background, isPlain, underline: style.dim ? mix(background, line, 0.5) : line};
}

function resolve(colour: Colour, theme: Theme, fallback: number): number {
  if (colour === DEFAULT) return fallback;
  return exactRgb(colour) ?? theme.palette[colour] ?? fixedColour(colour);
}

/** `share` of 1 is all of `above`. */
export function mix(below: number, above: number, share: number): number {
  const channel = (shift: number): number => {
    const from = (below >> shift) & 255;
    return Math.round(from + (((above >> shift) & 255) - from) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** As CSS and SVG write it. */
export function cssColour(value: number): string {
  return `#${value.toString(16).padStart(6, '0')}`;
}
