import type {Findings, Span} from '../findings.ts';
import type {Level} from '../level.ts';
import type {FolderLook, GitSetting, KnownPaths} from '../repository/folder-look.ts';
import type {Argument, Known} from '../shell/argument.ts';
import type {ParsedScript} from '../shell/parse-shell.ts';
import type {ShellName} from '../shell/shell-name.ts';
import type {Carried} from './carried.ts';
import type {SetValue} from './set-value.ts';

/** What a program reads on its standard input. */
export type Input =
  /** Whoever types, or nothing. */
  | {readonly type: 'terminal'}
  /** Names of files, each of which fits one of these. */
  | {readonly type: 'names'; readonly items: readonly Known[]}
  /** Known words. */
  | {readonly type: 'text'; readonly text: string}
  | {readonly type: 'file'; readonly argument: Argument}
  /** Variables with their values. */
  | {readonly type: 'environment'}
  | {
      readonly type: 'data';
      /** Names of files, of which nobody knows where they lie. */
      readonly isList?: boolean;
      /** It may be what somebody types, passed on by a program. */
      readonly isTyped?: boolean;
    };

/** Where in a line something is judged: what is known there of the shell that runs it. */
export interface Scope {
  readonly findings: Findings;
  readonly shell: ShellName;
  /** It is zsh, or it is not known which one it is. */
  readonly mayBeZsh: boolean;
  readonly home: string;
  /** Where cotty keeps what is its own, beside its folder in the home folder. */
  readonly ownFolder: string | null;
  /** Where the shell stands before the line, absolute; null when that is not known. */
  readonly start: string | null;
  /** Absolute; null when it is not known where the shell then stands. */
  cwd: string | null;
  /** Values of variables that this line has set; null: set to something unknown. */
  readonly variables: Map<string, readonly Known[] | null>;
  /** Deciding variables that the shell has beside its own, as they were written; null: something unknown. */
  readonly deciding: Map<string, SetValue>;
  readonly functions: Set<string>;
  /** Arrays that have texts for subscripts, and evaluate none. */
  readonly keyed: Set<string>;
  /** Names whose meaning an alias has changed, and what they stand for. */
  readonly aliases: Map<string, readonly string[]>;
  /** Files that this line writes, absolute. */
  readonly written: Set<string>;
  /** What the line has put into some of them, where it is known to be all that they hold; null: built from what lies in the project. */
  readonly texts: Map<string, string | null>;
  /** What earlier parts of the line have seen. */
  readonly seen: Seen;
  /** What ends here is a shell within the shell, `(…)`, and not the one that lines are given to. */
  readonly isSubshell: boolean;
  /** The output becomes a part of the line. */
  readonly isTaken: boolean;
  /** Names that this line has given to files, absolute, and what these were before. */
  readonly carried: Map<string, Carried>;
  /** What lies in folders; null where nobody can look. */
  readonly look: FolderLook | null;
  readonly looks: Looks;
  /** How often a text was read as shell text within another. */
  readonly depth: number;
  /** How many programs run one another, each by the words of the one before: `sudo nice env …`. */
  readonly runs: number;
  /** Where the things that are judged stand in the whole line. */
  readonly place: (span: Span) => Span;
  readonly judge: Judge;
}

/** What came into reach of the later parts of a line. */
export interface Seen {
  /** Names of secrets that were looked for, and are at hand: a file that nobody knows may be one. */
  readonly sought: Known[];
  /** How often a folder was read that holds secrets among all else. */
  wide: number;
  /** A secret whose text a program took to pass it on, absolute. */
  secretRead: string | null;
  /** Variables that get what is typed. */
  readonly typed: Set<string>;
  /** Variables that take numbers, and evaluate what they are given. */
  readonly numbers: Set<string>;
}

/** What was looked at for the whole line. */
export interface Looks {
  /** Paths. */
  count: number;
  readonly known: KnownPaths;
  /** Settings of repositories that were judged, and where: how deep, and in which folder. */
  readonly settings: Map<readonly GitSetting[], Set<string>>;
  /** How many of them start something. */
  programs: number;
}

/** How a part of a line has another part judged. */
export interface Judge {
  /** A script of the tree. */
  script(script: ParsedScript, scope: Scope, input: Input): void;
  /** A command given as words, as wrappers have it. */
  words(words: readonly Argument[], scope: Scope, input: Input): void;
  /** A text that a shell will read. */
  text(text: string, span: Span, scope: Scope, input: Input): void;
}

/** One command with its words. */
export interface Invocation {
  /** Without the folder it lies in. */
  readonly name: string;
  readonly args: readonly Argument[];
  readonly span: Span;
  readonly scope: Scope;
  readonly input: Input;
  /** Its number among the findings. */
  readonly index: number;
}

/** A shell of its own: what happens in it changes nothing outside. Files stay written. */
export function subshell(scope: Scope): Scope {
  const {variables, deciding, functions, keyed, aliases, findings, place} = scope;
  // Each has all of them once more.
  const copied = variables.size + deciding.size + functions.size + keyed.size + aliases.size;
  if (copied > 10) findings.step(place(START), copied >> 2);
  return {
    ...scope,
    variables: new Map(scope.variables),
    deciding: new Map(scope.deciding),
    functions: new Set(scope.functions),
    keyed: new Set(scope.keyed),
    aliases: new Map(scope.aliases),
  };
}

const START: Span = {start: 0, end: 0};

/** Something has run in this shell that may have set any of them. */
export function forgetVariables({variables, findings, place}: Pick<Scope, 'variables' | 'findings' | 'place'>): void {
  if (variables.size > 10) findings.step(place(START), variables.size >> 3);
  for (const name of variables.keys()) variables.set(name, null);
}

/** Says something about what the program itself does; a rule of the user can allow it. */
export function say(call: Invocation, level: Level, rule: string, message: string, span: Span = call.span): void {
  call.scope.findings.add(level, rule, message, span, {command: call.index});
}

/** Says something that no rule about the program allows. */
export function sayFact(
  call: Pick<Invocation, 'scope'>,
  level: Level,
  rule: string,
  message: string,
  span: Span,
): void {
  call.scope.findings.add(level, rule, message, span);
}

export const terminalInput: Input = {type: 'terminal'};
export const dataInput: Input = {type: 'data'};
