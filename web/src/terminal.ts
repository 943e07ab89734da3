import type {ITerminalInitOnlyOptions, ITerminalOptions, Terminal as XtermTerminal} from '@xterm/xterm';
import {Terminal, UnicodeGraphemesAddon} from './xterm.ts';

/** Of the font: the least that browsers make cells of 9 whole pixels of. */
const FONT_SIZE = 14.96;

/** Resolves when the faces are there: at first only the regular one is needed, which says how large a cell is. */
export async function loadFont(faces: readonly ('' | 'bold ' | 'italic ' | 'italic bold ')[]): Promise<void> {
  await Promise.all(faces.map(face => document.fonts.load(`${face}${FONT_SIZE}px "cotty mono"`)));
}

/** A terminal like the server’s own: the same widths of characters, the font of screenshots, which is to be there already. */
export function openTerminal(
  element: HTMLElement,
  options: ITerminalOptions & ITerminalInitOnlyOptions,
): XtermTerminal {
  const terminal = new Terminal({
    allowProposedApi: true,
    fontFamily: '"cotty mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
    fontSize: FONT_SIZE,
    scrollback: 5000,
    ...options,
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = '15-graphemes';
  terminal.open(element);
  return terminal;
}

/** Resolves when what has been written so far stands on the page. */
export async function painted(terminal: XtermTerminal): Promise<void> {
  await new Promise<void>(resolve => terminal.write('', resolve));
  // xterm.js draws in the next frame; the one after it follows what the browser has shown.
  await nextFrame();
  await nextFrame();
}

function nextFrame(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => resolve()));
}
