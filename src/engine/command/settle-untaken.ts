import {type CommandRecord, isUntaken} from '../projection/command-record.ts';
import {askLine, readsAtEditor} from '../session/ask-unheard.ts';
import {conclude} from '../session/conclude.ts';
import type {Look} from '../session/foreground-look.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {askedShell} from '../write/line-editor.ts';
import type {Verdict} from './verdict.ts';

/** The shell was given this line by its key, and no other is before it: which one it took last says what became of it. */
export function canBeAskedFor({tracker}: Session, record: CommandRecord): boolean {
  return record === tracker.current && isUntaken(record);
}

/**
 * A shell that waits for input, has read all, and has said nothing of the line that it was given, is asked which line it took last: what it
 * said may not have been heard, and with a ^C of somebody whom only the terminal knows the kernel drops keys and marks. Undefined where it does
 * not answer; null while nothing can be said yet.
 */
export async function settleUntaken(
  session: Session,
  record: CommandRecord,
  look: Look,
  signal: AbortSignal,
): Promise<Verdict | null | undefined> {
  const {tracker, gate} = session;
  const {wasUnheard} = record;
  if (!tracker.tellsLine) return wasUnheard ? over(session, record, {neverRan: true, unheard: true}) : undefined;
  // The line reads by the shell's own means, and not as its line editor does.
  if (!readsAtEditor(session, look)) return wasUnheard ? null : undefined;
  if (session.asked?.commandId === record.commandId && session.asked.typedLines === gate.typedLines) {
    const program = look.probe.shell?.name ?? 'shell';
    const tail = lastLine(session, record.submittedAt);
    return {type: 'awaiting', kind: 'prompt', program, tail, unsure: true, mayBePrompt: true};
  }
  if (record.goesOn) return unfinished(session, record, look);
  const answer = await askLine(session, signal);
  if (record.goesOn) return unfinished(session, record, look);
  if (!canBeAskedFor(session, record)) return null;
  if (!answer && !wasUnheard) return undefined;
  if (!answer) {
    // Inside of what reads by the line editor it says by this key that a command runs.
    session.asked = {commandId: record.commandId, heard: tracker.heard, typedLines: gate.typedLines, text: ''};
    await gate.askShell(askedShell(tracker), signal);
    return null;
  }
  const {line, took} = answer;
  const wasTaken = took === record.commandId;
  const isTold = took !== undefined;
  if (!isTold && !wasUnheard) return undefined;
  const verdict = await over(session, record, {neverRan: !wasTaken, unheard: !isTold, told: isTold});
  tracker.answered(line);
  return verdict;
}

/** It has made a line of it that goes on, and asks for the rest below the prompt of a whole one. */
function unfinished(session: Session, {submittedAt}: CommandRecord, {probe}: Look): Verdict {
  const tail = lastLine(session, submittedAt);
  return {type: 'awaiting', kind: 'continuation', program: probe.shell?.name ?? 'shell', tail};
}

async function over(session: Session, record: CommandRecord, how: Parameters<typeof conclude>[2]): Promise<Verdict> {
  await conclude(session, record, how);
  return {type: 'ended'};
}
