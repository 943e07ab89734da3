/** What became of input: of the command that has the terminal, and what was printed since. */
import {type CommandId, type LogCursor, logCursor, mayTakeLine, pause} from '../../core/index.ts';
import {isContinuation} from '../foreground/prompt-text.ts';
import {commandOutput} from '../output/command-output.ts';
import {readForReader} from '../output/read-for-reader.ts';
import {showOutput} from '../output/shown-text.ts';
import {
  type CommandRecord,
  type CommandState,
  type CompletionEvidence,
  endState,
} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {Look} from '../session/foreground-look.ts';
import {keyboardOf} from '../session/keyboard.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {actorName} from '../write/input-lease.ts';
import {isAnswered} from '../write/line-effect.ts';
import {awaitVerdict} from './await-verdict.ts';
import {type CommandLabels, labelsOf} from './command-labels.ts';
import {after, newestOf, TypedLines} from './own-line.ts';
import {type ReadBy, readBehind} from './read-behind.ts';
import {isCompleted, type RunResult, stateOf, viaOf, waitingFor} from './run-result.ts';
import {readsNoCommand, readsUnmarked} from './unmarked-prompt.ts';
import type {Verdict} from './verdict.ts';

export interface AfterInput extends CommandLabels {
  /** `ready`: no command has the terminal. `shell_exited` without a command: the shell ended at its prompt, and the session with it. */
  readonly state: CommandState | 'ready';
  /** Absent when `ready`, and for a program that the line editor has started. */
  readonly commandId?: CommandId;
  readonly via?: CompletionEvidence;
  readonly exitCode: number | null;
  readonly waitingFor?: RunResult['waitingFor'];
  /** For a reader; nothing of what a full-screen program draws. */
  readonly output: string;
  /** Characters of it that a person at the terminal does not see. */
  readonly hidden: number;
  /** One past the last byte that `output` covers. */
  readonly cursor: LogCursor;
}

interface InputMoment {
  readonly from: LogCursor;
  readonly current: CommandRecord | null;
  readonly newest: CommandId | undefined;
  /** What stood before the cursor of a shell without marks. */
  readonly prompt: string;
}

/** Where a session stood when the first of several writes was about to reach it, and whether one of them submits a line. */
export class InputNote {
  readonly #session: Session;
  #moment: InputMoment | null = null;
  isAnswered = false;
  readonly line = new TypedLines();

  constructor(session: Session) {
    this.#session = session;
  }

  /** To be told of all bytes right before they go. */
  readonly typed = (bytes: Uint8Array): void => {
    const {tracker} = this.#session;
    const moment = this.#moment ?? momentNow(this.#session);
    // Between a text and its Enter the line of another may have begun.
    const isFirstEnd = this.line.lineEnds === 0 && bytes.some(mayTakeLine);
    this.#moment = isFirstEnd && !moment.current ? {...moment, current: tracker.current} : moment;
    this.isAnswered ||= isAnswered(bytes);
    this.line.typed(this.#session, bytes);
  };

  /** Now, when nothing was typed. */
  get moment(): InputMoment {
    return this.#moment ?? momentNow(this.#session);
  }
}

function momentNow(session: Session): InputMoment {
  const {tracker, log} = session;
  const prompt = tracker.integration === 'none' ? lastLine(session, log.oldest) : '';
  return {from: tracker.outputEnd, current: tracker.current, newest: newestOf(session), prompt};
}

export interface AfterInputOptions {
  /** Ends the wait, and is no error. */
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

/** A program that draws in answer to a key does so in one go, or with pauses no longer than this. */
const QUIET_MS = 60;
/** What has printed nothing for so long does not answer by printing. */
const SILENT_MS = 150;
const LOOK_AGAIN_MS = 100;
const CONFIRM_MS = 25;
/** Of what was printed since, no more than this much is looked at: the newest. */
const MOST_BYTES = 256 * 1024;

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
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let record = moment.current ?? (note.isAnswered ? await ownStarted(session, note, limit) : null);
  if (!record) return withoutCommand(session, note, maxOutputBytes, limit);
  let verdict = await verdictOrRest(session, record, moment.from, limit);
  const printed = () => printedSince(session, moment.from, session.tracker.outputEnd, maxOutputBytes);
  let before: Text | null = null;
  // The line was typed while this one ran: also when nobody had heard of it by then.
  let current = moment.current ?? (isTyped(record) ? null : record);
  if (current?.phase === 'ended' && line.lineEnds > 0) {
    const read = await readBehind(session, {command: current, line}, limit);
    if (read.by !== 'program' && !read.record) {
      return {...unknownReader(current, read.by, 0), exitCode: null, ...(await printed())};
    }
    if (read.record) {
      current = null;
      record = read.record;
      verdict = await verdictOrRest(session, record, moment.from, limit);
    }
  }
  const first = record;
  let newest = record;
  let isMixed = false;
  // Of several lines the last one tells how it ended: bash runs each as a command of its own.
  for (
    let ends = line.mayBeAnothers ? 0 : line.commands - 1;
    record.phase === 'ended' && (record.isFollowed || (ends > 0 && !current));
    ends--
  ) {
    const isMore = ends > 0 && !current;
    const next: CommandRecord | ReadBy['by'] = await startedAfter(session, {record: newest, line, isMore}, limit);
    const isOwn = typeof next === 'string' ? 'no' : line.holds(session, next);
    if (line.lineEnds === 0 && typeof next !== 'string' && actorName(next.by) !== actorName(first.by)) break;
    // Of a person's lines nobody is told as they end, only of what they begin.
    const isPersons = typeof next !== 'string' && next.by.type === 'person' && first.by.type !== 'person';
    const isUnknown =
      isOwn === 'unknown' ||
      (isPersons && isOwn === 'yes') ||
      (next === 'program' && isMore && line.mayEndLater(record));
    if (next === 'nobody' || next === 'shell' || isUnknown) {
      const by = next === 'shell' ? next : 'nobody';
      return {...unknownReader(record, by, line.lineEnds), exitCode: null, ...(await printed())};
    }
    if (next === 'program') break;
    newest = next;
    if (isOwn === 'no') {
      ends++;
      continue;
    }
    if (!current) before = joined(before, await output(session, record, null, maxOutputBytes));
    isMixed ||= record.mixedOutput;
    record = next;
    verdict = await verdictOrRest(session, record, moment.from, limit);
  }
  if (record.phase !== 'ended') await settled(session, moment.from, limit);
  if (note.isAnswered && record.phase !== 'ended') verdict = await asNoPrompt(session, verdict, limit);
  const state = stateOf(record, verdict);
  const completed = isCompleted(record, state);
  const waiting = waitingFor(verdict, completed);
  return {
    state,
    commandId: record.commandId,
    via: viaOf(session, record, verdict),
    exitCode: record.phase === 'ended' ? record.exitStatus : null,
    ...(waiting ? {waitingFor: waiting} : {}),
    ...labelsOf(session, record, {verdict, completed}),
    ...(isMixed ? {mixedOutput: true} : {}),
    ...(record !== first && endState(first) === 'interrupted' ? {hint: goesOnBehind(first)} : {}),
    ...joined(
      before,
      await output(session, record, isUnshown(record) ? moment.from : current && moment.from, maxOutputBytes),
    ),
  };
}

/** fish has said what is wrong with a line before it tells that it refuses it: that stands in no command's output. */
function isUnshown({refused, outputStart, outputEnd}: CommandRecord): boolean {
  return refused && (outputStart === null || outputStart === outputEnd);
}

/** Of what has become no command, as far as anybody has said. */
async function withoutCommand(
  session: Session,
  note: InputNote,
  maxOutputBytes: number,
  limit: AbortSignal,
): Promise<AfterInput> {
  const {moment} = note;
  await settled(session, moment.from, limit);
  let look = await lookUnlessClosed(session);
  // A POSIX shell does not say that a typed line has begun; its next prompt says that it is over.
  if (look && session.state === 'busy') {
    const isOver = () => (session.state !== 'busy' ? true : undefined);
    await session.waiters.until(isOver, limit).catch(() => undefined);
    await settled(session, moment.from, limit);
    look = await lookUnlessClosed(session);
  }
  if (look && note.isAnswered && session.tracker.integration === 'none') {
    look = await unmarkedOver(session, look, limit);
    await settled(session, moment.from, limit);
  }
  const goesOn = look !== null && note.isAnswered && (await goesOnUnmarked(session, look, moment.prompt, limit));
  const text = await printedSince(session, moment.from, session.tracker.outputEnd, maxOutputBytes);
  if (session.isClosed)
    return {state: 'shell_exited', via: 'exit', exitCode: session.tracker.exit?.exitStatus ?? null, ...text};
  const keyboard = look && keyboardOf(look, session.tracker);
  if (goesOn) return {state: 'running', via: 'foreground', exitCode: null, ...text};
  if (keyboard?.holder !== 'program') return {...unsaid(session, note, look), exitCode: null, ...text};
  const waiting = {kind: 'prompt', program: keyboard.name, tail: ''} as const;
  return {state: 'tui', via: 'foreground', exitCode: null, waitingFor: waiting, ...text};
}

const UNTOLD = 'of a line typed ahead such a shell tells no exit code.';

/** What is told of a line of which no command is known; of several that were typed at a prompt the command is of the first. */
function unknownReader(
  {commandId, exitStatus}: CommandRecord,
  by: ReadBy['by'],
  lines: number,
): Pick<AfterInput, 'state' | 'via' | 'hint'> {
  const isOver = `has ended (exit code ${exitStatus ?? 'not known'})`;
  const isTypedAt = lines === 0;
  const over = isTypedAt ? `${commandId}, at which it was typed, ${isOver}` : `${commandId}, of these lines, ${isOver}`;
  const read = isTypedAt ? 'it' : 'those behind it';
  if (by === 'shell') return {state: 'ready', hint: `${over}, and the shell has read ${read}; ${UNTOLD}`};
  const unsure = `whether that has read ${read} or its shell will, is known when the shell is at its prompt`;
  return {state: 'running', via: 'foreground', hint: `${over}; ${unsure}. Look with read_screen.`};
}

function goesOnBehind({commandId, exitStatus}: CommandRecord): string {
  return `Ctrl+C ended ${commandId} (exit code ${exitStatus ?? 'not known'}), one of several lines that were typed together; bash has gone on to those behind it.`;
}

/** Of a line of which no mark says that it has begun; what it asks, if anything, was printed since it was typed. */
function unsaid(
  session: Session,
  {moment: {from}, isAnswered, line}: InputNote,
  look: Look | null,
): Pick<AfterInput, 'state' | 'via' | 'waitingFor' | 'hint'> {
  const {state, claim, tracker} = session;
  if (session.editorAsks) {
    const waiting = {
      kind: 'prompt',
      program: look?.probe.shell?.name ?? 'shell',
      tail: lastLine(session, from),
    } as const;
    return {state: 'awaiting_input', via: 'foreground', waitingFor: waiting};
  }
  const runs = tracker.integration === 'none' && look !== null && runsElse(session, look);
  // Before its first prompt a shell has run nothing of what was typed.
  if (state === 'initializing' && isAnswered) return {state: 'running', via: 'foreground'};
  if (state !== 'busy' && state !== 'waiting' && !runs) {
    const isUntold = tracker.integration === 'graded' && tracker.shellFamily === 'posix' && line.commands > 0;
    return {state: 'ready', ...(isUntold ? {hint: `The shell has read it; ${UNTOLD}`} : {})};
  }
  if (claim?.type === 'tui')
    return {state: 'tui', via: 'foreground', waitingFor: {kind: 'prompt', program: claim.program, tail: ''}};
  if (claim?.type !== 'secret' && claim?.type !== 'awaiting') return {state: 'running', via: 'foreground'};
  const tail = lastLine(session, from);
  if (claim.type === 'secret')
    return {state: 'secret_wanted', via: 'foreground', waitingFor: {kind: 'secret', program: null, tail}};
  const {kind, program} = claim;
  return {state: 'awaiting_input', via: 'foreground', waitingFor: {kind, program, tail}};
}

/** Something else than the shell has the terminal, as far as one look tells: what was typed at a prompt without marks runs. */
function runsElse({tracker}: Session, look: Look): boolean {
  const {type} = look.claim;
  return type !== 'unknown' && type !== 'shellReads' && !isShellReading(look, tracker);
}

/** A shell without marks reads on for what was typed: the rest of a line, or what its own `read` asks for. */
async function goesOnUnmarked(session: Session, look: Look, prompt: string, limit: AbortSignal): Promise<boolean> {
  const {tracker, log, foreground} = session;
  if (tracker.integration !== 'none' || tracker.phase !== 'prompt' || !readsUnmarked(session, look)) return false;
  // Before any line was given to it, its prompt is the one that was typed at.
  const known = foreground.promptsOf({pid: look.probe.shellPid, carried: false});
  if (prompt !== '' && isContinuation(lastLine(session, log.oldest), [prompt, ...known])) return true;
  return readsNoCommand(session, look, limit).catch(() => false);
}

/** A nested shell that reads, and by its own `read` or for the rest of a line, is at no prompt. */
async function asNoPrompt(session: Session, verdict: Verdict, limit: AbortSignal): Promise<Verdict> {
  if (verdict.type !== 'awaiting' || verdict.kind !== 'shell' || verdict.unsure) return verdict;
  const look = await lookUnlessClosed(session);
  if (look === null || !(await readsNoCommand(session, look, limit).catch(() => false))) return verdict;
  return {...verdict, kind: isContinuation(verdict.tail, []) ? 'continuation' : 'prompt'};
}

/** Resolves with the look that finds the shell reading again, or a program twice that reads; or with the last one when time is up. */
async function unmarkedOver(session: Session, first: Look, limit: AbortSignal): Promise<Look | null> {
  let reads = 0;
  for (let look: Look | null = first; ; look = await lookUnlessClosed(session)) {
    if (!look || limit.aborted || !runsElse(session, look)) return look;
    reads = look.claim.type === 'busy' ? 0 : reads + 1;
    if (reads > 1) return look;
    await pause(CONFIRM_MS, limit).catch(() => undefined);
  }
}

function lookUnlessClosed(session: Session): Promise<Look | null> {
  return session.isClosed ? Promise.resolve(null) : session.look().catch(() => null);
}

/**
 * The command that a shell has begun after this one without anybody else's line. Without one: who has read what stood behind it, `program` also where nothing did.
 * `isMore`: more lines were typed together with its own.
 */
async function startedAfter(
  session: Session,
  {record, line, isMore}: {readonly record: CommandRecord; readonly line: TypedLines; readonly isMore: boolean},
  limit: AbortSignal,
): Promise<CommandRecord | ReadBy['by']> {
  const {tracker, unread} = session;
  if (isMore && tracker.integration === 'graded')
    return line.holdsSeveral ? (await readBehind(session, {command: record, line}, limit)).by : 'program';
  const look = (): {next: CommandRecord | undefined} | undefined => {
    const next = after(tracker, record.commandId);
    if (next) return {next};
    const isComing = tracker.phase !== 'prompt' || tracker.lineTaken;
    return isComing && tracker.integration === 'full' && !session.isClosed ? undefined : {next};
  };
  while (true) {
    const found = await session.waiters.until(look, limit).catch(() => null);
    if (found?.next) return isTyped(found.next) ? found.next : 'program';
    if (!found && isMore) return 'nobody';
    if (!isMore || session.isClosed || tracker.integration !== 'full') return 'program';
    // A line editor that reads the next one only now has said nothing of it yet.
    const hasReadAll = await unread.areRead(CONFIRM_MS, limit).catch(() => true);
    if (after(tracker, record.commandId) || tracker.phase !== 'prompt' || tracker.lineTaken) continue;
    if (hasReadAll) return 'program';
    if (limit.aborted) return 'nobody';
    await pause(CONFIRM_MS, limit).catch(() => undefined);
  }
}

function joined(before: Text | null, text: Text): Text {
  if (!before) return text;
  const output = [before.output, text.output].filter(part => part !== '').join('\n');
  return {...text, output, hidden: before.hidden + text.hidden};
}

/** The next command, unless that is plainly the line of somebody who typed ahead: then its own, when the shell has read all. */
async function ownStarted(session: Session, note: InputNote, limit: AbortSignal): Promise<CommandRecord | null> {
  const record = await startedSince(session, note, limit);
  if (!record || note.line.mayHaveBecome(record)) return record;
  return (await readBehind(session, {line: note.line}, limit)).record ?? null;
}

/** The command that a typed line became; null when it became none, or the shell has not said so in time. */
async function startedSince(
  session: Session,
  {moment: {newest}, line}: InputNote,
  limit: AbortSignal,
): Promise<CommandRecord | null> {
  const {tracker} = session;
  const look = (): {record: CommandRecord | null} | undefined => {
    const next = after(tracker, line.newest ?? newest);
    if (next) return {record: next};
    // The mark of a continuation line may be of its prompt drawn again, from before the Enter.
    const isComing = tracker.lineTaken || tracker.phase === 'preparing' || tracker.phase === 'continuation';
    return isComing && !session.isClosed ? undefined : {record: null};
  };
  const over = new AbortController();
  const signal = AbortSignal.any([limit, over.signal]);
  const said = session.waiters.until(look, signal).catch(() => null);
  const found = await Promise.race([said, readsUnmoved(session, signal).then(() => null)]);
  over.abort();
  return found?.record ?? null;
}

/**
 * Resolves when the shell at its prompt waits for more, has read all there was, and has said nothing of it: fish passes over a ^C on an
 * empty line. So does one that asks for the rest of the line. A signal that is on its way has woken it already, or came before it waited,
 * and is kept until the next key. Also on abort.
 */
async function readsUnmoved(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  for (let seenAt: LogCursor | null = null; !signal.aborted; ) {
    await pause(CONFIRM_MS, signal).catch(() => undefined);
    const end = tracker.outputEnd;
    const look = await session.look().catch(() => null);
    const isAtPrompt = tracker.phase === 'prompt' && tracker.lineTaken;
    const isAtLine = (isAtPrompt || tracker.phase === 'continuation') && !tracker.current;
    const isUnmoved = isAtLine && tracker.outputEnd === end && look !== null && look.probe.unreadBytes === 0;
    const reads = isUnmoved && isShellReading(look, tracker);
    // A ^C that the shell has missed is repeated, once.
    if (reads && seenAt === end && (await session.unread.areRead(CONFIRM_MS, signal).catch(() => true))) return;
    seenAt = reads ? end : null;
  }
}

/** A verdict, or `stillRunning` when time is up, or when it reads on without asking. */
async function verdictOrRest(
  session: Session,
  record: CommandRecord,
  from: LogCursor,
  limit: AbortSignal,
): Promise<Verdict> {
  const rested = new AbortController();
  const signal = AbortSignal.any([limit, rested.signal]);
  void readsOn(session, record, from, signal).then(
    () => rested.abort(),
    () => undefined,
  );
  try {
    return await awaitVerdict(session, record, signal);
  } finally {
    rested.abort();
  }
}

/** Resolves when the program waits for input that is not there, quietly and at two looks. Rejects on abort. */
async function readsOn(session: Session, record: CommandRecord, from: LogCursor, signal: AbortSignal): Promise<void> {
  for (let seenAt: LogCursor | null = null; record.phase !== 'ended'; ) {
    await quiet(session, from, signal);
    signal.throwIfAborted();
    const end = session.tracker.outputEnd;
    const look = await session.look().catch(() => null);
    signal.throwIfAborted();
    const reads = look?.claim.type === 'blockedOnRead' && session.tracker.outputEnd === end;
    if (reads && seenAt === end) return;
    seenAt = reads ? end : null;
    await pause(reads ? CONFIRM_MS : LOOK_AGAIN_MS, signal);
  }
}

async function settled(session: Session, from: LogCursor, limit: AbortSignal): Promise<void> {
  await quiet(session, from, limit).catch(() => undefined);
}

/** Resolves when nothing was printed for a while; also on abort. */
async function quiet(session: Session, from: LogCursor, signal: AbortSignal): Promise<void> {
  const start = session.clock.monotonicMs();
  while (!signal.aborted && !session.isClosed) {
    const hasPrinted = session.tracker.outputEnd > from;
    const since = hasPrinted ? Math.max(session.foreground.lastOutputMs, session.gate.lastInputMs) : start;
    const rest = since + (hasPrinted ? QUIET_MS : SILENT_MS) - session.clock.monotonicMs();
    if (rest <= 0) return;
    await pause(rest, signal);
  }
}

type Text = Pick<AfterInput, 'output' | 'hidden' | 'cursor'>;

async function output(
  session: Session,
  record: CommandRecord,
  from: LogCursor | null,
  maxOutputBytes: number,
): Promise<Text> {
  if (from === null) {
    const {text, hidden, cursor} = await commandOutput(session, record, maxOutputBytes);
    return {output: text, hidden, cursor};
  }
  const end = record.phase === 'ended' ? (record.outputEnd ?? session.tracker.outputEnd) : session.tracker.outputEnd;
  return printedSince(session, from, logCursor(Math.max(end, from)), maxOutputBytes);
}

async function printedSince(session: Session, from: LogCursor, to: LogCursor, maxBytes: number): Promise<Text> {
  const start = logCursor(Math.max(from, to - MOST_BYTES));
  const {bytes} = await readForReader(session, start, to);
  const {text, hidden} = await showOutput(session, start, {bytes, columns: session.tracker.cols});
  const shown = text.replace(/\n$/, '');
  const encoded = Buffer.from(shown);
  if (start === from && encoded.length <= maxBytes) return {output: shown, hidden, cursor: to};
  const newest = encoded
    .subarray(Math.max(0, encoded.length - maxBytes))
    .toString('utf8')
    .replace(/^[^\n]*\n/, '');
  return {output: `[… omitted; read_output cursor=${from} gives any part …]\n${newest}`, hidden, cursor: to};
}
