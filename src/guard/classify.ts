import {Findings, type FoundCommand, type Reason, type Span} from './findings.ts';
import type {Carried} from './judge/carried.ts';
import {judgeCommand} from './judge/judge-command.ts';
import {judgeScript} from './judge/judge-script.ts';
import {noteSetVariables} from './judge/judge-set-variables.ts';
import {carriedOn} from './judge/note-carried.ts';
import type {SetVariables} from './judge/note-setting.ts';
import {type Judge, type Scope, terminalInput} from './judge/scope.ts';
import {highest, type Level} from './level.ts';
import {asBash} from './line/as-bash.ts';
import {inBashQuotes} from './line/fish-quotes.ts';
import {judgeCharacters} from './line/judge-characters.ts';
import {judgeDialect, type Reading, WORDS_OF_DANGER, withoutQuotes} from './line/judge-dialect.ts';
import {judgeHistory} from './line/judge-history.ts';
import {plainFish} from './line/plain-fish.ts';
import {plainZsh} from './line/plain-zsh.ts';
import {type FolderLook, noPaths} from './repository/folder-look.ts';
import {parseShell} from './shell/parse-shell.ts';
import {withoutQuotedBodies} from './shell/quoted-bodies.ts';
import type {ShellName} from './shell/shell-name.ts';

/** What is known of the shell that will read a line. */
export interface LineContext {
  /** Default `bash`, as whose lines those of `sh` are read too. */
  readonly shell?: ShellName | undefined;
  /** Absolute. Null when it is not known where the shell stands; default: somewhere ordinary. */
  readonly cwd?: string | null | undefined;
  /** The home folder, absolute. */
  readonly home?: string | undefined;
  /** Where cotty keeps its policy, its proofs and its doors, if that is not `~/.cotty`: absolute. */
  readonly ownFolder?: string | undefined;
  /** What lies in folders, where that can be looked at; else they are taken for ordinary ones. */
  readonly look?: FolderLook | undefined;
  /** The shell puts earlier lines in place of `!!`; default true. */
  readonly expandsHistory?: boolean | undefined;
  /** Words that earlier lines gave another meaning, and what each may stand for. */
  readonly aliases?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Names that are functions of the session, and what the lines could do that made them. */
  readonly functions?: ReadonlyMap<string, Level> | undefined;
  /** Deciding variables that earlier lines have set, as they were written. */
  readonly variables?: SetVariables | undefined;
  /** Files that hold secrets by names that earlier lines gave them. */
  readonly carried?: ReadonlyMap<string, Carried> | undefined;
}

/** What a line can do. */
export interface Verdict {
  readonly level: Level;
  /** Most serious first. Empty for what is safe. */
  readonly reasons: readonly Reason[];
  /** There are more reasons than are kept. */
  readonly isCut: boolean;
  /** There is more in the line than was looked at, and that may be anything. */
  readonly isUnread: boolean;
  /** Every command that the line can run, in its order. */
  readonly commands: readonly FoundCommand[];
  /** Where the shell stands afterwards, as far as that is known. */
  readonly cwd: string | null;
  /** Words that may have another meaning afterwards, the newest last: a line may end before it comes to one. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Functions that the line makes. */
  readonly functions: ReadonlySet<string>;
  /** Deciding variables that the shell has then, beside those it began with. */
  readonly variables: SetVariables;
  /** Names that the line gives to secrets, and to links to what is obeyed, with those of earlier lines. */
  readonly carried: ReadonlyMap<string, Carried>;
  /** Work done, for whoever measures. */
  readonly steps: number;
}

/** Longer lines are not safe, whatever they are; people write none. UTF-16 units. */
const LONG = 16_384;
/** Longer lines are not even read. */
const TOO_LONG = 65_536;
/** Shell text within shell text. */
const DEEPEST = 8;
/** Programs that run one another. */
const MOST_RUNS = 30;

/** Says what a line can do, by what is proved about it: what is not understood is never safe. */
export function classify(line: string, context: LineContext = {}): Verdict {
  const findings = new Findings();
  const scope = outermost(findings, context);
  judgeCharacters(line.slice(0, TOO_LONG), findings);
  if (line.length > TOO_LONG) findings.unread('line.too-long', 'The line is too long to be read.', whole(line));
  else {
    if (line.length > LONG) findings.add('CAUTION', 'line.long', 'The line is longer than anybody reads.', whole(line));
    if (context.expandsHistory ?? true) judgeHistory(line, findings);
    readWhole(line, scope);
    for (const [name, level] of context.functions ?? []) noteFunction(name, level, findings);
    noteSetVariables(context.variables ?? new Map(), findings);
  }
  const links = findings.level === 'SAFE' ? [] : findings.links;
  const reasons = [...links, ...findings.reasons]
    .map(reason => within(line, reason))
    .toSorted((a, b) => ORDER[b.level] - ORDER[a.level] || a.start - b.start);
  return {
    level: findings.level,
    reasons,
    isCut: findings.isCut,
    isUnread: findings.isUnread,
    commands: findings.commands,
    cwd: scope.cwd,
    aliases: scope.aliases,
    functions: scope.functions,
    variables: scope.deciding,
    carried: carriedOn(scope),
    steps: findings.steps,
  };
}

/** What would be comments, as words. */
function withoutComments(line: string): string {
  let open = '';
  let end = 0;
  for (const {index} of withoutQuotes(line).matchAll(/(?<=^|[\s;&|(])#/g)) {
    open += `${line.slice(end, index)}_`;
    end = index + 1;
  }
  return open + line.slice(end);
}

/** What is nested deeper than the stack is not read. */
function readWhole(line: string, scope: Scope): void {
  try {
    const {cwd} = scope;
    judgeText(line, scope);
    // At a prompt of zsh `#` begins no comment, unless `interactive_comments` is set.
    const open = scope.shell === 'zsh' ? withoutComments(line) : line;
    if (open === line) return;
    const after = scope.cwd;
    scope.cwd = cwd;
    judgeText(open, scope);
    if (scope.cwd !== after) scope.cwd = null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    scope.findings.unread('line.too-deep', 'The line is nested deeper than can be read.', whole(line));
  }
}

/** Where a link leads comes before what is done there. */
const ORDER: Readonly<Record<Level, number>> = {SAFE: 1, CAUTION: 1, DANGEROUS: 2};

function outermost(findings: Findings, context: LineContext): Scope {
  const home = context.home ?? '/home/somebody';
  const cwd = context.cwd === undefined ? `${home}/work/project` : context.cwd;
  const scope: Scope = {
    findings,
    shell: context.shell ?? 'bash',
    mayBeZsh: context.shell === undefined || context.shell === 'zsh' || context.shell === 'other',
    home,
    ownFolder: context.ownFolder ?? null,
    start: cwd,
    cwd,
    variables: new Map(),
    deciding: new Map(context.variables),
    functions: new Set(),
    keyed: new Set(),
    aliases: new Map(context.aliases),
    written: new Set(),
    texts: new Map(),
    seen: {sought: [], wide: 0, secretRead: null, typed: new Set(), numbers: new Set()},
    isSubshell: false,
    isTaken: false,
    carried: new Map(context.carried),
    look: context.look ?? null,
    looks: {count: 0, known: noPaths(), settings: new Map(), programs: 0},
    depth: 0,
    runs: 0,
    place: span => span,
    judge,
  };
  return scope;
}

/** The parser closes what a line leaves open, and may say that this stands behind its end. */
function within(line: string, reason: Reason): Reason {
  return {...reason, start: Math.min(reason.start, line.length), end: Math.min(reason.end, line.length)};
}

/** A command of the line is a function of the session: it may do anything. */
function noteFunction(name: string, level: Level, findings: Findings): void {
  for (const {argv, ...span} of findings.commands)
    if (argv[0] === name)
      findings.add(
        highest('CAUTION', level),
        'shell.function',
        `${name.slice(0, 40)} is a function of this shell.`,
        span,
      );
}

const judge: Judge = {
  script: judgeScript,
  words(words, scope, input) {
    const [first] = words;
    if (scope.runs >= MOST_RUNS) {
      scope.findings.unread('line.too-deep', 'Too many programs run one another.', first ?? whole(''));
      return;
    }
    // Only the shell itself knows functions and aliases.
    const inner: Scope = {...scope, functions: new Set(), aliases: new Map(), runs: scope.runs + 1};
    judgeCommand(words, inner, input);
    scope.cwd = inner.cwd;
  },
  text(text, span, scope, input) {
    if (scope.depth >= DEEPEST) {
      scope.findings.unread('line.too-deep', 'Commands stand within commands within commands.', span);
      return;
    }
    const inner: Scope = {...scope, depth: scope.depth + 1, place: (): Span => span};
    if (scope.findings.step(span, 4 + (text.length >> 4))) judgeText(text, inner, input);
    scope.cwd = inner.cwd;
  },
};

function judgeText(given: string, outer: Scope, input = terminalInput): void {
  const {findings} = outer;
  const place = outer.place(whole(given));
  const reading = readingOf(given, outer.shell);
  const {text} = reading;
  // Where characters have moved, what is said is said of the whole.
  const scope = reading.isInPlace ? outer : {...outer, place: (): Span => place};
  const isPosix = scope.shell === 'bash' || scope.shell === 'sh';
  // No shell makes anything of a here-document whose delimiter is quoted; fish has none.
  const read = isPosix || scope.shell === 'zsh' ? withoutQuotedBodies(text, {isOther: !isPosix}) : text;
  if (!isPosix) {
    if (scope.depth === 0) judgeDialect(read, scope.shell, findings, reading);
    else inner(read, scope, place, reading);
  }
  if (ARITHMETIC.test(read) && quotesCommand(text))
    findings.add('DANGEROUS', 'code.arithmetic', 'Quotes do not protect commands in arithmetic or a subscript.', place);
  const line = asBash(text, scope.shell);
  const script = parseShell(line) ?? parseShell(line, withoutQuotedBodies(line));
  if (!script) {
    findings.unread('line.too-deep', 'The line opens more than can be read.', place);
    return;
  }
  const before = findings.reasons.length;
  judgeScript(script, scope, input);
  const isUnread = findings.reasons.slice(before).some(({rule}) => rule === 'line.unreadable');
  if (isUnread && WORDS_OF_DANGER.test(text))
    findings.add('DANGEROUS', 'line.unreadable', 'A dangerous word stands in a line that is not understood.', place);
  outer.cwd = scope.cwd;
}

/** A line of zsh or fish in the words of bash, as far as they are understood. */
function readingOf(given: string, shell: ShellName): Reading & {readonly text: string; readonly isInPlace: boolean} {
  if (shell !== 'fish') {
    const text = shell === 'zsh' ? plainZsh(given) : given;
    return {text, isInPlace: text.length === given.length, isQuoted: true, isTranslated: false};
  }
  const quoted = inBashQuotes(given);
  const fish = quoted === null ? null : plainFish(quoted);
  const text = fish ?? quoted ?? given;
  const isInPlace = text.length === given.length && (quoted === null || quoted === given);
  return {text, isInPlace, isQuoted: quoted !== null, isTranslated: fish !== null};
}

/** Text of another shell within the line: its places are those of the whole text. */
function inner(text: string, scope: Scope, place: Span, reading: Reading): void {
  const own = new Findings();
  judgeDialect(text, scope.shell, own, reading);
  for (const {level, rule, message} of own.reasons) scope.findings.add(level, rule, message, place);
}

/** A substitution that quotes seem to make harmless. */
const QUOTED_COMMAND = /'[^']*(?:\$[({[]|`)|\\[$`]/;
/** Whether it stands in quotes; what is between the end of one text and the beginning of the next is none. */
function quotesCommand(text: string): boolean {
  if (!QUOTED_COMMAND.test(text)) return false;
  // Quotes in comments and here-documents are none.
  if (/(?<!<)<<(?!<)|(?:^|[\s;&|(])#/.test(text)) return true;
  return (text.match(QUOTED) ?? []).some(found => {
    if (found.startsWith('\\')) return /[$`]/.test(found);
    if (found.startsWith('$')) return /\\[^nt]|\$[({[]|`/.test(found);
    if (found.startsWith("'")) return /\$[({[]|`/.test(found);
    return QUOTED_COMMAND.test(found) || /`/.test(found) || found.split('(').length !== found.split(')').length;
  });
}

const QUOTED = /\\[\s\S]|\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g;

/** Places where text is evaluated as arithmetic: `$((…))`, `((…))`, `$[…]`, subscripts, offsets. */
const ARITHMETIC = /\(\(|\$\[|\w\[|\$\{[^}]{0,200}:/;

function whole(text: string): Span {
  return {start: 0, end: text.length};
}
