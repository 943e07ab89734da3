/** What is told of a command, whether it has ended or goes on. */
import type {CommandId, LogCursor, SessionId} from '../../core/index.ts';
import type {AwaitingKind} from '../foreground/classify.ts';
import {commandOutput} from '../output/command-output.ts';
import {
  type CommandRecord,
  type CommandState,
  type CompletionEvidence,
  endState,
} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {type CommandLabels, labelsOf} from './command-labels.ts';
import type {Verdict} from './verdict.ts';

export interface RunResult extends CommandLabels {
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
  /** The output is not meant to be read as text. */
  readonly binary?: boolean;
  /** Characters of the output that a person at the terminal does not see; they are told apart in it. */
  readonly hidden?: number;
  /** Bytes of the output that would be shown but are not in the log: the disk was full, or retention dropped them. */
  readonly missedBytes?: number;
  readonly lineResults?: readonly {readonly exitCode: number | null}[];
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

export function isCompleted({phase}: CommandRecord, state: CommandState): boolean {
  return phase === 'ended' && state !== 'lost' && !WAITS.has(state);
}

const WAITS: ReadonlySet<CommandState> = new Set(['awaiting_input', 'secret_wanted', 'tui']);

function details(session: Session, record: CommandRecord, verdict: Verdict, completed: boolean): Partial<RunResult> {
  const waiting = waitingFor(verdict, completed);
  return {
    ...(waiting ? {waitingFor: waiting} : {}),
    ...(verdict.type === 'matched' ? {matchedLine: verdict.line} : {}),
    ...(verdict.type === 'stillRunning' && (verdict.blockedOnTtyRead || session.claim?.type === 'blockedOnRead')
      ? {blockedOnTtyRead: true}
      : {}),
    ...(verdict.type === 'stillRunning' && session.foreground.isOutputStopped ? {outputStopped: true} : {}),
    ...labelsOf(session, record, {verdict, completed}),
    ...(record.lines.length > 1 && !record.uncounted
      ? {lineResults: record.lines.map(line => ({exitCode: line.exitStatus}))}
      : {}),
  };
}

/** What a verdict says is asked for; undefined when nothing is, or when the command has ended since. */
export function waitingFor(verdict: Verdict, completed: boolean): RunResult['waitingFor'] {
  if (completed) return undefined;
  if (verdict.type === 'secret') return {kind: 'secret', program: null, tail: verdict.tail};
  if (verdict.type === 'tui') return {kind: 'prompt', program: verdict.program, tail: ''};
  if (verdict.type !== 'awaiting') return undefined;
  const {kind, program, tail, unsure} = verdict;
  return {kind, program, tail, ...(unsure ? {unsure} : {})};
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
