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

/**
 * Whether a shell of this name that has read the line reads on for its rest: a quote, bracket, compound command or here-document is open at
 * its end, and nothing before that is wrong. False where this is not certain.
 */
export function isOpenLine(line: string, shell: string): boolean {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (!POSIX_LIKE.test(name)) return false;
  // Behind what may be a comment a backslash is a part of it.
  if (/(?<!\\)(?:\\\\)*\\$/.test(line)) return !/(?:^|[\s;&|()])#/.test(line);
  const script = parseShell(line);
  if (script === null) return false;
  const readsOtherwise = READ_OTHERWISE[dialectOf(name)].test(line) || MAY_BE_WRONG.test(line);
  const end = line.trimEnd().length;
  let isOpen = false;
  let isWrong = false;
  const look = (node: SyntaxNode | ParsedScript): void => {
    isOpen ||= node.type === 'HereDoc' && node.closing === undefined;
    for (const {message, pos} of ('errors' in node && node.errors) || []) {
      isWrong ||= message.startsWith('unexpected token');
      isOpen ||= OPEN_EVERYWHERE.test(message) || (!readsOtherwise && (OPEN.test(message) || pos >= end));
    }
  };
  look(script);
  eachBelow(script, look);
  return isOpen && !isWrong;
}

/** Of the parser's messages, those of what every shell reads in the same way. */
const OPEN_EVERYWHERE = /^unterminated (?:single quote|double quote|backtick|command substitution)|to close subshell$/;
const OPEN = /^unterminated /;
/** What opens something in one shell is wrong syntax in another, or a word. */
const MAY_BE_WRONG = /[\w$[]\[|\$\$[{(]|\$\[|~\(/;
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
