import type {Terminal} from '@xterm/headless';
import {nothingSkipped, type SkippedOutput, trackErasures} from './bounds/skipped-output.ts';

/** State of the terminal that xterm.js's public interface does not tell. Plain data, so that it can be saved. */
export interface ExtraModes {
  title: string;
  cursorVisible: boolean;
  mouseSgr: boolean;
  modifyOtherKeys: 0 | 1 | 2;
  /** Flag stacks of the kitty keyboard protocol; each screen has its own. */
  kitty: {primary: number[]; alternate: number[]};
  skipped: SkippedOutput;
  /** Rows that were dropped from the top of the scrollback so far. */
  dropped: number;
}

/** Depth at which a terminal drops the oldest pushed flags. */
const KITTY_STACK = 8;
const MAX_TITLE = 1024;

/** Watches the sequences that change {@link ExtraModes}. Every handler lets xterm.js see the sequence too. */
export function trackExtraModes(terminal: Terminal): ExtraModes {
  const state: ExtraModes = initial();
  const csi = (id: {prefix?: string; intermediates?: string; final: string}, act: (params: Params) => void): void => {
    terminal.parser.registerCsiHandler(id, params => {
      act(params);
      return false;
    });
  };
  const stack = (): number[] => state.kitty[terminal.buffer.active.type === 'alternate' ? 'alternate' : 'primary'];

  for (const number of [0, 2]) {
    // xterm.js would keep the whole of it, whatever its length.
    terminal.parser.registerOscHandler(number, title => {
      state.title = cut(title, MAX_TITLE);
      return true;
    });
  }
  trackErasures(terminal, state);
  csi({prefix: '?', final: 'h'}, params => setDecModes(state, params, true));
  csi({prefix: '?', final: 'l'}, params => setDecModes(state, params, false));
  csi({intermediates: '!', final: 'p'}, () => {
    state.cursorVisible = true;
  });
  terminal.parser.registerEscHandler({final: 'c'}, () => {
    Object.assign(state, {...initial(), title: state.title, dropped: state.dropped});
    return false;
  });
  // XTMODKEYS: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
  csi({prefix: '>', final: 'm'}, params => {
    const [resource, value] = [number(params, 0), number(params, 1)];
    if (resource === 4 || params.length === 0 || resource === 0)
      state.modifyOtherKeys = value === 1 || value === 2 ? value : 0;
  });
  csi({prefix: '>', final: 'n'}, params => {
    if (number(params, 0) === 4) state.modifyOtherKeys = 0;
  });
  // https://sw.kovidgoyal.net/kitty/keyboard-protocol/#progressive-enhancement
  csi({prefix: '>', final: 'u'}, params => {
    const flags = stack();
    flags.push(number(params, 0) & 31);
    if (flags.length > KITTY_STACK) flags.shift();
  });
  csi({prefix: '<', final: 'u'}, params => {
    stack().splice(-Math.max(1, number(params, 0)));
  });
  csi({prefix: '=', final: 'u'}, params => {
    const flags = stack();
    const present = flags.pop() ?? 0;
    const given = number(params, 0) & 31;
    const how = number(params, 1);
    flags.push(how === 2 ? present | given : how === 3 ? present & ~given : given);
  });
  return state;
}

type Params = (number | number[])[];

function initial(): ExtraModes {
  return {
    title: '',
    cursorVisible: true,
    mouseSgr: false,
    modifyOtherKeys: 0,
    kitty: {primary: [], alternate: []},
    skipped: nothingSkipped(),
    dropped: 0,
  };
}

/** A copy, so that it does not hold on to the long text it is the beginning of. */
function cut(text: string, length: number): string {
  return Array.from(text.slice(0, length)).join('');
}

function setDecModes(state: ExtraModes, params: Params, on: boolean): void {
  for (const mode of params) {
    if (mode === 25) state.cursorVisible = on;
    if (mode === 1006 || mode === 1016) state.mouseSgr = on;
  }
}

function number(params: Params, index: number): number {
  const value = params[index];
  return typeof value === 'number' && value > 0 ? value : 0;
}
