/** A shell without marks that was last known at its prompt: what somebody has typed there runs unannounced, and only a look tells. */
import {CottyError, type LineReader, pause} from '../../core/index.ts';
import {isShellAtWork} from '../foreground/classify.ts';
import {editsCommandsAlone, isKsh, isShellName} from '../foreground/program-names.ts';
import {isContinuation} from '../foreground/prompt-text.ts';
import {readCallOf} from '../foreground/reads-again.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {ForegroundLook, Look} from '../session/foreground-look.ts';
import {lastLine, lastLines} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {changedWithin} from './found-prompt.ts';
import {isOver} from './judge.ts';
import type {LineTaker} from './line-taker.ts';
import {isShellStopped, stopped} from './stopped-shell.ts';

const LOOK_AGAIN_MS = 30;
/** What a shell draws may be on its way for so long: what does not stand there by then does not come. */
const DRAWN_MS = 300;
/** How long one program is at work before it counts as what was typed: fish's line editor, too, starts some, one behind another. */
const PASSING_MS = 300;
/** How long a shell that is at work itself, and runs nothing else, has to come to its prompt. */
export const SHELL_WORK_MS = 1500;

/**
 * What reads now. Null when the shell has said a mark meanwhile, or was given something, and on abort. Throws `session_busy` while a
 * program runs that reads no lines.
 */
export async function unmarkedTaker(session: Session, signal: AbortSignal): Promise<LineTaker | null> {
  const {tracker, clock} = session;
  const workUntil = clock.monotonicMs() + SHELL_WORK_MS;
  let [passing, passingUntil] = [-1, 0];
  for (;;) {
    const look = await session.look();
    if (signal.aborted || tracker.phase !== 'prompt' || tracker.current || tracker.integration !== 'none') return null;
    const {claim, probe} = look;
    if (readsUnmarked(session, look)) {
      if (await readsNoCommand(session, look, signal)) throw readsElse(session, probe.shell?.name ?? 'the shell');
      return 'unmarked';
    }
    if (claim.type === 'awaiting' || claim.type === 'blockedOnRead') return 'nested';
    const now = clock.monotonicMs();
    const program = probe.foreground?.[0]?.pid ?? 0;
    if (passing !== program) [passing, passingUntil] = [program, now + PASSING_MS];
    const mayCome = now < passingUntil || isShellAtWork(probe) || isShellStopped(look);
    if (!mayCome || now >= workUntil) throw isShellStopped(look) ? stopped(session) : typedRuns(session, look);
    await pause(LOOK_AGAIN_MS, signal);
  }
}

/** The shell itself waits for a line, as far as one look tells; also where nobody can look. */
export function readsUnmarked({tracker}: Pick<Session, 'tracker'>, look: Look): boolean {
  const {claim, probe} = look;
  if (claim.type === 'unknown') return true;
  // On a far side only what carries the shell is seen.
  if (tracker.nestedShell?.pid === null) return claim.type === 'awaiting' && claim.carried === true;
  // A full-screen program that was killed leaves its screen behind.
  if (claim.type === 'tui') return isShellAtWork(probe) && probe.unreadBytes === 0;
  if (!isShellReading(look, tracker)) return false;
  // A shell that has a line editor reads otherwise than at its prompt: by its own `read`.
  const pid = tracker.nestedShell?.pid ?? probe.shellPid;
  return probe.mode?.canonical !== true || tracker.newestReader(pid)?.canonical !== false;
}

/** What reads by `readsUnmarked`, or a nested shell, waits for no command: its own `read` asks, or a line goes on. */
export async function readsNoCommand(session: Session, {claim, probe}: Look, signal: AbortSignal): Promise<boolean> {
  const isNested = claim.type === 'awaiting' && claim.kind === 'shell' && !claim.carried;
  const pid = claim.type === 'shellReads' || isNested ? claim.pid : probe.shellPid;
  if (pid !== null && readsForCommand(session, probe, pid) === false) return true;
  return isElsewhere(session, {pid, carried: false}, signal);
}

/**
 * A shell without marks reads, and not at its prompt: where lines were given to it other text stood, now what fish's `read` shows, or none at all
 * (`vared`, `read -e`). Behind a prompt the latter means nothing: a background job may have printed there. It must stay so for {@link DRAWN_MS}.
 */
export async function isElsewhere(
  session: Session,
  reader: Pick<LineReader, 'pid' | 'carried'>,
  signal: AbortSignal,
): Promise<boolean> {
  const {gate, foreground} = session;
  const shows = () => {
    const tail = lastLine(session, session.log.oldest);
    const prompts = foreground.promptsOf(reader);
    const isOver = !gate.isTypedInto && hasShown(session, prompts);
    return prompts.length > 0 && !prompts.includes(tail) && (tail === '' ? !isOver : isContinuation(tail, prompts));
  };
  if (!shows() || (await waitsForNext(session, reader.pid))) return false;
  if (await changedWithin(session, () => !shows(), DRAWN_MS, signal)) return false;
  // With the answer has come what the terminal had to say before, also where nobody was scheduled meanwhile.
  await session.look();
  return shows();
}

/** This shell reads a command, or the rest of one, and not for its `read`; undefined where nobody can tell. */
export function readsForCommand(
  {foreground, tracker}: Pick<Session, 'foreground' | 'tracker'>,
  probe: Look['probe'],
  pid: number,
): boolean | undefined {
  if (probe.mode?.canonical !== true)
    return isAtEditor(probe, pid, tracker) || isAtFirstPlace(foreground, probe, pid) ? true : undefined;
  return foreground.readsByPromptCall({pid, readCall: readCallOf(probe, pid)});
}

/** This shell waits where it did at its first prompt, as bash and zsh do for no `read -e` and no `vared`. */
function isAtFirstPlace(foreground: ForegroundLook, probe: Look['probe'], pid: number): boolean {
  const shell = probe.foreground?.find(process => process.pid === pid);
  return shell !== undefined && isShellName(shell.name) && foreground.waitsOf(pid, probe).atPrompt === true;
}

/** ksh93 edits what its `read` gets too; that is over once it has answered a ^C. */
function isAtEditor({mode, shell, foreground}: Look['probe'], pid: number, tracker: SessionTracker): boolean {
  if (mode?.canonical !== false || mode.echo) return false;
  const name = [...(foreground ?? []), shell].find(process => process?.pid === pid)?.name ?? '';
  if (editsCommandsAlone(name) || /^-?sh$/.test(name)) return true;
  const isDropped = tracker.current?.interruptSent === true && tracker.interruptedLast && !tracker.interruptUnanswered;
  return isDropped && isKsh(name);
}

/**
 * A shell without a line editor reads by the call that it reads commands by, and no line that it was given goes on: its prompt may look like
 * anything.
 */
export async function waitsForNext(session: Session, pid: number | null): Promise<boolean> {
  const {tracker, gate} = session;
  if (pid === null || gate.isTypedInto) return false;
  const {probe} = await session.look();
  const reads = probe.unreadBytes === 0 && readsForCommand(session, probe, pid) === true;
  const open = tracker.openNestedLine ?? (tracker.current?.nested ? tracker.current : null);
  return reads && (open === null || isOver(open, open.reader?.program ?? ''));
}

/** Behind the newest command the shell has shown one of these, also where more stands there by now. */
function hasShown(session: Session, prompts: readonly string[]): boolean {
  const {current, openNestedLine} = session.tracker;
  const given = current ?? openNestedLine;
  if (!given) return true;
  const lines = lastLines(session, given.outputStart ?? given.submittedAt).split('\n');
  // Before the echo a line editor may have drawn its prompt anew.
  const sent = given.commandLine?.split('\n').at(-1)?.trim() ?? '';
  const echo =
    sent === ''
      ? 0
      : Math.max(
          0,
          lines.findLastIndex(line => line.trimEnd().endsWith(sent)),
        );
  return lines.slice(echo + 1).some(line => prompts.some(prompt => prompt !== '' && line.startsWith(prompt)));
}

export function readsElse(session: Session, program: string): CottyError {
  return new CottyError(
    'session_busy',
    `In session ${session.id} ${program} reads, and not at its prompt: it asks something, or waits for the rest of a line.`,
    'Give it what it reads with send_text submit=true, stop it with send_control character=C, or use another session.',
  );
}

function typedRuns({id}: Session, {claim}: Look): CottyError {
  const program = ('program' in claim ? claim.program : null) ?? 'a program';
  const why = claim.type === 'secret' ? ' and waits for a secret' : claim.type === 'tui' ? ' and has the screen' : '';
  return new CottyError(
    'session_busy',
    `In session ${id}, whose shell says no marks, ${program} runs${why}: it was typed at the prompt.`,
    'Look with read_screen; drive it with send_keys, stop it with send_control character=C, wait and call again, or use another session.',
  );
}
