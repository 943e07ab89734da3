import type {LineReader} from '../../core/index.ts';
import type {ForegroundClaim} from './classify.ts';
import {readsInSilence, shellFamilyOf} from './program-names.ts';
import {asks, endsAsPrompt, isDebuggerPrompt, isPromptOf, isQuestionOf} from './prompt-text.ts';
import {mayBeOwnOutput} from './reads-again.ts';

/** What somebody who reads the tty is, for a command line that is looking for a place. */
export type Taking =
  /** A shell or a REPL: it reads commands. */
  | 'commands'
  /** It asks something: a command is no answer. */
  | 'answers'
  /** It reads, and says nothing of what. */
  | 'input';

/** What is known of where a program waits (`PromptWaits`). */
export interface Waits {
  /** Where it does at its prompt; undefined where nobody can tell. */
  readonly atPrompt?: boolean | undefined;
  /** Prompts that it is known to have shown. */
  readonly prompts: readonly string[];
}

/**
 * Whether what reads now may be given a command line. `tail`: the text before the cursor. `before`: how it read when a line was given to it last,
 * if it reads so now. `waits`: what is known of where it waits, and of its prompts.
 */
export function takes(
  claim: Extract<ForegroundClaim, {type: 'awaiting' | 'blockedOnRead'}>,
  tail: string,
  before?: Pick<LineReader, 'canonical'>,
  {atPrompt, prompts}: Waits = {prompts: []},
): Taking {
  const isSilent = readsInSilence(claim.program);
  if (isSilent && (tail === '' || (before && mayBeOwnOutput(before, tail)))) return 'commands';
  if (claim.type === 'blockedOnRead') return 'input';
  if (claim.kind === 'prompt') return isDebuggerPrompt(tail) ? 'commands' : 'answers';
  if (claim.kind === 'shell' && !claim.carried) return 'commands';
  // Of a far side only text is known. Nobody has said anything yet: it connects, or works.
  if (tail === '') return 'input';
  // What carries a far side (`pty.spawn` of Python's) asks nothing itself.
  if (!claim.carried && isQuestionOf(claim.program, tail, prompts, atPrompt)) return 'answers';
  if (!claim.carried && atPrompt && asks(tail)) return 'commands';
  if (asks(tail) && !isPromptOf(claim.program, tail)) return 'answers';
  return claim.carried || endsAsPrompt(tail) || isPromptOf(claim.program, tail) ? 'commands' : 'input';
}

/**
 * Whether a shell that reads, and says no marks, does so at its prompt. A first zsh asks by `read -k` what to write into its files, before
 * it has a prompt: its line editor alone switches bracketed paste on.
 */
export function readsCommands(shell: string, at: {readonly tail: string; readonly bracketedPaste: boolean}): boolean {
  return shellFamilyOf(shell) !== 'zsh' || at.bracketedPaste || endsAsPrompt(at.tail);
}
