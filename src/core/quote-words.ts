import type {ShellFamily} from './events.ts';

/** One line in which each word arrives exactly as it is. For zsh it says so; bash, fish and POSIX shells read the other one alike. */
export function quoteWords(words: readonly string[], family: ShellFamily = 'posix'): string {
  return (family === 'zsh' ? wordsForZsh(words) : words.map(quoteWord)).join(' ');
}

/**
 * In zsh any word may be a global alias, and `=name` is the path of a program: only quotes keep it as it is. Assignments and the word of the
 * command stay without where they can, so that they are what they are in other shells, and aliases and functions go on to work.
 * zshmisc(1), “Aliasing”; zshexpn(1), “`=` expansion”; MAGIC_EQUAL_SUBST in zshoptions(1).
 */
function wordsForZsh(words: readonly string[]): readonly string[] {
  const command = words.findIndex(word => !ASSIGNMENT.test(word));
  return words.map((word, at) => {
    if (at === command) return /^[\w@%+:,./-]+$/.test(word) ? word : inQuotes(word);
    const [, name, value] = ((command === -1 || at < command) && ASSIGNMENT.exec(word)) || [];
    if (name === undefined || value === undefined) return inQuotes(word);
    return name + (value.includes('=') ? inQuotes(value) : value);
  });
}

const ASSIGNMENT = /^([A-Za-z_]\w*\+?=)([\w@%+=:,./-]*)$/;

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : inQuotes(word);
}

function inQuotes(word: string): string {
  // Inside single quotes fish reads `\'` and `\\`; outside of quotes all shells read them alike.
  return word === ''
    ? "''"
    : word
        .split(/(['\\]+)/)
        .map(quotePart)
        .join('');
}

function quotePart(part: string): string {
  if (part === '') return '';
  return /^['\\]/.test(part) ? part.replace(/['\\]/g, '\\$&') : `'${part}'`;
}
