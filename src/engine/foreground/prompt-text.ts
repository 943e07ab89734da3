/** What a line of text before the cursor says by its form: is it the prompt that stood there before, or a question? */
import {isShellName} from './program-names.ts';

/**
 * True when `text` is the prompt that stood when a line was given to the same reader: the whole of it. One word of it may have
 * changed (the working directory) where two prompts seen before differ in just that word; where the rest is no more than a `$`, it
 * has to be a path. Digits may have counted on where they did between those two (`irb(main):002>`).
 */
export function isSamePrompt(text: string, prompt: string, seen: readonly string[]): boolean {
  if (text === prompt) return true;
  return seen.some(other => other !== prompt && fits(text, prompt, other));
}

/** True when the text is the prompt, with numbers in it that have counted on: `DB<2>` behind `DB<1>`. */
export function countsOn(text: string, prompt: string): boolean {
  const [now, before] = [text, prompt].map(whole => (whole.match(/\d+/g) ?? []).map(Number));
  if (!now || !before || text.replace(/\d+/g, '0') !== prompt.replace(/\d+/g, '0')) return false;
  return now.every((number, at) => number >= (before[at] ?? 0)) && text !== prompt;
}

/** True when all three differ in one and the same word alone. */
function fits(text: string, one: string, other: string): boolean {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let tail = 0;
  const most = Math.min(one.length, other.length) - start;
  while (tail < most && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const head = one.slice(0, start);
  const end = tail === 0 ? '' : one.slice(-tail);
  if (text.length < head.length + end.length || !text.startsWith(head) || !text.endsWith(end)) return false;
  const words = [text, one, other].map(whole => whole.slice(head.length, whole.length - end.length));
  // Little else than the directory stands in it: what is none is no prompt.
  const isWord = isParticular(head + end) ? /^\S*$/ : /^[~/]\S*$/;
  return head + end !== '' && words.every(word => isWord.test(word));
}

/** What stands before the cursor, without what a tty shows of keys that make signals (`^C`, `^Z`) and that a shell answers by nothing. */
export function withoutSignals(text: string): string {
  return text.replace(/(?:\^[CZ\\])+$/, '').trimEnd();
}

/**
 * True for text that asks for an answer rather than for a command: it ends as a question (`?`, `:`, `[y/N]`, `(yes/no)`), and is
 * no prompt of a program that ends its prompts so.
 */
export function asks(text: string): boolean {
  return QUESTION.test(text) && !PROMPT_LIKE_QUESTION.test(text);
}

const QUESTION = /(?:[?:]|\[[^\]]*\]|\([^)]*\))\s*$/;
/** IPython, and the debuggers: `(gdb)`, `(lldb)`, `(Pdb)`, `(ipdb)`, `(rdb:1)`, `(dbx)`. */
const PROMPT_LIKE_QUESTION =
  /(?:^|\s)(?:In \[\d+\]:|\((?:gdb|lldb|i?pdb\+*|rdb:\d+|byebug|dbx|jdb|dlv|rust-gdb|sqlite)\))\s*$/i;

/** Some of the words of each question of {@link asksToList}, as they are printed. */
export const LISTING_WORDS: readonly string[] = ['zsh: do you wish to see all ', 'Display all '];

/** What the line editors of zsh and bash ask before they list many completions, in these words in every language; the next key is the answer. */
export function asksToList(text: string): boolean {
  return /^(?:zsh: do you wish to see all \d+ |Display all \d+ possibilities\? \()/.test(text);
}

/**
 * True for what shells show where an unfinished line goes on (PS2: `>`, zsh's `for then>`), when it is none of the prompts at which
 * lines were given to them.
 */
export function isContinuation(text: string, prompts: readonly string[]): boolean {
  return UNFINISHED.test(text) && !prompts.includes(text);
}

/** What zsh's parser is in, as `%_` names it (zshmisc(1), prompt expansion); other words are somebody's own prompt. */
const ZSH_STATES =
  'always|array|bquote|brace|braceparam|case|cmdand|cmdor|cmdsubst|cond|cursh|dquote|elif|elif-then|else|errpipe|for|foreach|function|heredoc|heredocd|if|math|mathsubst|pipe|quote|repeat|select|subsh|then|until|while';
/** And what fish's `read` shows. */
const UNFINISHED = new RegExp(`^(?:read|(?:${ZSH_STATES})(?: (?:${ZSH_STATES}))*)?>(?: >)*$`);

/** The same of a program by its name: a REPL shows a prompt of its own where a statement goes on. */
export function goesOnIn(program: string, text: string, prompts: readonly string[]): boolean {
  if (isShellName(program)) return isContinuation(text, prompts);
  const shown = STATEMENT_GOES_ON.find(([name]) => name.test(program))?.[1];
  // An editor of several lines (Ruby's reline) goes to the next one without a line feed.
  const row = text.slice(text.lastIndexOf('\n') + 1);
  return shown?.test(row) === true && ![text, row].some(same => prompts.includes(same));
}

/**
 * By default: Python's `sys.ps2`; IPython's; Node.js (`|` from 23 on); sqlite3's `.prompt`, with what is open; mysql and mariadb (`prompt`, and what is open), also behind
 * text without a line feed, which `\!` has printed;
 * psql's PROMPT2 (`%R`) and PROMPT3 (data of `copy`); irb's PROMPT_C and PROMPT_S, `?>` in its simple mode; gdb's commands; Lua's `_PROMPT2`;
 * JShell's; GHCi's `:set prompt-cont`; PHP's, with what is open; R's `continue`.
 */
const STATEMENT_GOES_ON: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:python|pypy)/, /^\.\.\.$/],
  [/^ipython/, /^\s*\.\.\.+:$/],
  [/^node/, /^(?:\.\.\.(?: \.\.\.)*|\|)$/],
  [/^sqlite/, /^\s*\S{0,3}\.\.\.>$/],
  [/^(?:mysql|mariadb)/, /(?:^ +| {4})(?:->|['"`]>|\/\*>)$/],
  [/^psql/, /^(?:[\w.-]*[-('"$*!][#>]|>>)$/],
  [/^(?:irb|ruby)/, /^(?:irb\(.*\):\d+(?::\d+)?[*"'`\]/]|\?>)$/],
  [/^gdb/, /^ *>$/],
  [/^lua/, /^>>$/],
  [/^jshell/, /^\s*\.\.\.>$/],
  [/^ghc/, /^\S+\|$/],
  [/^php/, /^php [({'"`*]$/],
  [/^R$/, /^\+$/],
];

/** True for the prompt of a debugger, which reads commands without a line editor too: Perl's is `  DB<1>`. */
export function isDebuggerPrompt(text: string): boolean {
  return /^\s*DB<+\d+>+\s*$/.test(text) || PROMPT_LIKE_QUESTION.test(text);
}

/** True when a prompt is so long and particular that a program would hardly print it by chance: more than `$`, `#` or `%`. */
export function isParticular(prompt: string): boolean {
  return prompt.replace(/[^\p{L}\p{N}~/@]/gu, '') !== '';
}

/** True for text that ends as the prompts of shells and REPLs do. */
export function endsAsPrompt(text: string): boolean {
  return /[$#%>❯›»➜λ❱⟩»]\s*$/u.test(text) || PROMPT_LIKE_QUESTION.test(text);
}

/**
 * True for what an interpreter shows where a statement of its reads, and not at its prompt: Python's `input()` reads by the same line editor, behind
 * any text. `prompts`: those it is known to have. `waitsAtPrompt`: whether it waits where it does at its prompt, undefined where nobody can tell. Then
 * Python's is `>>>` by default, and Perl's debugger counts; IPython and debuggers have their own, and nested prompts are where no prompt was before.
 */
export function isQuestionOf(
  program: string,
  text: string,
  prompts: readonly string[],
  waitsAtPrompt: boolean | undefined,
): boolean {
  const isPython = /^(?:i?python|pypy)/.test(program);
  if (speaksAsPython(program, text)) return waitsAtPrompt === false;
  if (text === '' || PROMPT_LIKE_QUESTION.test(text) || text === 'lua_debug>') return false;
  // While a window of Python's own is open, it waits in that window's loop.
  if (prompts.includes(text) && (isPython || waitsAtPrompt !== false)) return false;
  if (waitsAtPrompt !== undefined) return !waitsAtPrompt;
  if (isPython) return !program.startsWith('i');
  return program === 'perl' && prompts.some(isPerlDebugger) && !isPerlDebugger(text);
}

/** True for what Python and IPython show at their prompts by default; a question may be worded so. */
export function speaksAsPython(program: string, text: string): boolean {
  return /^(?:i?python|pypy)/.test(program) && /(?:>>>|(?:^|\s)In \[\d+\]:)$/.test(text);
}

function isPerlDebugger(text: string): boolean {
  return /DB<+\d+>+\s*$/.test(text);
}

/** True for the prompt of a REPL that no other program's looks like: its name, `(parted)`; SBCL's `*`, and `0]` in its debugger. */
export function isPromptOf(program: string, text: string): boolean {
  return text === `(${program})` || (program === 'sbcl' && /^(?:\*|\d+\])$/.test(text));
}
