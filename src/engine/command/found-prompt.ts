/** A prompt that takes a command line: how it is told from a question, and what is known of it when it is found. */
import type {ForegroundClaim} from '../foreground/classify.ts';
import {asks, endsAsPrompt} from '../foreground/prompt-text.ts';
import {readsCommands} from '../foreground/takes-commands.ts';
import {isLineEditor} from '../session/ask-unheard.ts';
import type {Look} from '../session/foreground-look.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import type {LineTaker} from './line-taker.ts';

/** What stands there is taken for a prompt, where nobody can look, once nothing was printed for so long. */
const UNSEEN_QUIET_MS = 250;
/** How long a program has to act on what it was typed right before, e.g. to end by ^C, before it counts as reading on. */
export const ACT_MS = 200;
/** Between two looks at what has not read all yet, as far as it is not heard meanwhile. */
export const READS_LOOK_MS = 5;

/** A place for a command line, as it was found. */
export interface FoundPrompt {
  readonly taker: LineTaker;
  /** Lines that were typed by then (`gate.typedLines`): with one more it is another prompt. */
  readonly typedLines: number;
}

export function found({gate}: Session, taker: LineTaker): FoundPrompt {
  return {taker, typedLines: gate.typedLines};
}

/**
 * Of a shell that reads and has not said its prompt: it is at one without marks, and does not ask something itself. While one that has marks
 * reads its user's files, or runs the hooks of its prompt, those may ask by its line editor (`read -e`, `vared`), which is then as it is at a prompt,
 * or read keys in silence (`read -n 1`, `read -d R` of bash): such a read would take the beginning of a line and leave its shell another one.
 */
export function isPrompt(session: Session, look: Look): boolean {
  const {tracker} = session;
  const {claim, probe} = look;
  const tail = lastLine(session, session.log.oldest);
  const mayAsk = tracker.isBeforePrompt && tracker.integration !== 'none';
  if (mayAsk && claim.type === 'shellReads' && !claim.replaced) {
    const readsKeys = tracker.shellFamily === 'bash' && probe.mode?.canonical === false && !isLineEditor(tracker, look);
    if (asks(tail) || readsKeys) return false;
  }
  return readsCommands(probe.shell?.name ?? '', {tail, bracketedPaste: tracker.mode('bracketedPaste') > 0});
}

/** Nobody can look, and what stands there looks like a prompt: it is all there is to go by. */
export function showsPrompt(session: Session, claim: ForegroundClaim): boolean {
  if (claim.type !== 'unknown') return false;
  const tail = lastLine(session, session.log.oldest);
  const isQuiet = session.clock.monotonicMs() - session.foreground.lastOutputMs >= UNSEEN_QUIET_MS;
  return isQuiet && !asks(tail) && endsAsPrompt(tail);
}

/** True as soon as `look` is, false after `ms` or on abort. */
export async function changedWithin(
  session: Session,
  look: () => boolean,
  ms: number,
  signal: AbortSignal,
): Promise<boolean> {
  const changed = () => (look() ? true : undefined);
  return (await session.waiters.within(changed, Math.max(1, Math.round(ms)), signal)) ?? false;
}
