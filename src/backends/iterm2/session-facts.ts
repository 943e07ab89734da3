import type {TerminalFacts} from '../../core/index.ts';

/** What is known of a session's program, by the process that leads it: iTerm2 runs it on this machine. */
export type SessionFacts = TerminalFacts & {readonly pid: number; readonly tty: string};
