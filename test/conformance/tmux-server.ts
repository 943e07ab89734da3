import {endTmux} from '../support/end-tmux.ts';
import type {TestTerminal} from './test-terminal.ts';

/** Ends the tmux server that a case leaves behind at the socket `~/tmux`. */
export function tmuxServer(terminal: TestTerminal): Disposable {
  return {[Symbol.dispose]: () => endTmux(terminal.file('tmux'))};
}
