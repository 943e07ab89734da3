import type {SessionId} from '../../core/index.ts';
import {
  classify,
  FIXED,
  highest,
  type Level,
  type LineContext,
  type SetVariables,
  type Verdict,
} from '../../guard/index.ts';
import {isShellName} from '../foreground/program-names.ts';
import type {LinePlace} from '../write/line-place.ts';

/** Words that lines of this server's life have given another meaning, or may have, and variables that decide what runs. */
interface Words {
  readonly aliases: Verdict['aliases'];
  readonly functions: ReadonlyMap<string, Level>;
  readonly variables: SetVariables;
}

/** Of one shell. */
interface Known extends Words {
  /** Another one after each change; empty where nothing is known. */
  readonly version: string;
}

/** Of one machine: files whose names tell no longer that they are secret. */
interface Files {
  readonly carried: Verdict['carried'];
  readonly version: string;
}

type Effects = Pick<Verdict, 'level' | 'aliases' | 'functions' | 'variables' | 'carried'>;

interface NotedLine {
  /** Null where nobody knows what it says. */
  readonly line: string | null;
  readonly context: LineContext;
  /** It is known from what was typed, not from the shell that runs it. */
  readonly isTyped?: boolean;
}

const NO_FILES: Files = {carried: new Map(), version: ''};
const NOTHING: Known = {aliases: new Map(), functions: new Map(), variables: new Map(), version: ''};
/** Shells, and words of one. */
const MOST_SHELLS = 500;
const MOST_WORDS = 1000;
/** Of one word; one that had more may be anything. */
const MOST_MEANINGS = 20;
/** Files of one machine. */
const MOST_FILES = 200;

/**
 * What the lines that ran before have made of the next ones. What a shell had from its start-up files, or from files that it has read, is
 * not known. A shell that is gone is not asked for again: its number, or its process, comes back for no other.
 */
export class ShellMemory {
  readonly #startOf: (sessionId: SessionId | null) => SetVariables;
  readonly #shells = new Map<string, Known>();
  /** By machine, as far as that is known. */
  readonly #files = new Map<string, Files>();
  /** By session the shell in which a line was looked at last. */
  readonly #last = new Map<string, string>();
  #changes = 0;

  /** With the deciding variables that sessions were opened with. */
  constructor(startOf: (sessionId: SessionId | null) => SetVariables) {
    this.#startOf = startOf;
  }

  of(place: LinePlace): Known & Files {
    const {carried, version} = this.#files.get(machineOf(place)) ?? NO_FILES;
    const known = this.#ofShell(place);
    return {...known, carried, version: `${known.version} ${version}`};
  }

  #ofShell(place: LinePlace): Known {
    const base = this.#ofMarked(place);
    if (place.ahead) return this.#readersOf(place).reduce((all, [, each]) => joined(all, each), base);
    return isAnother(place) ? within(base, this.#shells.get(keyOf(place)) ?? this.#aheadOf(place)) : base;
  }

  /**
   * A line was let through. A line whose reader is not certain, or that may end before it comes to a word, can add suspicion to each shell
   * that may read it, and removes none from any.
   */
  note(place: LinePlace, effects: Effects, {line, context, isTyped = false}: NotedLine): void {
    if (place.reading !== 'shell') return;
    this.#noteFiles(place, effects);
    const before = this.#ofShell(place);
    const after = made(effects);
    if (place.ahead) {
      this.#add(place, {...after, ...only(after, before)});
      // What one of the readers knows already is new to another.
      if (line !== null) this.#add(place, made(classify(line, context)));
    } else if (isTyped || line === null || !isCertain(line, place, before))
      this.#change(place, before, joined(before, after));
    else this.#change(place, before, set(line, before, context));
  }

  /** A line that would take something from what is known, were it certain to run. */
  clears(place: LinePlace, line: string, context: LineContext): boolean {
    const before = this.#ofShell(place);
    if (place.reading !== 'shell' || place.ahead || !isCertain(line, place, before)) return false;
    const after = set(line, before, context);
    return (
      [...before.variables.keys()].some(name => !after.variables.has(name)) ||
      [...before.aliases].some(([name, meanings]) => after.aliases.get(name) !== meanings)
    );
  }

  /** Somebody who was seen has read all that was typed in a session: what starts there from now on has read none of it. */
  forgetAhead(sessionId: SessionId): void {
    this.#shells.delete(aheadKey({sessionId}));
  }

  /** A line runs that nobody judged, a person's. */
  noteLine(place: LinePlace, line: string, noted: Omit<NotedLine, 'line'>): void {
    if (mayChange(line)) this.note(place, classify(line, {...noted.context, ...this.of(place)}), {...noted, line});
  }

  /** To what is known of each shell that may read it. */
  #add(place: LinePlace, added: Words): void {
    if (isNothing(added)) return;
    for (const [key, known] of this.#readersOf(place)) this.#keep(key, joined(known, added));
  }

  #change(place: LinePlace, before: Words, after: Words): void {
    const isSame =
      isEqual(after.aliases, before.aliases) &&
      isEqual(after.functions, before.functions) &&
      isEqual(after.variables, before.variables);
    if (!isSame) this.#keep(keyOf(place), after);
  }

  #noteFiles(place: LinePlace, {carried}: Effects): void {
    const key = machineOf(place);
    const before = (this.#files.get(key) ?? NO_FILES).carried;
    if ([...carried].every(([name, file]) => before.get(name) === file)) return;
    // Another session's line may have been let through since this one was judged. On a far side another file may have that name.
    const isSure = !place.carried && !place.ahead;
    const all = isSure ? new Map([...before, ...carried]) : new Map([...carried, ...before]);
    this.#files.set(key, {carried: cut(all, MOST_FILES), version: `${++this.#changes}`});
  }

  /** Shells of the session of which something is known, and those that nobody has seen yet. */
  #readersOf(place: LinePlace): readonly (readonly [string, Known])[] {
    const all = [...this.#shells].filter(([key]) => key.startsWith(`${place.sessionId} `));
    return this.#shells.has(aheadKey(place)) ? all : [...all, [aheadKey(place), NOTHING]];
  }

  /** What a shell may have read before anybody has seen it. */
  #aheadOf(place: LinePlace): Known {
    return this.#shells.get(aheadKey(place)) ?? NOTHING;
  }

  /** Of the session's own shell, or of one with marks within it. */
  #ofMarked(place: LinePlace): Known {
    const {sessionId, shell} = place;
    const key = markedKey(place);
    const outer = this.#shells.get(this.#last.get(sessionId ?? '') ?? '');
    this.#last.set(sessionId ?? '', key);
    const known = this.#shells.get(key);
    if (known) return known;
    const variables = shell === null ? this.#startOf(sessionId) : isFar(place) ? NOTHING.variables : outer?.variables;
    const start = joined({...NOTHING, variables: variables ?? NOTHING.variables}, this.#aheadOf(place));
    return isNothing(start) && shell !== null ? NOTHING : this.#keep(key, start);
  }

  #keep(key: string, {aliases, functions, variables}: Words): Known {
    const kept = {
      aliases: cut(aliases),
      functions: cut(functions),
      variables: cut(variables),
      version: `${++this.#changes}`,
    };
    this.#shells.delete(key);
    this.#shells.set(key, kept);
    const [oldest] = this.#shells.keys();
    if (this.#shells.size > MOST_SHELLS && oldest !== undefined) this.#shells.delete(oldest);
    return kept;
  }
}

/** A line of somebody who is not judged may give words another meaning, or names. */
export function mayChange(line: string): boolean {
  return /=|\b(?:alias|unalias|abbr|cp|mv|ln|link|install|rsync|function|source|eval|unset|read|readonly|declare|typeset|mapfile|readarray|printf|set|getopts)\b|\(\s*\)/.test(
    line,
  );
}

/** It does nothing but give a word another meaning, and does so in a shell with marks, which has said that it reads it. */
function isCertain(line: string, place: LinePlace, {aliases, functions}: Words): boolean {
  const setting = SETTING.exec(line);
  if (!setting || isAnother(place) || place.continues) return false;
  const word = setting.slice(1).find(each => each !== undefined) ?? '';
  return !aliases.has(word) && !functions.has(word);
}

/** What is known behind a line that is certain. More may be known than when it was judged. */
function set(line: string, before: Words, context: LineContext): Words {
  const {aliases, variables} = classify(line, {...context, ...before});
  return {...before, aliases: newest(aliases, before.aliases), variables};
}

/** A piece of a word in which no shell finds an error, such as a pattern that fits no file. */
const PIECE = String.raw`(?:[^\s'"\\;&|<>(){}\x60#!*?~[\]]|~(?=/)|'[^'\n;&|<>(){}\x60#!]*'|"[^"\n\\;&|<>(){}\x60#!]*")`;
/** One setting: behind one that fails nothing is set. `unset -f` unsets no variable, and `local` nothing at a prompt. */
const SETTING = new RegExp(
  [
    String.raw`^\s*(?:(?:(export)\s+)?[A-Za-z_]\w*=${PIECE}*`,
    String.raw`(alias)\s+[\w.:][\w.:+-]*=${PIECE}*`,
    String.raw`(unset)\s+\w+`,
    String.raw`(set)\s+(?:-(?:gx|x|g|e)\s+)?\w+(?:[ \t]+${PIECE}+)*)\s*$`,
  ].join('|'),
);

function made({level, aliases, functions, variables}: Effects): Words {
  return {aliases, functions: new Map([...functions].map(name => [name, level])), variables};
}

/** What is new in it. */
function only({aliases, variables}: Words, before: Words): Pick<Words, 'aliases' | 'variables'> {
  return {
    aliases: new Map([...aliases].filter(([name, meanings]) => before.aliases.get(name) !== meanings)),
    variables: new Map([...variables].filter(([name, value]) => before.variables.get(name) !== value)),
  };
}

/** Of words that have a meaning since, that one. */
function newest(aliases: Words['aliases'], before: Words['aliases']): Words['aliases'] {
  return new Map([...aliases].map(([name, all]) => [name, before.get(name) === all ? all : all.slice(-1)]));
}

function isNothing({aliases, functions, variables}: Words): boolean {
  return aliases.size === 0 && functions.size === 0 && variables.size === 0;
}

function keyOf(place: LinePlace): string {
  const {pid, program, carried} = place;
  return isAnother(place) ? `${markedKey(place)} ${pid ?? ''}${carried ? ` ${program}` : ''}` : markedKey(place);
}

function aheadKey({sessionId}: Pick<LinePlace, 'sessionId'>): string {
  return `${sessionId} ahead`;
}

/** Of a shell on a far side nobody knows whose files it sees. */
function machineOf(place: LinePlace): string {
  return place.shell !== null && isFar(place) ? markedKey(place) : '';
}

function markedKey({sessionId, shell}: LinePlace): string {
  return `${sessionId} ${shell ?? ''}`;
}

/** A shell that has started without marks within another, or is carried. */
function isAnother({program, carried}: LinePlace): boolean {
  return carried || (program !== null && isShellName(program));
}

/** What is exported here is not known there. */
function isFar({pid}: LinePlace): boolean {
  return pid === null;
}

/** A shell has functions and variables that the one around it exports, and never its aliases. */
function within(base: Known, own: Known): Known {
  return {...joined(base, own), aliases: own.aliases, version: `${base.version} ${own.version}`};
}

/** All that may be so. */
function joined<One extends Words>(one: One, other: Words & {readonly version?: string}): One {
  const aliases = new Map(one.aliases);
  const functions = new Map(one.functions);
  for (const [name, meanings] of other.aliases) {
    const before = aliases.get(name) ?? [];
    const more = meanings.filter(meaning => !before.includes(meaning));
    if (more.length > 0) aliases.set(name, [...before, ...more].slice(-MOST_MEANINGS));
    if (before.length + more.length > MOST_MEANINGS) functions.set(name, 'DANGEROUS');
  }
  for (const [name, level] of other.functions) functions.set(name, highest(level, functions.get(name) ?? 'SAFE'));
  const variables = new Map(one.variables);
  for (const [name, value] of other.variables) if (variables.get(name) !== FIXED) variables.set(name, value);
  return {...one, aliases, functions, variables};
}

function isEqual<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.has(name) && other.get(name) === value);
}

/** The newest. */
function cut<Value>(words: ReadonlyMap<string, Value>, most = MOST_WORDS): ReadonlyMap<string, Value> {
  return words.size <= most ? words : new Map([...words].slice(-most));
}
