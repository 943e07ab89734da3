import {eachBelow, type ParsedScript, parseShell, type SyntaxNode} from './parse-shell.ts';

/**
 * Whether a shell of this name that has read the line reads on for another one, and not for its rest: no quote, bracket, compound
 * command or here-document is open at its end, or its syntax is wrong before that. True only where this is certain; aliases may still
 * open something.
 */
export function isWholeLine(line: string, shell: string): boolean {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (!POSIX_LIKE.test(name) || READ_OTHERWISE[dialectOf(name)].test(line) || GOES_ON.test(line)) return false;
  const script = parseShell(line);
  if (script === null) return false;
  if (OPENS_NOTHING.test(line) && script.errors?.[0]?.message.startsWith('unexpected token')) return true;
  if (!isClosed(script)) return false;
  let closed = true;
  eachBelow(script, node => {
    closed &&= isClosed(node);
  });
  return closed;
}

const POSIX_LIKE = /^-?(?:r?bash|sh|dash|ash|zsh|r?ksh|mksh)$/;
/** A backslash at the end, also of a comment; a `!` or `time` whose command may come; what may be the subscript of an array. */
const GOES_ON = /\\\s*$|(?:^|[\s;&|(){}])(?:!|time)\s*$|[\w$]\[|\$\$[{(]|~\(/;
/** One line, without quotes, openings and words that begin a compound command: where it is wrong it is thrown away. */
const OPENS_NOTHING = /^(?!.*\b(?:if|for|while|until|case|select|function|coproc|time)\b)[\w \t;&|)}/.,=+:-]*$/;
/** What one shell reads as a word, or does not know, opens something in another. */
const READ_OTHERWISE: Readonly<Record<'bash' | 'zsh' | 'posix', RegExp>> = {
  bash: /(?!)/,
  // On its command line `#` begins no comment; braces and brackets have meanings of their own, and so have words behind a redirection.
  zsh: /(?:^|[\s;&|()])#|\b(?:repeat|foreach|nocorrect|always)\b|(?<!\$)[{(]|\[\[|(?:^|[\n;&|])\s*\d*&?[<>]/,
  posix: /\$['"]|<<</,
};

function dialectOf(name: string): keyof typeof READ_OTHERWISE {
  return name.endsWith('bash') ? 'bash' : name.endsWith('zsh') ? 'zsh' : 'posix';
}

function isClosed(node: SyntaxNode | ParsedScript): boolean {
  if ('errors' in node && node.errors && node.errors.length > 0) return false;
  return node.type !== 'HereDoc' || node.closing !== undefined;
}
