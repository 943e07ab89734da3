/** One line for a POSIX shell (bash, zsh and fish read it alike) in which each word arrives exactly as it is. */
export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
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
