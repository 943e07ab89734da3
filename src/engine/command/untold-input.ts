/** What became of input of which no command is known. */
import {pause} from '../../core/index.ts';
import {isContinuation} from '../foreground/prompt-text.ts';
import type {Look} from '../session/foreground-look.ts';
import {keyboardOf} from '../session/keyboard.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import type {InputNote} from './input-note.ts';
import type {AfterInput} from './input-result.ts';
import type {TypedLines} from './own-line.ts';
import {printedSince, settled} from './printed-since.ts';
import {readsNoCommand, readsUnmarked} from './unmarked-prompt.ts';

const CONFIRM_MS = 25;

export const UNTOLD = 'of a line typed ahead such a shell tells no exit code.';

/** Of what has become no command, as far as anybody has said. */
export async function withoutCommand(
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
    const hint = line.commands > 0 ? whyUntold(session, line) : null;
    return {state: 'ready', ...(hint === null ? {} : {hint})};
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

/** Why nothing is told of lines that hold anything, and became no command that is known. */
function whyUntold(session: Session, line: TypedLines): string | null {
  const {integration, shellFamily} = session.tracker;
  if (line.mayBeDropped(session))
    return 'Ctrl+C or the like was pressed behind it: what was not read by then is gone. Look with read_screen.';
  if (integration === 'graded' && shellFamily === 'posix') return `The shell has read it; ${UNTOLD}`;
  if (line.mayBeAnothers)
    return 'Others had typed ahead, and which command it has become is not known. Look with read_screen.';
  return null;
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

export function lookUnlessClosed(session: Session): Promise<Look | null> {
  return session.isClosed ? Promise.resolve(null) : session.look().catch(() => null);
}
