/** Runs one command line in a session and says exactly what became of it. */
import {
  type Actor,
  type CommandId,
  CottyError,
  endsInEmptyLine,
  isCottyError,
  isPython,
  type LineReader,
  Patience,
  quoteWords,
  type ShellFamily,
} from '../../core/index.ts';
import {compilePattern} from '../../patterns/index.ts';
import {isShellName, readsLineByLine, shellFamilyOf} from '../foreground/program-names.ts';
import {OutputMatch} from '../output/output-match.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {conclude} from '../session/conclude.ts';
import {type Heartbeat, heartbeat} from '../session/heartbeat.ts';
import type {Session} from '../session/session.ts';
import type {Consent} from '../write/judge-write.ts';
import {type Asked, awaitAnswered} from './await-answered.ts';
import {awaitCommandPrompt} from './await-prompt.ts';
import type {FoundPrompt} from './found-prompt.ts';
import {heldLineEntered, isLineEmpty, lineEntered, requireEmptyLine} from './half-line.ts';
import {readerNow} from './reader-now.ts';
import {requirePlainLine} from './require-plain-line.ts';
import {type RunResult, runResult} from './run-result.ts';

/** A shell that starts, or whose last command is over, gets this long to come to its prompt, however little the command is given. */
const PROMPT_MS = 15_000;

export interface RunRequest {
  readonly commandLine: string;
  /** Of which it was made, for most shells: they are quoted for the one that takes it. */
  readonly words?: readonly string[] | undefined;
  readonly by: Actor;
  readonly commandId: CommandId;
  readonly timeoutMs: number;
  readonly waitForCompletion: boolean;
  readonly until?: string | undefined;
  readonly maxOutputBytes: number;
  /** What the caller says to whoever judges the line. */
  readonly consent?: Consent | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: Heartbeat | undefined;
  /** Told what a program asks of somebody at its terminal; the wait goes on meanwhile. Without it a question ends the wait. */
  readonly onAsked?: ((asked: Asked) => void) | undefined;
  /** A program that reads the tty ends the wait as a question does: what it is to read stands elsewhere. */
  readonly endsAtReads?: boolean | undefined;
}

export async function runCommand(session: Session, request: RunRequest): Promise<RunResult> {
  const started = session.tracker.command(request.commandId);
  if (started) return waitForCommand(session, started, request);
  checkCommandLine(request.commandLine);
  const pattern = request.until === undefined ? undefined : compilePattern(request.until, 'until pattern');
  const isFirst = session.turns.length === 0;
  const isComing = isFirst && session.tracker.phase === 'preparing' && session.tracker.current === null;
  using patience = new Patience(isComing ? Math.max(PROMPT_MS, request.timeoutMs) : request.timeoutMs, request.signal);
  const turn = await session.turns.take(patience.signal);
  if (!turn) throw queued(session, request);
  try {
    // The same request, sent again while the first one waited for its turn.
    const begun = session.tracker.command(request.commandId);
    if (begun) return await waitForCommand(session, begun, request);
    const prompt = await awaitCommandPrompt(session, patience.signal);
    if (prompt.taker !== 'integrated') await requireEmptyLine(session);
    if (isComing) patience.restart(request.timeoutMs);
    using match = pattern
      ? new OutputMatch(session, pattern, prompt.taker === 'integrated' ? 'input' : 'output')
      : undefined;
    const record = await submit(session, request, prompt, patience.signal).catch(async error => {
      await withdraw(session, request.commandId, error);
      throw error === patience.signal.reason ? heldUp(session, request) : error;
    });
    if (!request.waitForCompletion) {
      session.overByNow?.lookOn(record);
      return runResult(session, record, {type: 'stillRunning', blockedOnTtyRead: false}, request, false);
    }
    using _beat = heartbeat(session, record, request.onProgress);
    const verdict = await awaitAnswered(session, record, patience.signal, {...asking(request), match});
    session.overByNow?.lookOn(record);
    const found = await runResult(session, record, verdict, request, patience.timedOut);
    const doubt = found.completed ? null : (match?.doubt ?? null);
    return doubt === null ? found : {...found, hint: [doubt, found.hint].filter(Boolean).join('; ')};
  } finally {
    turn[Symbol.dispose]();
  }
}

/** Waits again for a command that was started before; never runs anything. */
export async function waitForCommand(
  session: Session,
  record: CommandRecord,
  request: Pick<RunRequest, 'timeoutMs' | 'maxOutputBytes' | 'signal' | 'onProgress' | 'onAsked' | 'endsAtReads'>,
): Promise<RunResult> {
  using patience = new Patience(request.timeoutMs, request.signal);
  using _beat = heartbeat(session, record, request.onProgress);
  const verdict = await awaitAnswered(session, record, patience.signal, asking(request));
  session.overByNow?.lookOn(record);
  return runResult(session, record, verdict, request, patience.timedOut);
}

function asking({onAsked, endsAtReads}: Pick<RunRequest, 'onAsked' | 'endsAtReads'>) {
  return {onAsked, endsAtReads};
}

async function submit(
  session: Session,
  request: RunRequest,
  found: FoundPrompt,
  patience: AbortSignal,
): Promise<CommandRecord> {
  let prompt = found;
  // While this caller queued for the line, its holder may have pressed Enter.
  while (!(await trySubmit(session, request, prompt, patience))) prompt = await awaitCommandPrompt(session, patience);
  session.gate.lease.release(request.by);
  return (
    session.tracker.command(request.commandId) ??
    session.waiters.until(() => session.tracker.command(request.commandId), AbortSignal.timeout(5000))
  );
}

/** False when what was found to take lines no longer does once the line is ours. */
async function trySubmit(
  session: Session,
  request: RunRequest,
  {taker, typedLines}: FoundPrompt,
  patience: AbortSignal,
): Promise<boolean> {
  const {tracker} = session;
  const {phase, current} = tracker;
  if (taker === 'unmarked' && tracker.lineDirty) return lineEntered(session, patience);
  await session.repair.done;
  await session.screen.answered();
  const {lastInputMs} = session.gate;
  const reader = taker === 'integrated' ? undefined : await readerNow(session, taker, request.commandLine);
  if (reader === null) return false;
  if (reader && taker === 'nested' && !(await isLineEmpty(session, reader, patience))) return false;
  const isTyped = taker === 'integrated' && tracker.takesKey === false;
  const holdsLine = isTyped && (await session.look()).probe.holdsLine === true;
  // The key that another prompt did not know may be what the tty holds: it is erased. So is what stands at a POSIX shell.
  if (holdsLine && tracker.shellFamily !== 'posix' && !tracker.keyFailed) return heldLineEntered(session, patience);
  const {commandId, by} = request;
  const commandLine = withoutEmptyEnd(lineFor(request, tracker, reader), reader?.program ?? null);
  if (reader) requirePlainLine(session, commandLine, reader);
  const consent = {confirm: false, ...request.consent, commandId};
  const prepare = () => {
    const isSame = tracker.current === current && tracker.phase === phase;
    if (!isSame || session.gate.typedLines !== typedLines) return null;
    // Where nobody can put it aside, what was typed since would be a part of the line.
    if (taker === 'nested' && session.gate.lastInputMs !== lastInputMs) return null;
    session.submits.note(commandId);
    session.gate.typedBefore = typedLines;
    return {
      commandId,
      bracketedPaste: tracker.mode('bracketedPaste') > 0 && !(reader && isForEach(commandLine, reader.program)),
      // fish leaves a line standing whose syntax was wrong; a shell without hooks may have got a key that it does not know.
      lineDirty:
        taker === 'integrated' ? !tracker.isEmpty || holdsLine : reader?.program === 'fish' || tracker.isUnhooked,
      integrated: taker === 'integrated',
      takesKey: taker === 'integrated' && tracker.takesKey === true,
      takesEscape: tracker.takesEscape,
      csiU: tracker.csiU,
      family: taker === 'nested' || isInPlaceOf(tracker.shellFamily, reader) ? 'other' : tracker.shellFamily,
      ...(taker === 'integrated' && tracker.nestedShell ? {nestedShell: tracker.nestedShell} : {}),
      // Who watches the shell tells when the line is over.
      ...(reader && !tracker.isMonitored ? {reader} : {}),
    };
  };
  return session.gate.submit(by, commandLine, patience, prepare, {consent, isSeen: taker !== 'integrated'});
}

/** As the shell that takes it has to read it. `reader`: what takes it where there are no marks. */
function lineFor(
  {commandLine, words}: RunRequest,
  tracker: Session['tracker'],
  reader: LineReader | undefined,
): string {
  const family = reader ? shellFamilyOf(reader.program) : tracker.shellFamily;
  return words && family === 'zsh' ? quoteWords(words, family) : commandLine;
}

/**
 * An empty line behind it would be one more line to whatever takes it. Of a block for a REPL it is the end, and behind a backslash it belongs to
 * the line. `reader` is null where the session's own shell takes it.
 */
function withoutEmptyEnd(commandLine: string, reader: string | null): string {
  if (endsInEmptyLine(commandLine)) return commandLine;
  const line = commandLine.replace(/\n+$/, '');
  if (reader !== null && isPython(reader)) return line.includes('\n') || COMPOUND.test(line) ? commandLine : line;
  const isBlock = line.includes('\n') && reader !== null && !isShellName(reader);
  return isBlock || line.endsWith('\\') || line.trim() === '' ? commandLine : line;
}

/** A statement of Python that goes on until an empty line, also where it stands on one (Python reference, compound statements). */
const COMPOUND = /^(?:@|(?:async|class|def|for|if|match|try|while|with)\b)/;

/** Another shell has taken the place of a POSIX one, by `exec`, and has a line editor that knows pastes. */
function isInPlaceOf(family: ShellFamily, reader: LineReader | undefined): boolean {
  return family === 'posix' && reader !== undefined && !/^(?:posix|other)$/.test(shellFamilyOf(reader.program));
}

/** In one paste its lines would be one command. A tab that is no part of a paste completes. */
function isForEach(commandLine: string, program: string): boolean {
  return /\n(?!$)/.test(commandLine) && !commandLine.includes('\t') && readsLineByLine(program, commandLine);
}

/** A line that its terminal has refused to type is over: nothing of it runs, and the session is as it was. */
async function withdraw(session: Session, commandId: CommandId, error: unknown): Promise<void> {
  if (!REFUSALS.some(code => isCottyError(error, code))) return;
  const record = session.tracker.command(commandId);
  if (record && record.phase === 'submitted' && !session.isClosed)
    await conclude(session, record, {neverRan: true, refused: true});
}

/** What a terminal says of a line that it does not type. */
const REFUSALS = ['protocol_error', 'not_supported', 'denied'] as const;

function checkCommandLine(commandLine: string): void {
  if (!commandLine.includes('\0')) return;
  throw new CottyError(
    'invalid_argument',
    'The command holds a NUL character, which no shell can take.',
    "Remove it; to produce one, use printf '\\0' in the command.",
  );
}

function heldUp(session: Session, request: RunRequest): CottyError {
  const {lease} = session.gate;
  const {holder} = lease.facts();
  const line = JSON.stringify(request.commandLine.slice(0, 80));
  if (!holder && !lease.isWriting)
    return new CottyError(
      'session_busy',
      `The time that the call had was over before ${session.id} had taken ${line}, which was not run.`,
      'Call again with a longer timeout.',
    );
  return new CottyError(
    'session_busy',
    `${holder ? `${holder} was typing` : 'Input that nobody read was pending'} in ${session.id}; ${line} was not run.`,
    'Call again, drop what is pending with send_control drop_pending=true, or use another session.',
  );
}

function queued(session: Session, request: RunRequest): CottyError {
  const current = session.tracker.current;
  return new CottyError(
    'session_busy',
    `Another command was waited for in ${session.id} all the time${current ? ` (command_id ${current.commandId})` : ''}; ${JSON.stringify(request.commandLine.slice(0, 80))} was not run.`,
    'Wait for it with read_output, or run this in another session.',
  );
}
