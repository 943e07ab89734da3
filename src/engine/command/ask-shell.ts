import {asks, endsAsPrompt} from '../foreground/prompt-text.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isLineEditor} from '../session/ask-unheard.ts';
import type {Look} from '../session/foreground-look.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {askedShell} from '../write/line-editor.ts';

/**
 * The shell edits a line while a command is said to run: the command reads with the line editor (`read -e`, `vared`), or it has taken
 * marks of ours away and the shell is at its prompt. Only the shell knows, so it is asked once by a private key: at a prompt it says the
 * marks that are missing, inside of a command that this runs. True when it was asked, and may be about to answer.
 */
export async function askShell(session: Session, record: CommandRecord, look: Look): Promise<boolean> {
  const {tracker, gate} = session;
  if (!editsInside(session, record, look)) return false;
  const {typedLines} = gate;
  if (session.asked?.commandId === record.commandId && session.asked.typedLines === typedLines) return false;
  const {heard} = tracker;
  session.asked = {commandId: record.commandId, heard, typedLines, text: await textAtCursor(session)};
  await gate.askShell(askedShell(tracker));
  return true;
}

/** The shell was asked, and has said that the command runs: what reads is a part of it. */
export function hasAnswered({asked, tracker, gate}: Session, {commandId}: CommandRecord): boolean {
  return asked?.commandId === commandId && asked.typedLines === gate.typedLines && asked.heard !== tracker.heard;
}

/**
 * The shell was asked, has read the key, waits for more, and has said nothing: our hooks are gone (`unset -f`, `unfunction`, `bind -r`).
 * Whether it stands at its prompt or in a `read -e` of the line that took them away, no mark will tell.
 */
export function hasLostHooks(session: Session, record: CommandRecord, look: Look): boolean {
  const {asked, tracker, gate} = session;
  if (asked?.commandId !== record.commandId || asked.typedLines !== gate.typedLines) return false;
  return asked.heard === tracker.heard && editsInside(session, record, look);
}

/**
 * A shell without hooks stands at its prompt: what is before the cursor, or was when it was asked, has the form of one and asks nothing. Also when
 * Ctrl+C was typed before it was asked, which ends what a command reads by the line editor.
 */
export function isAtPrompt(session: Session, {interruptSent}: CommandRecord): boolean {
  if (interruptSent) return true;
  const texts = [lastLine(session, session.log.oldest), session.asked?.text ?? ''];
  return texts.some(text => endsAsPrompt(text) && !asks(text));
}

/** What is seen in front of the cursor: what is left of hooks prints errors below the prompt, and zsh draws nothing anew then. */
async function textAtCursor(session: Session): Promise<string> {
  const screen = await session.screen.read().catch(() => null);
  if (!screen) return lastLine(session, session.log.oldest);
  const {row, col} = screen.cursor;
  return (screen.text.split('\n')[row] ?? '').slice(0, col).trimEnd();
}

/** The shell's own line editor has the terminal, nothing is unread, and by its marks the command runs. */
function editsInside(session: Session, record: CommandRecord, look: Look): boolean {
  const {tracker} = session;
  const {claim, probe} = look;
  if (record !== tracker.current || record.phase !== 'running' || tracker.integration !== 'full') return false;
  if (claim.type !== 'shellReads' || claim.replaced || (probe.unreadBytes ?? 0) > 0) return false;
  if (claim.nested !== (tracker.nestedShell !== null)) return false;
  return isLineEditor(tracker, look);
}
