import type {TerminalFacts} from '../../core/index.ts';

/** What is known of a pane's program, by the process that leads it. */
export type PaneFacts = TerminalFacts & {readonly pid: number; readonly tty: string};
