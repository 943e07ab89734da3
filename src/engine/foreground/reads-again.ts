import type {LineReader, TtyProbe} from '../../core/index.ts';
import {isInterpreter, isKsh, isShellName, readsInSilence} from './program-names.ts';
import {
  asks,
  countsOn,
  endsAsPrompt,
  goesOnIn,
  isContinuation,
  isParticular,
  isQuestionOf,
  isSamePrompt,
  speaksAsPython,
} from './prompt-text.ts';

/** Who reads the tty now, as one look found it. */
export interface ReaderNow {
  readonly pid: number | null;
  readonly canonical: boolean;
  readonly bracketedPaste: boolean;
  /** Input that nobody has taken yet, in bytes; null where the system does not tell. */
  readonly unreadBytes: number | null;
  /** Text before the cursor, blanks at its end removed; empty after a line feed. */
  readonly prompt: string;
  /** The read call it is in; undefined where nobody can tell. */
  readonly readCall?: string | undefined;
  /** It is at a line editor that edits nothing but command lines. */
  readonly editsCommand?: boolean;
  /** It waits where it does at its prompt (`PromptWaits`); undefined where nobody can tell. */
  readonly waitsAtPrompt?: boolean | undefined;
}

/**
 * Of prompts that stood there before, the one that stands at the end of `text`, behind output without a line feed. Behind a blank it may be the
 * end of a new prompt: there it is the one that stood there last (`newest`), and no other.
 */
export function promptBehind(text: string, seen: readonly string[], newest?: string): string | undefined {
  const standsBehind = (prompt: string) =>
    prompt !== '' &&
    text.length > prompt.length &&
    text.endsWith(prompt) &&
    (prompt === newest || /\S$/.test(text.slice(0, -prompt.length)));
  return seen.findLast(standsBehind);
}

/** The read call that a process of a terminal is in; undefined where nobody can tell. */
export function readCallOf({shell, foreground}: Pick<TtyProbe, 'shell' | 'foreground'>, pid: number | null) {
  return [...(foreground ?? []), shell].find(process => process?.pid === pid)?.readCall;
}

/** `again`: what took the line reads the next one. `goesOn`: it reads the rest of the line. `unsure`: it may. `no`: the line still runs. */
export type ReadsAgain = 'again' | 'goesOn' | 'unsure' | 'no';

/**
 * Whether the reader that took a line is back at its prompt. Where processes can be seen it must be the same one, in the same mode
 * (a `read` of the shell's own has the kernel collect the line, its line editor does not), with nothing left unread. On a far
 * side only the text tells: the whole prompt as it stood when the line was typed, or, without the line editor that was there, what has
 * the form of a prompt or a question.
 * `seen`: prompts that stood when other lines were given to it. `isWhole`: the line was none that goes on, or was thrown away: a shell without
 * a line editor that reads commands by then has come to its next prompt, whatever that looks like.
 */
export function readsAgain(
  reader: LineReader,
  now: ReaderNow,
  seen: readonly string[],
  isWhole: () => boolean = () => false,
): ReadsAgain {
  if (reader.pid !== null && now.pid !== reader.pid) return 'no';
  if (now.unreadBytes !== null && now.unreadBytes > 0) return 'no';
  const isEditorGone = reader.bracketedPaste && !now.bracketedPaste;
  const isSame = isSamePrompt(now.prompt, reader.prompt, seen);
  if (reader.carried) {
    if (isEditorGone) return isSame || asks(now.prompt) || endsAsPrompt(now.prompt) ? 'unsure' : 'no';
    if (isSame && (reader.bracketedPaste || isParticular(reader.prompt))) return 'again';
    return now.prompt === '' ? 'no' : 'unsure';
  }
  if (isEditorGone) return 'no';
  const isShell = isShellName(reader.program);
  // With the echo, a shell may have its line editor back.
  if (now.canonical !== reader.canonical) return isShell && reader.canonical && isSame ? 'again' : 'no';
  // It may be at its own `read`.
  if (isShell && reader.canonical && isKsh(reader.program)) return 'unsure';
  const isSameCall = now.editsCommand || (isShell && reader.canonical ? sameCall(reader, now) : null);
  // The shell's own `read` asks, perhaps in the words of its prompt.
  if (isSameCall === false) return now.prompt === '' ? 'no' : 'unsure';
  const {program, prompt} = reader;
  // Elsewhere a shell reads the rest of a line as well as an answer.
  const waitsAtPrompt = isShell ? now.waitsAtPrompt || undefined : now.waitsAtPrompt;
  if ((isSameCall || (isShell && waitsAtPrompt)) && isWhole()) return 'again';
  // What stands there may be the prompt for the rest of a line, or that is not seen.
  if (isSameCall && (now.prompt === '' || isContinuation(now.prompt, [])))
    return goesOnIn(program, now.prompt, [prompt, ...seen]) ? 'goesOn' : 'unsure';
  if (waitsAtPrompt === false && speaksAsPython(program, now.prompt)) return 'unsure';
  const isLike = isSame && (now.prompt === prompt || waitsAtPrompt !== false);
  if (isLike || (isInterpreter(program) && isParticular(prompt) && countsOn(now.prompt, prompt))) return 'again';
  if (readsInSilence(reader.program) && mayBeOwnOutput(reader, now.prompt)) return 'again';
  if (goesOnIn(reader.program, now.prompt, [reader.prompt, ...seen])) return 'goesOn';
  // Behind text without a line feed.
  if (isInterpreter(program) && isParticular(prompt) && now.prompt.endsWith(prompt)) return 'again';
  if (isSameCall && [reader.prompt, ...seen].some(prompt => prompt !== '' && now.prompt.endsWith(prompt)))
    return 'again';
  if (!reader.carried && isQuestionOf(program, now.prompt, [prompt, ...seen], waitsAtPrompt)) return 'unsure';
  if (waitsAtPrompt && now.prompt !== '') return 'again';
  // A line editor is seen at work; its prompt may have been set anew. Text that asks may be a `read -e` of the same shell.
  if (!reader.canonical) return now.prompt === '' || asks(now.prompt) ? 'unsure' : 'again';
  // A statement that goes on, where no prompt says so (`tclsh`), or something that reads.
  return now.prompt === '' && !isInterpreter(reader.program) ? 'no' : 'unsure';
}

/**
 * Of a program without a prompt. Where it has a line editor, what asks has none: bc's `read()`; dc's `?` and `ed` take commands there too, but
 * nobody has seen which it is.
 */
export function mayBeOwnOutput({canonical}: Pick<LineReader, 'canonical'>, text: string): boolean {
  return !canonical || !asks(text);
}

/** Whether a shell without a line editor reads by the call that it read its line by; null where nobody can tell. */
function sameCall(reader: LineReader, now: ReaderNow): boolean | null {
  if (reader.readCall === undefined || now.readCall === undefined) return null;
  return isSameReadCall(reader.readCall, now.readCall) ?? null;
}

/** Whether both are one read call (`ProcessFacts.readCall`); undefined when the process has become another program between them, or the same anew. */
export function isSameReadCall(one: string, other: string): boolean | undefined {
  if (one === other) return true;
  return programOf(one) === programOf(other) ? false : undefined;
}

function programOf(readCall: string): string {
  return readCall.split('@')[1] ?? '';
}
