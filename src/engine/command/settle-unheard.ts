import type {CommandRecord} from '../projection/command-record.ts';
import {askLine, isEditing} from '../session/ask-unheard.ts';
import {conclude} from '../session/conclude.ts';
import type {Look} from '../session/foreground-look.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import type {Verdict} from './verdict.ts';

/** The shell was given a line, and then nobody heard it for a time: that it has said nothing of the line does not tell that it has not taken it. */
export function isUnheardLine({tracker}: Session, record: CommandRecord): boolean {
  return record.wasUnheard && record === tracker.current && record.phase === 'submitted' && record.named;
}

/**
 * Such a shell waits for input, and has read all: it is asked which line it took last. At its prompt it says so, and the line is over or
 * was not taken; inside of what the line reads with it says that it runs. Null while that is not known.
 */
export async function settleUnheard(
  session: Session,
  record: CommandRecord,
  look: Look,
  signal: AbortSignal,
): Promise<Verdict | null> {
  const {tracker, gate} = session;
  if (!tracker.tellsLine) return over(session, record, {neverRan: true, unheard: true});
  // The line reads by the shell's own means, and not as its line editor does.
  if (!isEditing(session, look)) return null;
  if (session.asked?.commandId === record.commandId && session.asked.typedLines === gate.typedLines) {
    const program = look.probe.shell?.name ?? 'shell';
    const tail = lastLine(session, record.submittedAt);
    return {type: 'awaiting', kind: 'prompt', program, tail, unsure: true, mayBePrompt: true};
  }
  const answer = await askLine(session, signal);
  if (!isUnheardLine(session, record)) return null;
  if (!answer) {
    session.asked = {commandId: record.commandId, heard: tracker.heard, typedLines: gate.typedLines, text: ''};
    await gate.askShell(tracker.shellFamily);
    return null;
  }
  const {line, took} = answer;
  const wasTaken = took === record.commandId;
  const verdict = await over(session, record, wasTaken ? {} : {neverRan: true, unheard: took === undefined});
  tracker.answered(line);
  return verdict;
}

async function over(session: Session, record: CommandRecord, how: Parameters<typeof conclude>[2]): Promise<Verdict> {
  await conclude(session, record, how);
  return {type: 'ended'};
}
