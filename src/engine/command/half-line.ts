import {CottyError, type LineReader, pause} from '../../core/index.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {endsAsPrompt, isSamePrompt, withoutSignals} from '../foreground/prompt-text.ts';
import {lastLine, lastLineReadings} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';

/** What stands there may be on its way: a prompt that is drawn, a line that runs. */
const LOOKS = 3;
const LOOK_AGAIN_MS = 150;
/** What reads, and is at work in so many looks one after the other, has begun something. */
const MOST_AWAKE = 10;
const AWAKE_MS = 15;
/** How long whoever types has to press Enter: texts and their Enter may be two writes. */
const HALF_LINE_MS = 1000;

/**
 * In a terminal of a person's whose shell says no marks, half a line of theirs may stand behind the prompt: what is typed there would go on with it,
 * and enter both. Throws `input_held` where the text before the cursor is none of the shell's prompts, and does not end as one.
 */
export async function requireEmptyLine(session: Session): Promise<void> {
  const {tracker} = session;
  if (!session.link.capabilities.release || hadMarks(session)) return;
  for (let looks = 1; ; looks++) {
    const pid = shellAtLine(await claimOfRested(session));
    // Whoever has dropped what stood there has a new prompt.
    if (tracker.interruptedLast) return;
    if (pid === null) {
      // One that was seen to read draws, or has begun something else.
      if (looks === 1 || looks === LOOKS) return;
      await pause(LOOK_AGAIN_MS);
      await session.look();
      continue;
    }
    const end = tracker.outputEnd;
    const {text, above} = await beforeCursor(session);
    const isAlone = isPromptAlone(text, above, tracker.promptsOf({pid, carried: false}));
    if (!isAlone) {
      if (looks === LOOKS) throw halfLine(session, text);
      await pause(LOOK_AGAIN_MS);
    }
    await session.look();
    // A shell that draws its line anew shows the prompt before what stands behind it.
    const isStill = tracker.outputEnd === end && shellAtLine(session.claim) === pid;
    if (isAlone && (isStill || looks === LOOKS)) return;
  }
}

/**
 * What the last look said, which no longer holds once something was printed. A line editor that waits for keys wakes up now and then (its own
 * clock, a signal): it is looked at again until it waits, or has had the time to.
 */
async function claimOfRested(session: Session): Promise<ForegroundClaim> {
  for (let awake = 0; ; awake++) {
    const claim = session.claim ?? (await session.look()).claim;
    if (claim.type !== 'busy' || awake === MOST_AWAKE) return claim;
    await pause(AWAKE_MS);
    await session.look();
  }
}

/** False when what was typed at the prompt of a shell without marks is entered or dropped soon. Throws `input_held` when it is not. */
export async function lineEntered({tracker, waiters}: Session, signal: AbortSignal): Promise<false> {
  await waiters.within(() => (tracker.lineDirty ? undefined : true), HALF_LINE_MS, signal);
  if (!tracker.lineDirty) return false;
  throw unfinished();
}

/** The same of what the tty holds for a bash or zsh that has switched its line editor off. */
export async function heldLineEntered(session: Session, signal: AbortSignal): Promise<false> {
  await pause(HALF_LINE_MS, signal);
  if ((await session.look()).probe.holdsLine === true) throw unfinished();
  return false;
}

/**
 * True where the key that erases a line erases all that stands at the prompt of a POSIX shell; false when that was entered or dropped meanwhile. Throws
 * `input_held` when keys were pressed there that only whoever pressed them understands.
 */
export async function isErasable(
  {tracker, waiters}: Session,
  hasEditor: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const isHeld = () => tracker.isHeld(hasEditor);
  if (!isHeld()) return true;
  await waiters.within(() => (isHeld() ? undefined : true), HALF_LINE_MS, signal);
  if (isHeld()) throw unfinished();
  return false;
}

function unfinished(): CottyError {
  return new CottyError(
    'input_held',
    'A half-typed line stands at the prompt, and this shell cannot put it aside.',
    'Finish it with send_keys Enter, or drop it with send_control character=C, then call again.',
  );
}

/**
 * False when half a line stood behind the prompt of a nested shell or REPL, and does not any more. Throws `input_held` when it stays there: what
 * is typed behind it would be a part of it. Only what was typed since the last Enter, and is seen where prompts stood before, counts: a
 * program may have read it.
 */
export async function isLineEmpty(session: Session, reader: LineReader, signal: AbortSignal): Promise<boolean> {
  if (await isHeldByTty(session, reader)) {
    await pause(HALF_LINE_MS, signal);
    if (await isHeldByTty(session, reader)) throw halfLine(session, lastLine(session, session.log.oldest));
    return false;
  }
  if (!isHalfTyped(session, reader)) return true;
  await session.waiters.within(() => (isHalfTyped(session, reader) ? undefined : true), HALF_LINE_MS, signal);
  if (isHalfTyped(session, reader)) throw halfLine(session, lastLine(session, session.log.oldest));
  return false;
}

/** Half a line for a shell without line editor is in the tty, and was shown before its prompt. */
async function isHeldByTty(session: Session, {canonical, carried}: LineReader): Promise<boolean> {
  return canonical && !carried && (await session.look()).probe.holdsLine === true;
}

function isHalfTyped(session: Session, reader: LineReader): boolean {
  const {tracker, log, gate} = session;
  if (reader.carried) return false;
  if (gate.isLineBegun) return true;
  if (!tracker.isHalfTyped) return false;
  const texts = [...lastLineReadings(session, log.oldest)].map(withoutSignals);
  const prompts = tracker.promptsOf(reader).filter(prompt => prompt !== '');
  const before = gate.promptBefore ?? '';
  const [text = ''] = texts;
  // At its first prompt no line was given to it yet. Behind what was asked for by single keys its line editor has begun, and shows that prompt.
  if (prompts.length === 0) {
    const hasBegun = endsAsPrompt(text) && !text.startsWith(before);
    return before !== '' && !hasBegun && !texts.includes(before) && texts.some(text => text.startsWith(before));
  }
  if (text === '' || texts.some(text => prompts.some(prompt => isSamePrompt(text, prompt, prompts)))) return false;
  // The directory, and the prompt by it, may be another one by now.
  return texts.some(text => prompts.some(prompt => text.startsWith(prompt))) || !endsAsPrompt(text);
}

/** Whatever is missing now, such a shell was or is asked itself what stands on its line. */
function hadMarks({facts, tracker}: Session): boolean {
  return (
    facts.integration !== 'none' ||
    tracker.integration !== 'none' ||
    tracker.nestedShell !== null ||
    tracker.isMonitored
  );
}

/** The shell near by that reads a line; null where something else does, or nobody can look. */
function shellAtLine(claim: ForegroundClaim | null): number | null {
  if (claim?.type === 'shellReads') return claim.pid;
  const isShell = claim?.type === 'awaiting' && !claim.carried && (claim.kind === 'shell' || claim.kind === 'prompt');
  return isShell ? claim.pid : null;
}

/** A prompt on the right is none of it. `above`: the lines over it. */
async function beforeCursor({screen}: Session): Promise<{readonly text: string; readonly above: readonly string[]}> {
  const {text, cursor} = await screen.read();
  const lines = text.split('\n');
  return {text: (lines[cursor.row] ?? '').slice(0, cursor.col).trimEnd(), above: lines.slice(0, cursor.row)};
}

/**
 * `prompts` stood when lines were given to the same shell. Before that, one that ends otherwise than prompts usually do is known by a line above,
 * which was entered behind it.
 */
function isPromptAlone(text: string, above: readonly string[], prompts: readonly string[]): boolean {
  const known = prompts.filter(prompt => prompt !== '');
  if (text === '' || known.some(prompt => isSamePrompt(text, prompt, known))) return true;
  if (known.some(prompt => text.startsWith(prompt))) return false;
  if (endsAsPrompt(text) || known.some(prompt => prompt.at(-1) === text.at(-1))) return true;
  return !HAS_PROMPT.test(text) && above.some(line => line.startsWith(text) && line.trimEnd() !== text);
}

/** Something that ends as prompts do, and more behind it. */
const HAS_PROMPT = /[$#%>❯›»➜λ❱⟩]\s+\S/u;

function halfLine({id}: Session, text: string): CottyError {
  return new CottyError(
    'input_held',
    `At the prompt of ${id} ${JSON.stringify(text.slice(-120))} stands: somebody may have typed half a line there.`,
    'Wait until they have entered it, or use another session. If that is nobody’s line, send_control character=C has the shell draw its prompt anew; then call again.',
  );
}
