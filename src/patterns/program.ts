/**
 * A pattern as a program over classes of characters. re2js parses and compiles; this reads what it made, so that a machine which
 * counts its steps can run it. Instructions as in https://swtch.com/~rsc/regexp/regexp2.html.
 */
import {RE2JS} from 're2js';
import {CottyError} from '../core/index.ts';

export interface Program {
  readonly start: number;
  /** By place: what the instruction does, one of {@link DOES}. */
  readonly does: Uint8Array;
  /** Where it goes on. */
  readonly out: Int32Array;
  /** Of a split, where it goes on as well; of an assertion, bits of {@link AT} that all must hold. */
  readonly arg: Int32Array;
  /** Of an instruction that reads: 1 for each class of characters that it takes. */
  readonly accepts: readonly (Uint8Array | undefined)[];
  readonly hasAssertions: boolean;
  readonly classes: CharacterClasses;
  /** 1 for classes of ASCII letters, digits and `_`; null when no assertion asks about words. */
  readonly wordClasses: Uint8Array | null;
  /** 1 for the class of the line feed; null when no assertion asks about lines. */
  readonly lineFeedClasses: Uint8Array | null;
}

/** What an instruction does. A jump does nothing but go on. */
export const DOES = {read: 0, split: 1, jump: 2, assert: 3, match: 4, fail: 5} as const;

/** What can be asserted of a place in the text. */
export const AT = {lineStart: 1, lineEnd: 2, textStart: 4, textEnd: 8, wordBoundary: 16, noWordBoundary: 32} as const;

/** The characters a program tells apart, in as few classes as it needs. */
export interface CharacterClasses {
  readonly count: number;
  /** By code point, of Latin-1. */
  readonly latin: Int32Array;
  classOf(codePoint: number): number;
}

/** Throws what re2js throws for a pattern it does not take. */
export function compileProgram(source: string): Program {
  const {prog} = RE2JS.compile(source).re2();
  const compiled = instructionsOf(prog.inst);
  const sets = distinctSets(compiled);
  const asks = compiled.reduce((all, {op, arg}) => (op === OP.assert ? all | arg : all), 0);
  const word = (asks & (AT.wordBoundary | AT.noWordBoundary)) === 0 ? null : WORD;
  const lineFeed = (asks & (AT.lineStart | AT.lineEnd)) === 0 ? null : LINE_FEED;
  const bounds = boundsOf([...sets.values(), ...(word ? [word] : []), ...(lineFeed ? [lineFeed] : [])]);
  const accepts = new Map([...sets].map(([key, ranges]) => [key, accepted(ranges, bounds)]));
  return {
    start: prog.start,
    does: Uint8Array.from(compiled, ({op}) => DOING[op] ?? DOES.fail),
    out: Int32Array.from(compiled, ({out}) => out),
    arg: Int32Array.from(compiled, ({arg}) => arg),
    accepts: compiled.map(instruction => accepts.get(setOf(instruction) ?? '')),
    hasAssertions: asks !== 0,
    classes: classesOf(bounds),
    wordClasses: word && accepted(word, bounds),
    lineFeedClasses: lineFeed && accepted(lineFeed, bounds),
  };
}

/** Pairs of code points: from, to. */
type Ranges = ArrayLike<number>;

/** What re2js calls `Inst`, as far as it is needed here. */
interface Compiled {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
}

/** `Inst` of re2js 2.10: the differential test notices when another version counts otherwise. */
const OP = {assert: 4, rune: 8, any: 10, anyNotLine: 11} as const;
/** By `op`, from 1 on: two splits, capture, assertion, failure, match, nothing, and four that read. */
const DOING: readonly (number | undefined)[] = [
  undefined,
  ...[DOES.split, DOES.split, DOES.jump, DOES.assert, DOES.fail, DOES.match, DOES.jump],
  ...[DOES.read, DOES.read, DOES.read, DOES.read],
];
/** In `arg` of an instruction that reads one character: in either case. */
const FOLD = 1;

function instructionsOf(given: readonly unknown[]): readonly Compiled[] {
  return given.map(readInstruction);
}

function readInstruction(given: unknown): Compiled {
  if (
    typeof given === 'object' &&
    given !== null &&
    'op' in given &&
    'out' in given &&
    'arg' in given &&
    'runes' in given
  ) {
    const {op, out, arg, runes} = given;
    if (typeof op === 'number' && typeof out === 'number' && typeof arg === 'number' && runes instanceof Int32Array)
      if (DOING[op] !== undefined) return {op, out, arg, runes};
  }
  throw unreadable();
}

/** The sets of characters that a program reads, each once. Repetitions share theirs. */
function distinctSets(compiled: readonly Compiled[]): Map<SetKey, Ranges> {
  const sets = new Map<SetKey, Ranges>();
  for (const instruction of compiled) {
    const key = setOf(instruction);
    if (key !== null && !sets.has(key)) sets.set(key, rangesOf(instruction));
  }
  return sets;
}

type SetKey = Int32Array | string;

function setOf({op, arg, runes}: Compiled): SetKey | null {
  if (op < OP.rune || op > OP.anyNotLine) return null;
  if (op === OP.any || op === OP.anyNotLine) return op === OP.any ? 'any' : 'anyNotLine';
  return runes.length === 1 ? `${runes[0]},${arg & FOLD}` : runes;
}

function rangesOf({op, arg, runes}: Compiled): Ranges {
  if (op === OP.any) return ANY;
  if (op === OP.anyNotLine) return ANY_NOT_LINE;
  const [rune = 0] = runes;
  if (runes.length !== 1) return runes;
  return (arg & FOLD) === 0 ? [rune, rune] : eitherCase(rune);
}

/** A letter in all its cases, which re2js spells out where the letter stands in a class. */
function eitherCase(rune: number): Ranges {
  const known = CASES.get(rune);
  if (known) return known;
  const {prog} = RE2JS.compile(`(?i)[\\x{${rune.toString(16)}}\\x{0}]`).re2();
  const ranges = instructionsOf(prog.inst).find(({op}) => op === OP.rune)?.runes;
  if (!ranges) throw unreadable();
  const cases = ranges.slice(2);
  CASES.set(rune, cases);
  return cases;
}

const CASES = new Map<number, Ranges>();

/** Where classes begin, ascending. Characters between two of them are all the same to the program. */
function boundsOf(sets: readonly Ranges[]): Int32Array {
  const bounds = new Set([0]);
  for (const ranges of sets)
    for (let at = 0; at + 1 < ranges.length; at += 2) {
      bounds.add(ranges[at] ?? 0);
      bounds.add((ranges[at + 1] ?? 0) + 1);
    }
  return Int32Array.from(bounds).toSorted();
}

function accepted(ranges: Ranges, bounds: Int32Array): Uint8Array {
  const accepts = new Uint8Array(bounds.length);
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const end = placeOf((ranges[at + 1] ?? 0) + 1, bounds);
    accepts.fill(1, placeOf(ranges[at] ?? 0, bounds), end);
  }
  return accepts;
}

/** Which class a code point is in. */
function placeOf(codePoint: number, bounds: Int32Array): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A table for the plane of nearly all text, made when the first character beyond Latin-1 comes. */
function classesOf(bounds: Int32Array): CharacterClasses {
  let table: Int32Array | undefined;
  return {
    count: bounds.length,
    latin: tableOf(bounds, 0x100),
    classOf: codePoint => {
      table ??= tableOf(bounds, BASIC_PLANE);
      return table[codePoint] ?? placeOf(codePoint, bounds);
    },
  };
}

function tableOf(bounds: Int32Array, size: number): Int32Array {
  const table = new Int32Array(size);
  for (let place = 0; place < bounds.length; place++) table.fill(place, bounds[place], bounds[place + 1] ?? size);
  return table;
}

function unreadable(): CottyError {
  return new CottyError(
    'internal',
    're2js has compiled the pattern to something unknown.',
    'This is a fault in cotty; please report it with the pattern.',
  );
}

const LAST = 0x10ffff;
const BASIC_PLANE = 0x10000;
const ANY: Ranges = [0, LAST];
const ANY_NOT_LINE: Ranges = [0, 9, 11, LAST];
const LINE_FEED: Ranges = [10, 10];
const WORD: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
