/** What became of input: of the command that has the terminal, and what was printed since. */
import {Patience} from '../../core/index.ts';
import {isContinuation} from '../foreground/prompt-text.ts';
import {type CommandRecord, endState} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {Session} from '../session/session.ts';
import {labelsOf} from './command-labels.ts';
import type {InputNote} from './input-note.ts';
import type {AfterInput} from './input-result.ts';
import {joined, output, printedSince, settled} from './printed-since.ts';
import {type ReadBy, readBehind} from './read-behind.ts';
import {isCompleted, stateOf, viaOf, waitingFor} from './run-result.ts';
import {lastOfLines, ownStarted} from './started-line.ts';
import {readsNoCommand} from './unmarked-prompt.ts';
import {lookUnlessClosed, UNTOLD, withoutCommand} from './untold-input.ts';
import type {Verdict} from './verdict.ts';
import {verdictOrRest} from './verdict-or-rest.ts';

export interface AfterInputOptions {
  /** Ends the wait, and is no error. */
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Waits until the command has ended, asks for something, or reads on and has printed what it had to say. `signal` ends the wait as time
 * does. Errors: as `awaitVerdict`.
 */
export async function afterInput(
  session: Session,
  note: InputNote,
  {timeoutMs, maxOutputBytes, signal}: AfterInputOptions,
): Promise<AfterInput> {
  const {moment, line} = note;
  using patience = new Patience(timeoutMs, signal);
  const limit = patience.signal;
  const printed = () => printedSince(session, moment.from, session.tracker.outputEnd, maxOutputBytes);
  const begun = moment.current ?? (note.isAnswered ? await ownStarted(session, note, limit) : null);
  if (!begun) return await withoutCommand(session, note, maxOutputBytes, limit);
  // The line was typed while this one ran: also when nobody had heard of it by then.
  let current = moment.current ?? (isTyped(begun) ? null : begun);
  let first = {record: begun, verdict: await verdictOrRest(session, begun, moment.from, limit)};
  if (current?.phase === 'ended' && line.lineEnds > 0) {
    const {by, record} = await readBehind(session, {command: current, line}, limit);
    if (by !== 'program' && !record) return {...unknownReader(current, by, 0), exitCode: null, ...(await printed())};
    if (record) {
      current = null;
      first = {record, verdict: await verdictOrRest(session, record, moment.from, limit)};
    }
  }
  const told = await lastOfLines(session, {first, note, isTypedInto: current !== null}, limit);
  const {record, earlier} = told;
  if (told.untold) return {...unknownReader(record, told.untold, line.lineEnds), exitCode: null, ...(await printed())};
  if (record.phase !== 'ended') await settled(session, moment.from, limit);
  const verdict =
    note.isAnswered && record.phase !== 'ended' ? await asNoPrompt(session, told.verdict, limit) : told.verdict;
  const state = stateOf(record, verdict);
  const completed = isCompleted(record, state);
  const waiting = waitingFor(verdict, completed);
  const before = current ? [] : await Promise.all(earlier.map(each => output(session, each, null, maxOutputBytes)));
  const own = await output(session, record, isUnshown(record) ? moment.from : current && moment.from, maxOutputBytes);
  return {
    state,
    commandId: record.commandId,
    via: viaOf(session, record, verdict),
    exitCode: record.phase === 'ended' ? record.exitStatus : null,
    ...(waiting ? {waitingFor: waiting} : {}),
    ...(current === record && line.lineEnds > 0 && isAtWork(verdict) ? {hint: runsBefore(record)} : {}),
    ...labelsOf(session, record, {verdict, completed}),
    ...(earlier.some(({mixedOutput}) => mixedOutput) ? {mixedOutput: true} : {}),
    ...(record !== first.record && endState(first.record) === 'interrupted' ? {hint: goesOnBehind(first.record)} : {}),
    ...joined(before, own),
  };
}

/** fish has said what is wrong with a line before it tells that it refuses it: that stands in no command's output. */
function isUnshown({refused, outputStart, outputEnd}: CommandRecord): boolean {
  return refused && (outputStart === null || outputStart === outputEnd);
}

/** What is told of a line of which no command is known; of several that were typed at a prompt the command is of the first. */
function unknownReader(
  {commandId, exitStatus}: CommandRecord,
  by: ReadBy['by'] | 'dropped',
  lines: number,
): Pick<AfterInput, 'state' | 'via' | 'hint'> {
  const isOver = `has ended (exit code ${exitStatus ?? 'not known'})`;
  const isTypedAt = lines === 0;
  const over = isTypedAt ? `${commandId}, at which it was typed, ${isOver}` : `${commandId}, of these lines, ${isOver}`;
  const read = isTypedAt ? 'it' : 'those behind it';
  if (by === 'dropped') {
    const hint = `${over}; Ctrl+C or the like was pressed behind them, and those that were not read by then are gone. Look with read_screen which ran.`;
    return {state: 'interrupted', via: 'foreground', hint};
  }
  if (by === 'shell') return {state: 'ready', hint: `${over}, and the shell has read ${read}; ${UNTOLD}`};
  const unsure = `whether that has read ${read} or its shell will, is known when the shell is at its prompt`;
  return {state: 'running', via: 'foreground', hint: `${over}; ${unsure}. Look with read_screen.`};
}

/** It goes on, and reads nothing. */
function isAtWork(verdict: Verdict): boolean {
  return verdict.type === 'stillRunning' && !verdict.blockedOnTtyRead;
}

function runsBefore({commandId}: CommandRecord): string {
  return `${commandId} ran before this was typed, and goes on: the result is not that of what was typed. What it does not read its shell runs behind it; look with read_screen.`;
}

function goesOnBehind({commandId, exitStatus}: CommandRecord): string {
  return `Ctrl+C ended ${commandId} (exit code ${exitStatus ?? 'not known'}), one of several lines that were typed together; bash has gone on to those behind it.`;
}

/** A nested shell that reads, and by its own `read` or for the rest of a line, is at no prompt. */
async function asNoPrompt(session: Session, verdict: Verdict, limit: AbortSignal): Promise<Verdict> {
  if (verdict.type !== 'awaiting' || verdict.kind !== 'shell' || verdict.unsure) return verdict;
  const look = await lookUnlessClosed(session);
  if (look === null || !(await readsNoCommand(session, look, limit).catch(() => false))) return verdict;
  return {...verdict, kind: isContinuation(verdict.tail, []) ? 'continuation' : 'prompt'};
}
