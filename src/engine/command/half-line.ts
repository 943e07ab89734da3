import {CottyError} from '../../core/index.ts';
import {endsAsPrompt, isSamePrompt} from '../foreground/prompt-text.ts';
import type {Session} from '../session/session.ts';
import {pause} from '../write/input-lease.ts';

/** What stands there may be on its way: a prompt that is drawn, a line that runs. */
const LOOKS = 3;
const LOOK_AGAIN_MS = 150;

/**
 * In a terminal of a person's whose shell says no marks, half a line of theirs may stand behind the prompt: what is typed there would go on with it,
 * and enter both. Throws `input_held` where the text before the cursor is none of the shell's prompts, and does not end as one.
 */
export async function requireEmptyLine(session: Session): Promise<void> {
  const {tracker} = session;
  if (!session.link.capabilities.release || hadMarks(session)) return;
  for (let looks = 1; ; looks++) {
    const pid = shellAtLine(session);
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
    const isStill = tracker.outputEnd === end && shellAtLine(session) === pid;
    if (isAlone && (isStill || looks === LOOKS)) return;
  }
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
function shellAtLine({claim}: Session): number | null {
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
