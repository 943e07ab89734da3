/**
 * Who has the keyboard while a shell is at its prompt by its marks: its line editor, or a program that this has started by a key (fzf by
 * Ctrl+R, atuin by Up). What is typed then is for that program.
 */
import {logCursor, Patience, pause} from '../../core/index.ts';
import {asksToList, LISTING_WORDS} from '../foreground/prompt-text.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Look} from './foreground-look.ts';
import {LINE_BYTES, lastLine} from './last-line.ts';
import {isProgramReading} from './unread-lines.ts';

/** `between`: the editor has not read all yet, or is at work, or waits for something that it has started and which reads nothing. */
export type Keyboard =
  | {readonly holder: 'editor'}
  | {readonly holder: 'program'; readonly name: string | null}
  | {readonly holder: 'between'};

const LOOK_AGAIN_MS = 20;

/** As one look tells. Where nobody can look, and of a shell that is at no prompt, it is the editor's. */
export function keyboardOf(look: Look, tracker: SessionTracker): Keyboard {
  const {phase, current, integration, nestedShell} = tracker;
  const isAtPrompt = integration === 'full' && phase === 'prompt' && !current && nestedShell?.pid !== null;
  const shellPid = nestedShell?.pid ?? look.probe.shellPid;
  const {foreground} = look.probe;
  if (!isAtPrompt || !foreground) return {holder: 'editor'};
  if ((look.probe.unreadBytes ?? 0) > 0) return {holder: 'between'};
  // fish gives the terminal to what it has started.
  const shell = foreground.find(process => process.pid === shellPid);
  const isAtWork = !shell || shell.blockedOn === 'other' || shell.blockedOn === 'nothing';
  if (!isAtWork || shell?.stopped) return {holder: 'editor'};
  if (isProgramReading(look, tracker))
    return {holder: 'program', name: 'program' in look.claim ? look.claim.program : null};
  return {holder: 'between'};
}

/** The line editor asks whether it is to list many completions: the next key is the answer, and nothing of ours reaches the line. */
export function editorAsks({
  tracker,
  recent,
}: {
  readonly tracker: SessionTracker;
  readonly recent: RecentOutput;
}): boolean {
  const {phase, current, integration} = tracker;
  if (integration === 'none' || phase !== 'prompt' || current) return false;
  // Asked at each command: no text is made of what has no such words.
  if (!LISTING_WORDS.some(words => recent.holds(words, LINE_BYTES))) return false;
  return asksToList(lastLine({tracker, recent}, logCursor(recent.oldest)));
}

/** So long a line editor may be at work, or wait for what it has started, before it counts as one that cannot be asked. */
const EDITS_MS = 2000;

/** The line editor itself waits for keys. False too when that does not become known in time. */
export async function isEditing(session: KeyedShell, signal?: AbortSignal): Promise<boolean> {
  using limit = new Patience(EDITS_MS, signal);
  try {
    return (await programAtPrompt(session, limit.signal)) === null;
  } catch (error) {
    if (limit.timedOut && !signal?.aborted) return false;
    throw error;
  }
}

/** What of a session tells who has the keyboard. */
export interface KeyedShell {
  readonly tracker: SessionTracker;
  look(): Promise<Look>;
}

/**
 * The program that has the keyboard at the prompt, seen so twice, for it may be about to end; null when the editor has it. Rejects on abort
 * while the editor waits for something.
 */
export async function programAtPrompt(
  session: KeyedShell,
  signal?: AbortSignal,
): Promise<{readonly name: string | null} | null> {
  for (let seen = 0; ; ) {
    const keyboard = keyboardOf(await session.look(), session.tracker);
    if (keyboard.holder === 'editor') return null;
    if (keyboard.holder === 'program' && ++seen > 1) return keyboard;
    await pause(LOOK_AGAIN_MS, signal);
    signal?.throwIfAborted();
  }
}
