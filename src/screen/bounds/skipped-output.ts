import type {Terminal} from '@xterm/headless';

/**
 * Bytes of output that were passed over instead of drawn, for as long as what is shown may be wrong by them: where
 * everything has been erased since, nothing is missing any more.
 */
export interface SkippedOutput {
  /** Of what the primary screen shows. */
  primary: number;
  /** Of the scrollback alone. */
  scrollback: number;
  alternate: number;
}

export function nothingSkipped(): SkippedOutput {
  return {primary: 0, scrollback: 0, alternate: 0};
}

/** Watches for what erases a whole screen. A full reset (RIS) is for the owner of the state to see. */
export function trackErasures(terminal: Terminal, state: {skipped: SkippedOutput}): void {
  const isAlternate = (): boolean => terminal.buffer.active.type === 'alternate';
  terminal.parser.registerCsiHandler({final: 'J'}, ([how = 0]) => {
    const {skipped} = state;
    const {cursorX, cursorY} = terminal.buffer.active;
    const isWhole = how === 2 || (how === 0 && cursorX === 0 && cursorY === 0);
    if (isWhole && isAlternate()) skipped.alternate = 0;
    else if (isWhole) {
      skipped.scrollback += skipped.primary;
      skipped.primary = 0;
    } else if (how === 3 && !isAlternate()) skipped.scrollback = 0;
    return false;
  });
  terminal.parser.registerCsiHandler({prefix: '?', final: 'h'}, modes => {
    // The alternate screen is blank when it is entered.
    if (!isAlternate() && modes.some(mode => mode === 47 || mode === 1047 || mode === 1049))
      state.skipped.alternate = 0;
    return false;
  });
}
