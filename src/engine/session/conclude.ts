import {isCottyError, type TerminalView, type VerdictEvent} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {SubmitTimes} from './submit-times.ts';

/** What of a session a verdict is made from. */
export interface Concluding {
  readonly link: Pick<TerminalView, 'conclude'>;
  readonly tracker: SessionTracker;
  readonly isClosed: boolean;
  readonly foreground: {readonly lastOutputMs: number};
  readonly notices: {readonly lastEventMs: number};
  readonly submits: SubmitTimes;
}

/**
 * Logs what was found out by evidence weaker than marks: a command is over, or (null) the shell is at a prompt without marks.
 * Takes effect as every event does, before this resolves. Errors: the verdict is not in the log, so it is none.
 */
export async function conclude(
  session: Concluding,
  record: CommandRecord | null,
  {
    neverRan = false,
    unhooked = false,
    refused = false,
    unheard = false,
    told = false,
    via = 'foreground',
  }: {
    readonly neverRan?: boolean;
    readonly unhooked?: boolean;
    readonly refused?: boolean;
    readonly unheard?: boolean;
    readonly told?: boolean;
    readonly via?: VerdictEvent['via'];
  } = {},
): Promise<void> {
  if (session.isClosed || record?.phase === 'ended') return;
  const {outputEnd, lines} = session.tracker;
  const endedAtMs = record ? endTime(session, record) : session.notices.lastEventMs;
  const commandId = record?.commandId ?? null;
  try {
    await session.link.conclude({
      commandId,
      via,
      neverRan,
      ...(unhooked ? {unhooked} : {}),
      ...(refused ? {refused} : {}),
      ...(unheard ? {unheard} : {}),
      ...(told ? {told} : {}),
      outputEnd,
      lines,
      endedAtMs,
    });
  } catch (error) {
    // A terminal that ends meanwhile says so itself.
    if (!isCottyError(error, 'session_closed')) throw error;
  }
}

/** Log time of the last output, by the local clock: weaker evidence has no mark to take the time from. */
function endTime({foreground, submits}: Concluding, record: CommandRecord): number {
  const {lastOutputMs} = foreground;
  return record.submittedAtMs + Math.max(0, lastOutputMs - (submits.get(record.commandId) ?? lastOutputMs));
}
