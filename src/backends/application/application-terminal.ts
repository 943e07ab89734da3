import type {TerminalCapabilities} from '../../core/index.ts';
import type {JudgedTerminal} from '../recording/judged-shell.ts';
import type {InputQueue} from '../system/input-queue.ts';

/** What the application lets us do with a terminal of its own, apart from what the tty itself lets everybody do. */
export interface ApplicationTerminal {
  /** What a person finds the terminal by, in errors: `tmux pane %3`. */
  readonly title: string;
  readonly input: ApplicationInput;
  readonly promptMonitor: boolean;
  /** How far what was printed is known here when a mark is looked at. */
  readonly reading: Pick<JudgedTerminal, 'isDrained' | 'afterTurn'>;
}

/** What goes into a terminal by way of the application, which is given no more at once than can be taken back. */
export interface ApplicationInput {
  readonly queue: InputQueue;
  /** Bytes that the tty holds and no program has taken. */
  readonly unreadBytes: number;
  /** Resolves when the application has taken all of `bytes`. */
  write(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** The same for what others must not see on its way; absent where nobody can. */
  writeSecret?(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
}

/** What can be done with any terminal on this machine that is not cotty's own. */
export const APPLICATION_CAPABILITIES: Omit<TerminalCapabilities, 'promptMonitor'> = {
  resize: true,
  signal: true,
  close: true,
  release: true,
  outlivesServer: true,
  processes: true,
  ttyModes: true,
  environment: true,
  dropInput: true,
  repair: true,
  takesOnce: false,
};
