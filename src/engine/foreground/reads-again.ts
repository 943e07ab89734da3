import type {LineReader} from '../../core/index.ts';
import {isShellName} from './program-names.ts';
import {asks, endsAsPrompt, isContinuation, isParticular, isSamePrompt} from './prompt-text.ts';

/** Who reads the tty now, as one look found it. */
export interface ReaderNow {
  readonly pid: number | null;
  readonly canonical: boolean;
  readonly bracketedPaste: boolean;
  /** Input that nobody has taken yet, in bytes; null where the system does not tell. */
  readonly unreadBytes: number | null;
  /** Text before the cursor, blanks at its end removed; empty after a line feed. */
  readonly prompt: string;
}

/** `again`: what took the line reads the next one. `goesOn`: it reads the rest of the line. `unsure`: it may. `no`: the line still runs. */
export type ReadsAgain = 'again' | 'goesOn' | 'unsure' | 'no';

/**
 * Whether the reader that took a line is back at its prompt. Where processes can be seen it must be the same one, in the same mode
 * (a `read` of the shell's own has the kernel collect the line, its line editor does not), with nothing left unread. On a far
 * side only the text tells: the whole prompt as it stood when the line was typed, or, without the line editor that was there, what has
 * the form of a prompt or a question.
 * `seen`: prompts that stood when other lines were given to it.
 */
export function readsAgain(reader: LineReader, now: ReaderNow, seen: readonly string[]): ReadsAgain {
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
  if (now.canonical !== reader.canonical) return 'no';
  if (isSame) return 'again';
  if (isShellName(reader.program) && isContinuation(now.prompt, [reader.prompt, ...seen])) return 'goesOn';
  // A line editor is seen at work; its prompt may have been set anew. Text that asks may be a `read -e` of the same shell.
  if (!reader.canonical) return now.prompt === '' || asks(now.prompt) ? 'unsure' : 'again';
  return now.prompt === '' ? 'no' : 'unsure';
}
