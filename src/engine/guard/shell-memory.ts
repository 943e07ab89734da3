import type {SessionId} from '../../core/index.ts';
import {classify, type Level, type LineContext, type SetVariables, type Verdict} from '../../guard/index.ts';
import {isShellName} from '../foreground/program-names.ts';
import type {LinePlace} from '../write/line-place.ts';

/** Of one shell: words that lines of this server's life have given another meaning, and variables that decide what runs. */
interface Known {
  readonly aliases: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, Level>;
  readonly variables: SetVariables;
  /** Another one after each change; empty where nothing is known. */
  readonly version: string;
}

/** Of one machine: files whose names tell no longer that they are secret. */
interface Files {
  readonly carried: Verdict['carried'];
  readonly version: string;
}

type Effects = Pick<Verdict, 'level' | 'aliases' | 'functions' | 'variables' | 'carried'>;

const NO_FILES: Files = {carried: new Map(), version: ''};
const NOTHING: Known = {aliases: new Map(), functions: new Map(), variables: new Map(), version: ''};
/** Shells, and words of one. */
const MOST_SHELLS = 500;
const MOST_WORDS = 1000;
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
    const base = this.#ofMarked(place);
    const {carried, version} = this.#files.get(machineOf(place)) ?? NO_FILES;
    const known = isAnother(place) ? within(base, this.#shells.get(keyOf(place)) ?? NOTHING) : base;
    return {...known, carried, version: `${known.version} ${version}`};
  }

  /** A line was let through. */
  note(place: LinePlace, {level, aliases, functions, variables, carried}: Effects): void {
    const before = this.of(place);
    if (place.reading === 'shell' && [...carried].some(([name, file]) => before.carried.get(name) !== file)) {
      // Another session's line may have been let through since this one was judged.
      // On a far side another file may have that name.
      const all = place.carried ? new Map([...carried, ...before.carried]) : new Map([...before.carried, ...carried]);
      this.#files.set(machineOf(place), {carried: cut(all, MOST_FILES), version: `${++this.#changes}`});
    }
    const isSame = functions.size === 0 && isEqual(aliases, before.aliases) && isEqual(variables, before.variables);
    if (isSame || place.reading !== 'shell') return;
    const all = new Map(before.functions);
    for (const name of functions) all.set(name, level);
    this.#keep(keyOf(place), {aliases: cut(aliases), functions: cut(all), variables: cut(variables)});
  }

  /** A line has run that nobody judged: a person's. */
  noteLine(place: LinePlace, line: string, context: LineContext): void {
    const known = this.of(place);
    if (mayChange(line)) this.note(place, classify(line, {...context, ...known}));
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
    if (variables === undefined || variables.size === 0) return NOTHING;
    return this.#keep(key, {...NOTHING, variables});
  }

  #keep(key: string, known: Omit<Known, 'version'>): Known {
    const kept = {...known, version: `${++this.#changes}`};
    this.#shells.delete(key);
    this.#shells.set(key, kept);
    const [oldest] = this.#shells.keys();
    if (this.#shells.size > MOST_SHELLS && oldest !== undefined) this.#shells.delete(oldest);
    return kept;
  }
}

/** A line of somebody who is not judged may give words another meaning, or names. */
export function mayChange(line: string): boolean {
  return /=|\b(?:alias|unalias|abbr|cp|mv|ln|link|install|rsync|function|source|eval|unset|read|mapfile|readarray|printf|set|getopts)\b|\(\s*\)/.test(
    line,
  );
}

function keyOf(place: LinePlace): string {
  const {pid, program, carried} = place;
  return isAnother(place) ? `${markedKey(place)} ${pid ?? ''}${carried ? ` ${program}` : ''}` : markedKey(place);
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
  return {
    aliases: own.aliases,
    functions: new Map([...base.functions, ...own.functions]),
    variables: new Map([...base.variables, ...own.variables]),
    version: `${base.version} ${own.version}`,
  };
}

function isEqual<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.has(name) && other.get(name) === value);
}

/** The newest. */
function cut<Value>(words: ReadonlyMap<string, Value>, most = MOST_WORDS): ReadonlyMap<string, Value> {
  return words.size <= most ? words : new Map([...words].slice(-most));
}
