/** What `xterm.js` has put there, which is loaded before every other script. */
import type * as xterm from './xterm-global.ts';

declare global {
  var cottyXterm: typeof xterm;
}

export const {Terminal, UnicodeGraphemesAddon} = globalThis.cottyXterm;
