import {CottyError} from '../core/index.ts';
import {Machine} from './machine.ts';
import {patternSize} from './pattern-size.ts';
import {compileProgram, type Program} from './program.ts';

/**
 * A regular expression that is searched for in counted steps. RE2 syntax: no look-around, no back-references; the work for a
 * text is at most its length times the size of the pattern.
 */
export interface Pattern {
  readonly source: string;
  /** Begins to look for a match anywhere in the text. */
  search(text: string): PatternSearch;
}

export interface PatternSearch {
  /** The text goes on. What is known about a match then, and about the end of the text, is asked anew. */
  append(text: string): void;
  /** Goes on for about so many steps, of a few nanoseconds each. `found` is null while it is not known. */
  go(steps: number): {readonly found: boolean | null; readonly steps: number};
}

/** What a pattern compiles to, at most. The work for one character of text is in the worst case a few times as many steps. */
const MOST_INSTRUCTIONS = 10_000;
/** The estimate is often several times too high. What is larger than this is not even compiled. */
const MOST_ESTIMATED = 3 * MOST_INSTRUCTIONS;
/** Unicode classes in a pattern, at most. */
const MOST_CLASS_WORK = 100;
const MOST_CHARACTERS = 4000;
/** Of a pattern that cannot be used, this much is quoted. */
const QUOTED = 120;

/**
 * Compiles RE2 syntax. `/…/i` style is not used: `(?i)` switches case folding on. Throws `invalid_pattern` that says what to do;
 * `name` says which pattern it was.
 */
export function compilePattern(source: string, name = 'pattern'): Pattern {
  const literal = literalOf(source);
  if (literal !== null) return {source, search: text => new LiteralSearch(literal, text)};
  refuseUnread(source, name);
  const program = compiled(source, name);
  if (program.does.length > MOST_INSTRUCTIONS) throw tooLarge(source, name, program.does.length);
  const machine = new Machine(program);
  return {source, search: text => machine.search(text)};
}

function compiled(source: string, name: string): Program {
  try {
    return compileProgram(source);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CottyError(
      'invalid_pattern',
      `The ${name} ${quoted(source)} cannot be used: ${reason}.`,
      'Patterns use RE2 syntax: no look-around and no back-references; escape literal . ( ) [ ] { } + * ? ^ $ | with a backslash.',
      {cause},
    );
  }
}

/** Plain text needs no machine. */
function literalOf(source: string): string | null {
  return source.length > 0 && source.length <= MOST_CHARACTERS && /^[^\\^$.|?*+()[\]{}]+$/.test(source) ? source : null;
}

class LiteralSearch implements PatternSearch {
  readonly #literal: string;
  /** Not searched yet, and before it as much of what was as a match could begin in. */
  #text: string;
  #isFound = false;

  constructor(literal: string, text: string) {
    this.#literal = literal;
    this.#text = text;
  }

  append(text: string): void {
    this.#text += text;
  }

  go(): {readonly found: boolean; readonly steps: number} {
    this.#isFound ||= this.#text.includes(this.#literal);
    this.#text = this.#literal.length > 1 ? this.#text.slice(1 - this.#literal.length) : '';
    return {found: this.#isFound, steps: 1};
  }
}

/** What would take long to compile. */
function refuseUnread(source: string, name: string): void {
  if (source.length > MOST_CHARACTERS)
    throw new CottyError(
      'invalid_pattern',
      `The ${name} has ${source.length} characters; ${MOST_CHARACTERS} are allowed.`,
      'Search for less at once: several shorter patterns, one after the other, find the same.',
    );
  const {instructions, classWork} = patternSize(source);
  if (instructions > MOST_ESTIMATED) throw tooLarge(source, name, instructions);
  if (classWork > MOST_CLASS_WORK)
    throw new CottyError(
      'invalid_pattern',
      `The ${name} ${quoted(source)} has too many Unicode classes.`,
      'Name each class once, in [] and with a quantifier; without (?i) wide ranges cost nothing.',
    );
}

function tooLarge(source: string, name: string, instructions: number): CottyError {
  return new CottyError(
    'invalid_pattern',
    `The ${name} ${quoted(source)} is too large: it would become a program of about ${instructions} instructions; ${MOST_INSTRUCTIONS} are allowed.`,
    'Lower the counts in {…}, or write * or + instead; several smaller patterns, one after the other, find the same.',
  );
}

function quoted(source: string): string {
  return JSON.stringify(source.length > QUOTED ? `${source.slice(0, QUOTED)}…` : source);
}
