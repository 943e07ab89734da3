/**
 * Finds out whether a text holds a match, in counted steps. All ways through the program are followed at once, so that one
 * character costs at most the size of the program, whatever the text; where a set of places leads is remembered, so that nearly
 * every character of ordinary text costs one step. https://swtch.com/~rsc/regexp/regexp3.html, "Step 6: DFA"
 */
import {AT, DOES, type Program} from './program.ts';

/** Where a search stands in the program, between two characters. */
interface State {
  /** A bit for each instruction that can come next. */
  readonly places: Uint32Array;
  /** Bits of {@link BEFORE}. */
  readonly before: number;
  /** By class of the next character, and behind these the end of the text: where it leads, as far as anybody went there. */
  readonly next: (State | undefined)[];
}

/** A match was found. */
const FOUND: State = {places: new Uint32Array(0), before: 0, next: []};
/** What stands before the place. */
const BEFORE = {nothing: 1, word: 2, lineFeed: 4} as const;
/** Numbers that the remembered states may take together: 2 MB. When there are more, all are forgotten. */
const MOST_KEPT = 256 * 1024;

export class Machine {
  readonly program: Program;
  /** Steps taken so far, by all searches. */
  steps = 0;
  readonly #waiting: Int32Array;
  #states = new Map<number, State[]>();
  /** Where every search begins. */
  #start: State | null = null;
  #kept = 0;

  constructor(program: Program) {
    this.program = program;
    this.#waiting = new Int32Array(2 * program.does.length + 2);
  }

  /** A search that has not begun. Several may go on at once. */
  search(text: string): Search {
    this.#start ??= this.#startState();
    return new Search(text, this, this.#start);
  }

  /** Where a character of this class, or the end, leads. */
  advance(state: State, characterClass: number): State {
    const next = this.#next(state, characterClass);
    state.next[characterClass] = next;
    return next;
  }

  #startState(): State {
    const places = this.#noPlaces();
    this.#reach(places, this.program.start, 0);
    return this.#state(places, BEFORE.nothing);
  }

  #next(state: State, characterClass: number): State {
    const {program} = this;
    const isWord = program.wordClasses?.[characterClass] === 1;
    const isLineFeed = program.lineFeedClasses?.[characterClass] === 1;
    const here = program.hasAssertions
      ? this.#asserted(
          state.places,
          factsAt(state.before, {isEnd: characterClass === program.classes.count, isWord, isLineFeed}),
        )
      : state.places;
    const reached = this.#noPlaces();
    for (let word = 0; word < here.length; word++) {
      for (let bits = here[word] ?? 0; bits !== 0; bits &= bits - 1) {
        this.steps++;
        const place = word * 32 + 31 - Math.clz32(bits & -bits);
        const does = program.does[place];
        if (does === DOES.match) return FOUND;
        if (does === DOES.read && program.accepts[place]?.[characterClass] === 1)
          this.#reach(reached, program.out[place] ?? 0, 0);
      }
    }
    this.#reach(reached, program.start, 0);
    return this.#state(reached, (isWord ? BEFORE.word : 0) | (isLineFeed ? BEFORE.lineFeed : 0));
  }

  /** The places, and those behind the assertions among them that hold. */
  #asserted(places: Uint32Array, facts: number): Uint32Array {
    const {does, out, arg} = this.program;
    const here = places.slice();
    for (let word = 0; word < places.length; word++) {
      for (let bits = places[word] ?? 0; bits !== 0; bits &= bits - 1) {
        this.steps++;
        const place = word * 32 + 31 - Math.clz32(bits & -bits);
        if (does[place] === DOES.assert && ((arg[place] ?? 0) & ~facts) === 0)
          this.#reach(here, out[place] ?? 0, facts);
      }
    }
    return here;
  }

  /** Adds the place and all that follows without reading a character, behind assertions only where `facts` say that they hold. */
  #reach(places: Uint32Array, place: number, facts: number): void {
    const {does, out, arg} = this.program;
    const waiting = this.#waiting;
    waiting[0] = place;
    for (let count = 1; count > 0; ) {
      this.steps++;
      const at = waiting[--count] ?? 0;
      const bit = 1 << (at & 31);
      const word = places[at >> 5] ?? 0;
      if ((word & bit) !== 0) continue;
      places[at >> 5] = word | bit;
      const what = does[at];
      if (what === DOES.split) {
        waiting[count++] = arg[at] ?? 0;
        waiting[count++] = out[at] ?? 0;
      } else if (what === DOES.jump || (what === DOES.assert && ((arg[at] ?? 0) & ~facts) === 0))
        waiting[count++] = out[at] ?? 0;
    }
  }

  #noPlaces(): Uint32Array {
    const size = Math.ceil(this.program.does.length / 32);
    this.steps += size;
    return new Uint32Array(size);
  }

  #state(places: Uint32Array, before: number): State {
    const hash = hashOf(places, before);
    const alike = this.#states.get(hash);
    const known = alike?.find(state => state.before === before && areEqual(state.places, places));
    if (known) return known;
    const state: State = {places, before, next: new Array<undefined>(this.program.classes.count + 1).fill(undefined)};
    const size = places.length + state.next.length;
    this.steps += size;
    this.#kept += size;
    if (this.#kept > MOST_KEPT) {
      this.#states = new Map();
      this.#start = null;
      this.#kept = size;
    }
    const present = this.#states.get(hash);
    if (present) present.push(state);
    else this.#states.set(hash, [state]);
    return state;
  }
}

/** One text that is being searched. */
export class Search {
  #text: string;
  readonly #machine: Machine;
  #state: State;
  #at = 0;

  /** Use {@link Machine.search}. */
  constructor(text: string, machine: Machine, state: State) {
    this.#text = text;
    this.#machine = machine;
    this.#state = state;
  }

  /** The text goes on. */
  append(text: string): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
  }

  /** Goes on for about so many steps: `found` is null when they were not enough to know. */
  go(steps: number): {readonly found: boolean | null; readonly steps: number} {
    const text = this.#text;
    const machine = this.#machine;
    const {latin, count, classOf} = machine.program.classes;
    const before = machine.steps;
    const {length} = text;
    let state = this.#state;
    let at = this.#at;
    while (at < length && state !== FOUND && machine.steps - before < steps) {
      // Characters whose way is known cost little: a stretch of them is counted at its end.
      const from = at;
      const until = Math.min(length, at + STRETCH);
      while (at < until) {
        const unit = text.charCodeAt(at);
        const character = unit < 0x100 || (unit & 0xfc00) !== 0xd800 ? unit : (text.codePointAt(at) ?? unit);
        const characterClass = latin[character] ?? classOf(character);
        at += character > 0xffff ? 2 : 1;
        const next = state.next[characterClass];
        state = next ?? machine.advance(state, characterClass);
        if (next === undefined || next === FOUND) break;
      }
      machine.steps += at - from;
    }
    this.#state = state;
    this.#at = at;
    if (state === FOUND) return {found: true, steps: machine.steps - before};
    if (at < length) return {found: null, steps: machine.steps - before};
    // More may be appended: the end is looked at, not gone to.
    const end = state.next[count] ?? machine.advance(state, count);
    return {found: end === FOUND, steps: machine.steps - before};
  }
}

/** Characters between two looks at the budget. */
const STRETCH = 4096;

/** What can be asserted of a place. */
function factsAt(
  before: number,
  after: {readonly isEnd: boolean; readonly isWord: boolean; readonly isLineFeed: boolean},
): number {
  const isFirst = (before & BEFORE.nothing) !== 0;
  const isWordBefore = (before & BEFORE.word) !== 0;
  return (
    (isFirst ? AT.textStart : 0) |
    (isFirst || (before & BEFORE.lineFeed) !== 0 ? AT.lineStart : 0) |
    (after.isEnd ? AT.textEnd : 0) |
    (after.isEnd || after.isLineFeed ? AT.lineEnd : 0) |
    (isWordBefore === after.isWord ? AT.noWordBoundary : AT.wordBoundary)
  );
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** FNV-1a over the words. */
function hashOf(places: Uint32Array, before: number): number {
  let hash = 0x811c9dc5 ^ before;
  for (const word of places) hash = Math.imul(hash ^ word, 0x01000193);
  return hash;
}
