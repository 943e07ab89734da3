/** What is told of a command, whether it has ended or goes on. */
import type {CommandId, LogCursor, SessionId, UnseenStreams} from '../../core/index.ts';
import type {AwaitingKind} from '../foreground/classify.ts';
import {commandOutput} from '../output/command-output.ts';
import {
  type CommandRecord,
  type CommandState,
  type CompletionEvidence,
  endState,
  isSuspended,
} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import type {Verdict} from './verdict.ts';

export interface RunResult {
  readonly commandId: CommandId;
  readonly sessionId: SessionId;
  readonly state: CommandState;
  readonly via: CompletionEvidence;
  readonly exitCode: number | null;
  readonly output: string;
  readonly outputBytes: number;
  readonly outputLines: number;
  readonly omitted: {readonly bytes: number; readonly lines: number} | null;
  readonly cursor: LogCursor;
  readonly durationMs: number;
  readonly cwd: string;
  readonly completed: boolean;
  readonly timedOut: boolean;
  /** Only while not completed. */
  readonly screenSnapshot?: string;
  /** Output that was passed over instead of drawn, and may be missing from the snapshot. */
  readonly screenSkippedBytes?: number;
  /** What is asked for, when state is awaiting_input or secret_wanted. */
  readonly waitingFor?: {
    readonly kind: AwaitingKind | 'secret';
    readonly program: string | null;
    readonly tail: string;
    /** It may as well be at work: nothing tells for certain. */
    readonly unsure?: true;
  };
  readonly matchedLine?: string;
  readonly blockedOnTtyRead?: boolean;
  /** ^S was typed and holds the output back, until ^Q. */
  readonly outputStopped?: boolean;
  /** Marks without our nonce appeared in the output: something tried to look like a shell. */
  readonly forgedMarks?: number;
  /** Events that it raised faster than they are kept. */
  readonly droppedEvents?: number;
  /** Questions to the terminal that it asked faster than they are answered. */
  readonly unansweredQueries?: number;
  /** Something runs in the background: its bytes may be mixed in. */
  readonly mixedOutput?: boolean;
  /** For a time nobody heard what it printed: some of the output may be missing. */
  readonly outputGap?: boolean;
  /** ^Z stopped it: the job waits for `fg` or `bg`. */
  readonly suspended?: boolean;
  /** Terminal modes it left on, as a killed full-screen program does; they were switched off. */
  readonly repaired?: readonly string[];
  /** The output is not meant to be read as text. */
  readonly binary?: boolean;
  /** Characters of the output that a person at the terminal does not see; they are told apart in it. */
  readonly hidden?: number;
  /** Bytes of the output that would be shown but are not in the log: the disk was full, or retention dropped them. */
  readonly missedBytes?: number;
  readonly lineResults?: readonly {readonly exitCode: number | null}[];
  /** What would make more known. */
  readonly hint?: string;
}

/** Of a command as the verdict found it; it may have ended since. `timedOut`: the wait for it was over first. */
export async function runResult(
  session: Session,
  record: CommandRecord,
  verdict: Verdict,
  request: {readonly maxOutputBytes: number},
  timedOut: boolean,
): Promise<RunResult> {
  const wasOver = record.phase === 'ended';
  const output = await commandOutput(session, record, request.maxOutputBytes);
  if (session.tracker.integration === 'graded') await session.repair.done;
  if (wasOver && session.foreground.hidesCwd && !session.isClosed) await session.look().catch(() => null);
  // A screen that cannot be drawn takes no verdict away.
  const screen =
    isCompleted(record, stateOf(record, verdict)) || session.isClosed
      ? null
      : await session.screen.shown().catch(() => null);
  // It ended meanwhile: what was read is of a command that ran.
  if (!wasOver && record.phase === 'ended') return runResult(session, record, verdict, request, timedOut);
  const state = stateOf(record, verdict);
  const completed = isCompleted(record, state);
  const hidden = (state === 'tui' ? screen?.hidden : undefined) ?? output.hidden;
  return {
    commandId: record.commandId,
    sessionId: session.id,
    state,
    via: viaOf(session, record, verdict),
    exitCode: record.phase === 'ended' ? record.exitStatus : null,
    output: output.text,
    outputBytes: output.bytes,
    outputLines: output.lines,
    omitted: output.omitted,
    cursor: output.cursor,
    durationMs: durationMs(session, record),
    cwd: session.foreground.cwd ?? session.tracker.cwd,
    completed,
    timedOut: timedOut && !completed && verdict.type === 'stillRunning',
    ...(screen ? {screenSnapshot: screen.text} : {}),
    ...(screen && screen.skippedBytes > 0 ? {screenSkippedBytes: screen.skippedBytes} : {}),
    ...(hidden > 0 ? {hidden} : {}),
    ...(output.binary ? {binary: true} : {}),
    ...(output.missedBytes > 0 ? {missedBytes: output.missedBytes} : {}),
    ...details(session, record, verdict, completed),
  };
}

function isCompleted({phase}: CommandRecord, state: CommandState): boolean {
  return phase === 'ended' && state !== 'lost' && state !== 'awaiting_input' && state !== 'tui';
}

function details(session: Session, record: CommandRecord, verdict: Verdict, completed: boolean): Partial<RunResult> {
  const waiting = waitingFor(verdict, completed);
  return {
    ...(waiting ? {waitingFor: waiting} : {}),
    ...(verdict.type === 'matched' ? {matchedLine: verdict.line} : {}),
    ...(verdict.type === 'stillRunning' && (verdict.blockedOnTtyRead || session.claim?.type === 'blockedOnRead')
      ? {blockedOnTtyRead: true}
      : {}),
    ...(verdict.type === 'stillRunning' && session.foreground.isOutputStopped ? {outputStopped: true} : {}),
    ...(record.forgedMarks > 0 ? {forgedMarks: record.forgedMarks} : {}),
    ...(record.droppedEvents > 0 ? {droppedEvents: record.droppedEvents} : {}),
    ...(record.unansweredQueries > 0 ? {unansweredQueries: record.unansweredQueries} : {}),
    ...(record.mixedOutput ? {mixedOutput: true} : {}),
    ...(record.wasUnheard ? {outputGap: true} : {}),
    ...(isSuspended(record) ? {suspended: true} : {}),
    ...(record.repaired.length > 0 ? {repaired: record.repaired} : {}),
    ...(record.phase === 'ended' && record.unseen ? {hint: UNSEEN_HINTS[record.unseen]} : {}),
    ...(isUnmarkedShell(session, record, verdict) ? {hint: UNMARKED_HINT} : {}),
    ...(verdict.type === 'awaiting' && verdict.mayBePrompt && !completed ? {hint: LOST_HOOKS_HINT} : {}),
    ...(wasNotTaken(record) ? {hint: hintOfUntaken(record)} : {}),
    ...(wasEndUnheard(record) ? {hint: UNHEARD_HINT} : {}),
    ...(wasAnswer(record) ? {hint: WAS_ANSWER_HINT} : {}),
    ...(wasCutOff(record) ? {hint: CUT_OFF_HINT} : {}),
    ...(record.shellExited && session.tracker.exit?.signal
      ? {hint: `the shell ended by ${session.tracker.exit.signal}`}
      : {}),
    ...(record.lines.length > 1 && !record.uncounted
      ? {lineResults: record.lines.map(line => ({exitCode: line.exitStatus}))}
      : {}),
  };
}

/** What a verdict says is asked for; undefined when nothing is. */
export function waitingFor(verdict: Verdict, completed: boolean): RunResult['waitingFor'] {
  if (verdict.type === 'secret') return {kind: 'secret', program: null, tail: verdict.tail};
  if (verdict.type === 'tui') return {kind: 'prompt', program: verdict.program, tail: ''};
  if (verdict.type !== 'awaiting' || completed) return undefined;
  const {kind, program, tail, unsure} = verdict;
  return {kind, program, tail, ...(unsure ? {unsure} : {})};
}

/** A nested shell, or one that took the place of the session's own, reads on without marks; and there are some for it. */
function isUnmarkedShell(session: Session, record: CommandRecord, verdict: Verdict): boolean {
  const {tracker, facts} = session;
  if (verdict.type === 'awaiting' && verdict.unsure) return record.reader?.carried === true;
  if (verdict.type === 'awaiting')
    return verdict.kind === 'shell' && !tracker.carriesShell(record) && !WITHOUT_MARKS.has(verdict.program ?? '');
  return (
    verdict.type === 'ended' && record.via !== 'mark' && tracker.integration === 'none' && facts.integration !== 'none'
  );
}

/**
 * The shell waits for another line, having said that it dropped this one, or having read all there was and said nothing of it. What it
 * said may be lost where somebody typed a character that makes a signal: with it the kernel drops what was printed.
 */
function wasNotTaken(record: CommandRecord): boolean {
  const {phase, lost, named, startedAtMs, via, signalSent} = record;
  const isTold = named || via === 'mark';
  return phase === 'ended' && lost && isTold && startedAtMs === null && via !== null && !signalSent;
}

function hintOfUntaken({mayHaveRun, wasUnheard}: CommandRecord): string {
  if (!mayHaveRun) return NOT_TAKEN_HINT;
  return wasUnheard ? MAY_HAVE_RUN_UNHEARD_HINT : MAY_HAVE_RUN_HINT;
}

/** It is over, and how it ended was said while nobody heard the shell. */
function wasEndUnheard({phase, wasUnheard, lost, shellExited, via}: CommandRecord): boolean {
  return phase === 'ended' && wasUnheard && !lost && !shellExited && (via === 'prompt' || via === 'foreground');
}

/** The shell has read it before it came to the prompt behind it. */
function wasAnswer({phase, lost, named, via}: CommandRecord): boolean {
  return phase === 'ended' && lost && !named && via === 'prompt';
}

/** The connection behind which it was given has ended. */
function wasCutOff({phase, lost, via}: CommandRecord): boolean {
  return phase === 'ended' && lost && via === 'exit';
}

export function stateOf(record: CommandRecord, verdict: Verdict): CommandState {
  // It has ended since it was looked at.
  if (record.phase === 'ended' && record.exitStatus !== null) return endState(record);
  switch (verdict.type) {
    case 'ended':
      return endState(record);
    case 'awaiting':
      return verdict.kind === 'shell' && record.phase === 'ended' ? endState(record) : 'awaiting_input';
    case 'secret':
      return 'secret_wanted';
    case 'tui':
      return 'tui';
    case 'matched':
    case 'stillRunning':
      return record.phase === 'ended' ? endState(record) : 'running';
    default:
      return verdict satisfies never;
  }
}

export function viaOf(session: Session, record: CommandRecord, verdict: Verdict): CompletionEvidence {
  if (record.phase === 'ended') return record.via ?? 'exit';
  if (verdict.type === 'matched') return 'until';
  if (verdict.type === 'awaiting' || verdict.type === 'tui') return verdict.unseen ? 'idle' : 'foreground';
  if (verdict.type !== 'stillRunning') return 'foreground';
  if (session.tracker.integration !== 'none' && !record.nested) return 'mark';
  if (session.tracker.isMonitored && !record.nested) return 'prompt';
  return session.claim?.type === 'unknown' ? 'idle' : 'foreground';
}

function durationMs(session: Session, record: CommandRecord): number {
  const start = record.startedAtMs ?? record.submittedAtMs;
  if (record.endedAtMs !== null) return Math.max(0, Math.round(record.endedAtMs - start));
  const elapsed = session.submits.elapsedMs(record.commandId);
  // Of a command that another server began only the wall clock tells.
  return Math.max(0, Math.round(elapsed ?? session.clock.wallMs() - record.submittedWallMs));
}

const WAS_ANSWER_HINT =
  'the shell has read this line before its prompt came, as the answer to something that its configuration reads; nothing of it ran';
const CUT_OFF_HINT =
  'the connection that this line ran behind has ended: it may have run, to its end or in part, and may go on there';
const LOST_HOOKS_HINT =
  'the shell has lost its integration and reads: for this command, or at a prompt that looks like none; if it is a prompt, send_control character=C has it take lines again, and manage_session action=integrate makes it exact';
const NOT_TAKEN_HINT = 'the shell has not taken this line and waits for another; nothing of it ran';
const MAY_HAVE_RUN_HINT =
  'the shell has lost its integration and reads again: this line may have run; further lines have no exit codes until manage_session action=integrate';
const MAY_HAVE_RUN_UNHEARD_HINT =
  'cotty was not connected when the shell was given this line, and the shell does not say whether it has taken it: it may have run';
const UNHEARD_HINT =
  'it is over; what it printed and how it ended was not heard, for cotty was not connected for a moment';
const UNSEEN_HINTS: Readonly<Record<UnseenStreams, string>> = {
  stdout: elsewhere('stdout', '>/dev/tty'),
  stderr: elsewhere('stderr', '2>/dev/tty'),
  both: elsewhere('stdout and stderr', '>/dev/tty 2>&1'),
};

function elsewhere(streams: string, back: string): string {
  return `what goes to ${streams} in this shell was sent elsewhere (exec >…): it is not in this output, or comes late by way of a program; exec ${back} brings it back`;
}

const UNMARKED_HINT = 'no exit codes in this shell; manage_session action=integrate makes them exact';
const WITHOUT_MARKS: ReadonlySet<string> = new Set(['tcsh', 'csh', 'nu', 'pwsh', 'xonsh', 'elvish']);
