import {classify, type Level, type LineContext, type Verdict} from '../../guard/index.ts';
import type {LinePlace} from '../write/line-place.ts';

/** Of one shell: words that lines of this server's life have given another meaning. */
interface Known {
  readonly aliases: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, Level>;
  /** Another one after each change. */
  readonly version: number;
}

type Effects = Pick<Verdict, 'level' | 'aliases' | 'functions'>;

const NOTHING: Known = {aliases: new Map(), functions: new Map(), version: 0};
/** Shells, and words of one. */
const MOST_SHELLS = 500;
const MOST_WORDS = 1000;

/** What the lines that ran before have made of the words of the next ones. What a shell had from its start-up files is not known. */
export class ShellMemory {
  readonly #shells = new Map<string, Known>();

  of(place: LinePlace): Known {
    return this.#shells.get(keyOf(place)) ?? NOTHING;
  }

  /** A line was let through. */
  note(place: LinePlace, {level, aliases, functions}: Effects): void {
    const before = this.of(place);
    const isSame = functions.size === 0 && isEqual(aliases, before.aliases);
    if (isSame || place.reading !== 'shell') return;
    const all = new Map(before.functions);
    for (const name of functions) all.set(name, level);
    const key = keyOf(place);
    this.#shells.delete(key);
    this.#shells.set(key, {aliases: cut(aliases), functions: cut(all), version: before.version + 1});
    const [oldest] = this.#shells.keys();
    if (this.#shells.size > MOST_SHELLS && oldest !== undefined) this.#shells.delete(oldest);
  }

  /** A line has run that nobody judged: a person's. */
  noteLine(place: LinePlace, line: string, context: LineContext): void {
    if (/\b(?:alias|unalias|abbr|function|source|eval)\b|\(\s*\)/.test(line))
      this.note(place, classify(line, {...context, ...this.of(place)}));
  }
}

function keyOf({sessionId, pid}: LinePlace): string {
  return `${sessionId} ${pid ?? ''}`;
}

function isEqual(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

/** The newest. */
function cut<Value>(words: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return words.size <= MOST_WORDS ? words : new Map([...words].slice(-MOST_WORDS));
}
