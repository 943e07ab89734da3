/** What would take a line that is submitted now. */
import type {SessionId, ShellFamily} from '../../core/index.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {isInterpreter, shellFamilyOf} from '../foreground/program-names.ts';
import {takes} from '../foreground/takes-commands.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

export type LineReading =
  /** A shell, or whatever may be one: also what is typed ahead of a prompt, and what runs on a far side. */
  | 'shell'
  /** A REPL, a debugger or a database's prompt. */
  | 'interpreter'
  /** A program that asks a question or collects lines: what it gets is no command. */
  | 'program'
  /** A full-screen program, which reads keys. */
  | 'keys'
  /** A program that asks for a secret: the echo is off. */
  | 'secret'
  /** No terminal: a tool is called. */
  | 'call';

export interface LinePlace {
  /** Null for a call that is about none. */
  readonly sessionId: SessionId | null;
  readonly reading: LineReading;
  /** The program that reads, where it was seen and is not the session's own shell. */
  readonly program: string | null;
  /** Its process, or that of the shell; null where it is not known. */
  readonly pid: number | null;
  readonly family: ShellFamily;
  /** Of shells with marks that run within each other, which: its number in the session; null is the session's own. */
  readonly shell: number | null;
  /** Perhaps something else reads it, on a far side or on a terminal that `program` holds. */
  readonly carried: boolean;
  /** Nobody is seen reading: it is for whichever shell comes to read. */
  readonly ahead: boolean;
  /** Absolute; null where it is not known, or on another machine. */
  readonly cwd: string | null;
  /** It goes on with a command whose first lines were submitted before. */
  readonly continues: boolean;
}

/** Where a shell's line editor has the line, or is about to have it. `cwd`: of the shell, where it is known. */
export function placeAtEditor(sessionId: SessionId, tracker: SessionTracker, cwd: string | null): LinePlace {
  const {nestedShell, phase, shellFamily} = tracker;
  return {
    sessionId,
    reading: 'shell',
    program: null,
    pid: nestedShell?.pid ?? null,
    family: shellFamily,
    shell: nestedShell?.shell ?? null,
    carried: false,
    ahead: false,
    cwd,
    continues: phase === 'continuation',
  };
}

/** Where nobody can be asked for the line: what the last look at the tty said. `tail` is the text before the cursor. */
export function placeSeen(
  sessionId: SessionId,
  {tracker, cwd}: {readonly tracker: SessionTracker; readonly cwd: string | null},
  claim: ForegroundClaim,
  tail: string,
): LinePlace {
  const shell = placeAtEditor(sessionId, tracker, cwd);
  const program = 'program' in claim ? claim.program : null;
  const pid = 'pid' in claim ? claim.pid : claim.type === 'tui' ? (claim.readerPid ?? shell.pid) : shell.pid;
  const carried = 'carried' in claim && claim.carried === true;
  const seen = {...shell, program, pid, carried};
  switch (claim.type) {
    case 'shellReads':
      return {...shell, pid};
    case 'secret':
      return {...seen, reading: 'secret'};
    case 'tui':
      if (carried) return {...seen, family: 'other', cwd: null};
      if (claim.kind === 'shell') return {...seen, family: shellFamilyOf(program ?? ''), cwd: null};
      return {...seen, reading: claim.kind === 'repl' ? 'interpreter' : 'keys'};
    case 'awaiting':
    case 'blockedOnRead':
      return {...seen, ...readerOf(claim, tail)};
    case 'busy':
    case 'unknown':
      // It reads nothing now: what it leaves is for the shell.
      return {...seen, ahead: true};
    default:
      return claim satisfies never;
  }
}

function readerOf(
  claim: Extract<ForegroundClaim, {type: 'awaiting' | 'blockedOnRead'}>,
  tail: string,
): Partial<LinePlace> {
  const kind = claim.type === 'awaiting' ? claim.kind : 'prompt';
  // A shell without marks: nobody knows where it stands.
  if (kind === 'shell') return {family: shellFamilyOf(claim.program), cwd: null};
  if (kind === 'repl' || isInterpreter(claim.program) || takes(claim, tail) === 'commands')
    return {reading: 'interpreter'};
  return {reading: 'program'};
}

/** The same one reads in the same folder. */
export function isSamePlace(one: LinePlace, other: LinePlace): boolean {
  return (
    one.reading === other.reading &&
    one.program === other.program &&
    one.pid === other.pid &&
    one.carried === other.carried &&
    one.ahead === other.ahead &&
    one.family === other.family &&
    one.cwd === other.cwd &&
    one.continues === other.continues
  );
}
