/** The emulator as a script of its own: for the page, and for pages that bring their own player. */
export {UnicodeGraphemesAddon} from '@xterm/addon-unicode-graphemes';
export {Terminal} from '@xterm/xterm';
