import type {ITheme} from '@xterm/xterm';
import {cssColour, type ThemeName, themes} from '../../src/screen/picture/theme.ts';

/** The same colours as in screenshots, for xterm.js. */
export function xtermTheme(name: ThemeName): ITheme {
  const {foreground, background, cursor, palette} = themes[name];
  const colours = Object.fromEntries(SIXTEEN.map((key, index) => [key, cssColour(palette[index] ?? 0)]));
  return {
    ...colours,
    foreground: cssColour(foreground),
    background: cssColour(background),
    cursor: cssColour(cursor),
    cursorAccent: cssColour(background),
  };
}

export const themeNames = Object.keys(themes) as ThemeName[];

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const SIXTEEN = [...NAMES, ...NAMES.map(name => `bright${name[0]?.toUpperCase()}${name.slice(1)}`)];
