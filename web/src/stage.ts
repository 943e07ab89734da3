/** The page as a picture is taken of it: a terminal of a given size and nothing else, fed by whoever opened the page. */
import type {Terminal} from '@xterm/xterm';
import type {ThemeName} from '../../src/screen/picture/theme.ts';
import {loadFont, openTerminal, painted} from './terminal.ts';
import {xtermTheme} from './theme.ts';

export interface Stage {
  /** Begins anew. */
  open(size: {cols: number; rows: number}, theme: ThemeName): Promise<void>;
  /** Bytes as base64, in their order. Resolves when they were taken in. */
  write(base64: string): Promise<void>;
  /** Resolves when all of it stands on the page. In pixels of the page. */
  painted(): Promise<{width: number; height: number}>;
}

export function makeStage(element: HTMLElement): Stage {
  let terminal: Terminal | undefined;
  return {
    async open({cols, rows}, theme) {
      terminal?.dispose();
      element.replaceChildren();
      // What another renderer draws with WebGL comes out of headless browsers wrongly scaled.
      await loadFont(['', 'bold ', 'italic ', 'italic bold ']);
      terminal = openTerminal(element, {
        ...{cols, rows, theme: xtermTheme(theme), cursorBlink: false, scrollback: 0},
        disableStdin: true,
      });
      // Without the focus there is no cursor, or an empty one.
      terminal.focus();
    },
    write: base64 =>
      new Promise(resolve => {
        const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
        if (terminal) terminal.write(bytes, resolve);
        else resolve();
      }),
    async painted() {
      if (terminal) await painted(terminal);
      const screen = element.querySelector('.xterm-screen');
      return {width: screen?.clientWidth ?? 0, height: screen?.clientHeight ?? 0};
    },
  };
}
