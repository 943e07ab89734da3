/** The lexer of the pseudo-terminal: one line to words. The normative text is docs/spec/pseudoterm.md, section 2. */
import {PseudoError} from '../pseudo-error.ts';

export interface Word {
  /** The value, quotes and escapes resolved. */
  readonly text: string;
  /** True when the word begins with a quote: it is a value then, never a flag. */
  readonly isQuoted: boolean;
  /** UTF-16 offsets into the line. */
  readonly start: number;
  readonly end: number;
}

/** Longest line, in UTF-16 units. */
export const MAX_LINE = 65_536;

/** Throws `MultipleCommands`, `ShellSyntax`, `InvalidArguments` or `LimitExceeded`. */
export function splitWords(line: string): readonly Word[] {
  if (line.length > MAX_LINE) throw new PseudoError('LimitExceeded', `The line has more than ${MAX_LINE} characters.`);
  const words: Word[] = [];
  for (let at = skipBlanks(line, 0); at < line.length; at = skipBlanks(line, at)) {
    const word = readWord(line, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

function readWord(line: string, start: number): Word {
  let text = '';
  let at = start;
  while (at < line.length) {
    const char = line.charAt(at);
    if (char === ' ' || char === '\t') break;
    if (char === '"') {
      const quoted = readQuoted(line, at);
      text += quoted.text;
      at = quoted.end;
      continue;
    }
    refuseShell(line, at, at === start || line[at - 1] === '=');
    text += char;
    at++;
  }
  return {text, isQuoted: line[start] === '"', start, end: at};
}

/** Throws when the unquoted character at `at` would mean something to a shell. */
function refuseShell(line: string, at: number, isValueStart: boolean): void {
  const char = line.charAt(at);
  const pair = line.slice(at, at + 2);
  if (/[\n\r\u0085\u2028\u2029]/.test(char)) throw several('a line break', at);
  if (char === ';' || char === '&' || pair === '||')
    throw several(`"${pair === '||' || pair === '&&' ? pair : char}"`, at);
  if (char === '|' || char === '>' || char === '<') throw shell(`"${char}"`, at);
  if (char === '`' || char === '(' || char === ')') throw shell(`"${char}"`, at);
  if (char === '$' && /[({A-Za-z_]/.test(line.charAt(at + 1))) throw shell(`"${pair}"`, at);
  if (char === '\\') throw shell('a backslash outside quotes', at);
  if (char === "'" && isValueStart) throw shell('a single quote (only double quotes group words)', at);
  refuseControl(char, at);
}

function readQuoted(line: string, open: number): {readonly text: string; readonly end: number} {
  let text = '';
  let at = open + 1;
  while (at < line.length) {
    const char = line.charAt(at);
    if (char === '"') return {text, end: at + 1};
    if (char === '\\') {
      const resolved = readEscape(line, at);
      text += resolved.text;
      at = resolved.end;
      continue;
    }
    if (char !== '\n' && char !== '\r' && char !== '\t') refuseControl(char, at);
    text += char;
    at++;
  }
  throw new PseudoError('InvalidArguments', `The quote at character ${open + 1} is never closed.`);
}

const ESCAPES: Readonly<Record<string, string>> = {'"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t'};

/** An unknown escape stays as it is, so that `"\d+"` is a pattern and not a puzzle. */
function readEscape(line: string, at: number): {readonly text: string; readonly end: number} {
  const next = line.charAt(at + 1);
  const known = ESCAPES[next];
  if (known !== undefined) return {text: known, end: at + 2};
  if (next !== 'u') return {text: '\\', end: at + 1};
  const digits = /^[0-9a-fA-F]{4}/.exec(line.slice(at + 2, at + 6))?.[0];
  if (digits === undefined)
    throw new PseudoError('InvalidArguments', `"\\u" at character ${at + 1} needs four hex digits.`);
  const text = String.fromCharCode(Number.parseInt(digits, 16));
  if (text === '\0') throw new PseudoError('InvalidArguments', 'A word cannot hold the character NUL.');
  return {text, end: at + 6};
}

function refuseControl(char: string, at: number): void {
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(char)) return;
  const code = char.charCodeAt(0).toString(16).padStart(4, '0');
  throw new PseudoError(
    'InvalidArguments',
    `The control character U+${code.toUpperCase()} at ${at + 1} is not allowed.`,
  );
}

function several(what: string, at: number): PseudoError {
  const message = `One command a call: ${what} at character ${at + 1} would begin another. Call once for each, or quote it.`;
  return new PseudoError('MultipleCommands', message);
}

function shell(what: string, at: number): PseudoError {
  const message = `There is no shell here: ${what} at character ${at + 1} has no meaning. Put text that holds it in double quotes.`;
  return new PseudoError('ShellSyntax', message);
}
