/** What is known of a session that another application holds on this machine: tmux, iTerm2. */
import {basename} from 'node:path';
import type {ExitEvent, ProcessFacts, TerminalFacts} from '../../core/index.ts';
import {familyOf} from '../shell/index.ts';

import {workingDirectory} from '../system/processes.ts';

/** Its program is known by the process that leads it. */
export type ApplicationFacts = TerminalFacts & {readonly pid: number; readonly tty: string};

/** How its program has ended; both null where nobody can tell. */
export type Exit = Pick<ExitEvent, 'exitStatus' | 'signal'>;

export const UNKNOWN_EXIT: Exit = {exitStatus: null, signal: null};

/** Where its program runs. */
export type RunningAt = Pick<ApplicationFacts, 'pid' | 'tty' | 'cols' | 'rows'>;

/** Of a program that was there before: `leader` is the process as the system shows it, `title` what it is called when that tells nothing. */
export function adoptedFacts(
  {sessionId, backend}: Pick<TerminalFacts, 'sessionId' | 'backend'>,
  {pid, tty, cols, rows}: RunningAt,
  {leader, title}: {readonly leader: ProcessFacts | null; readonly title: string},
): ApplicationFacts {
  // A login shell calls itself `-bash`.
  const argv = (leader?.argv ?? []).map((word, index) => (index === 0 ? word.replace(/^-/, '') : word));
  const program = argv[0] ?? leader?.name ?? title;
  return {
    sessionId,
    backend,
    name: basename(program),
    argv: argv.length > 0 ? argv : [program],
    pid,
    tty,
    cols,
    rows,
    cwd: workingDirectory(pid) ?? '/',
    shellFamily: familyOf(program),
    integration: 'none',
    alive: true,
  };
}
