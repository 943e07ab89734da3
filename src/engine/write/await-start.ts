import {type NestedShell, type ProcessFacts, pause, type TtyProbe} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';

/** So long after its submit a command has started its program, or is one of the shell's own. */
const START_MS = 250;
/**
 * The same of one whose shell is seen at work, or waiting for a process, with the terminal to itself, or has given that to a copy of itself: on
 * a busy machine it may just start it.
 */
const BUSY_START_MS = 1000;
const LOOK_MS = 5;

/**
 * Resolves when the program of a command that was submitted a moment ago runs. Until then a ^C would reach the shell, or its
 * child before that listens: both let it pass, and the program would go on.
 */
export async function awaitStart(session: Session, signal: AbortSignal): Promise<void> {
  const record = session.tracker.current;
  if (!record) return;
  while (!signal.aborted && isFresh(session, record, BUSY_START_MS)) {
    const isLate = !isFresh(session, record, START_MS);
    const look = record.phase === 'submitted' && !isLate ? null : await session.look().catch(() => null);
    if (look && record.phase !== 'submitted' && runsProgram(look.probe, session.tracker.nestedShell)) return;
    if (isLate && !(look && (isBusy(look.probe) || isCopy(look.probe)))) return;
    await pause(LOOK_MS, signal);
  }
}

function isFresh(session: Session, record: CommandRecord, ms: number): boolean {
  const sinceMs = session.submits.elapsedMs(record.commandId);
  return record.phase !== 'ended' && sinceMs !== undefined && sinceMs < ms;
}

/** The session's own shell has the terminal and does not read. */
function isBusy({shellInForeground, shell}: TtyProbe): boolean {
  if (!shellInForeground || !shell || shell.stopped) return false;
  return shell.blockedOn === 'nothing' || shell.blockedOn === 'other';
}

/** A child that has not come to its own program yet has the shell's arguments. On a far side nothing is seen of it. */
function runsProgram(probe: TtyProbe, nested: NestedShell | null): boolean {
  const children = childrenAt(probe);
  if (children.length === 0) return false;
  if (nested) return nested.pid !== null && children.every(process => process.pid !== nested.pid);
  return !isCopy(probe);
}

/** What has the terminal is no program of its own: a subshell, or a child on its way, which passes over a ^C until it has put the shell's handlers away. */
function isCopy(probe: TtyProbe): boolean {
  const children = childrenAt(probe);
  const shellArgv = probe.shell?.argv.join('\0');
  return children.length > 0 && children.every(process => process.argv.join('\0') === shellArgv);
}

/** What has the terminal, where that is not the session's own shell. */
function childrenAt({shellInForeground, foreground}: TtyProbe): readonly ProcessFacts[] {
  return shellInForeground === false ? (foreground ?? []) : [];
}
