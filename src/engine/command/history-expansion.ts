import type {LineReader} from '../../core/index.ts';
import {isInterpreter, isShellName, plainName} from '../foreground/program-names.ts';

/**
 * True when the shell that a line would be typed into may put something else in the place of `!` or a leading `^` (bash(1) HISTORY
 * EXPANSION, zshexpn(1), csh). What an unmarked shell is set to cannot be asked, so its defaults count. A far side may be any shell, and
 * so may what stands behind a program that shows a shell's prompt without being one (a recorder of the terminal, as `thefuck` starts one).
 */
export function expandsHistory(
  commandLine: string,
  {program, carried, prompt}: Pick<LineReader, 'program' | 'carried' | 'prompt'>,
): boolean {
  const mayCarry = carried || (SHELL_PROMPT.test(prompt) && !isShellName(program) && !isInterpreter(program));
  const shell = mayCarry ? 'any' : plainName(program);
  if (!mayCarry && !EXPANDING.has(shell)) return false;
  return commandLine.split('\n').some(line => /^\s*\^[^\s^]/.test(line)) || hasActiveBang(commandLine, shell);
}

const SHELL_PROMPT = /[$#%]$/;
const EXPANDING: ReadonlySet<string> = new Set(['bash', 'zsh', 'csh', 'tcsh']);
/** Single quotes protect from it everywhere but in csh. */
const CSH: ReadonlySet<string> = new Set(['csh', 'tcsh', 'any']);

function hasActiveBang(commandLine: string, shell: string): boolean {
  let quote = '';
  for (let at = 0; at < commandLine.length; at++) {
    const character = commandLine[at];
    if (character === '\\' && (quote !== "'" || CSH.has(shell))) at++;
    else if (character === quote) quote = '';
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === '!' && (quote !== "'" || CSH.has(shell)) && isEvent(commandLine[at + 1], quote, shell))
      return true;
  }
  return false;
}

/** What stands behind the sign names no event: a blank, the end, `=`; in bash also `(`, and the quote that ends the string. */
function isEvent(next: string | undefined, quote: string, shell: string): boolean {
  if (next === undefined || /[\s=]/.test(next)) return false;
  if (shell !== 'bash') return true;
  return next !== '(' && !(quote === '"' && next === '"');
}
