import fc from 'fast-check';
import {RE2JS} from 're2js';
import {describe, expect, test} from 'vitest';
import {isCottyError} from '../core/index.ts';
import {compilePattern, type Pattern} from './compile-pattern.ts';
import {patternSize} from './pattern-size.ts';

/** To the end, in pieces of so many steps. */
function isFound(pattern: Pattern, text: string, piece = Number.POSITIVE_INFINITY): boolean {
  const search = pattern.search(text);
  for (;;) {
    const {found} = search.go(piece);
    if (found !== null) return found;
  }
}

const refused = (source: string): unknown => {
  try {
    return compilePattern(source, 'grep pattern');
  } catch (error) {
    return error;
  }
};

const character = fc.constantFrom(...'abAB01_ \n.-kKſK', 'é', 'ß', 'ẞ', 'σ', 'ς', 'Σ', '日', '😀', '\ud83d', '\t');
const text = fc.array(character, {maxLength: 24}).map(characters => characters.join(''));

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'A',
    '0',
    'é',
    '日',
    '😀',
    'ſ',
    'σ',
    'ß',
    ' ',
    '.',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\pL',
    '\\p{Greek}',
    '\\PL',
  ],
  ...[
    '[ab]',
    '[^a]',
    '[a-k0]',
    '[[:alpha:]]',
    '[^\\n]',
    '[]a]',
    '[\\]b]',
    '(?s:.)',
    '(?i:k)',
    '(?i:[σß])',
    '\\x{1f600}',
    '\\Qa.b\\E',
  ],
  ...['^', '$', '\\b', '\\B', '\\A', '\\z', '(?m:^)', '(?m:$)', '(?i)', '\\.', '(?:)', 'aa|'],
);
const quantifier = fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,}', '{3,5}', '{0}');
const {pattern: generated} = fc.letrec<{pattern: string; piece: string}>(tie => ({
  pattern: fc.array(tie('piece'), {minLength: 1, maxLength: 4}).map(pieces => pieces.join('')),
  piece: fc.oneof(
    {maxDepth: 4},
    atom,
    fc.tuple(atom, quantifier).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), quantifier).map(([inner, often]) => `(${inner})${often}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
  ),
}));

test('finds what re2js finds, whatever the pattern and the text, and in pieces as in one go', () => {
  fc.assert(
    fc.property(
      generated,
      fc.array(text, {minLength: 1, maxLength: 6}),
      fc.integer({min: 1, max: 50}),
      (source, texts, piece) => {
        const reference = compiled(source);
        fc.pre(reference !== undefined && patternSize(source).classWork < 50);
        const pattern = compilePattern(source);
        for (const one of texts) {
          const expected = reference?.test(one);
          expect({one, found: isFound(pattern, one)}).toEqual({one, found: expected});
          expect({one, found: isFound(pattern, one, piece)}).toEqual({one, found: expected});
        }
      },
    ),
    {numRuns: 800},
  );
});

test('a pattern never becomes larger than it was estimated', () => {
  fc.assert(
    fc.property(generated, source => {
      const reference = compiled(source);
      fc.pre(reference !== undefined);
      expect(patternSize(source).instructions).toBeGreaterThanOrEqual(reference?.programSize() ?? 0);
    }),
    {numRuns: 800},
  );
});

function compiled(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

describe('letters in either case', () => {
  test.each([
    ['(?i)straße', 'STRAẞE', true],
    ['(?i)k', 'K', true],
    ['(?i)K', 'k', true],
    ['(?i)s', 'ſ', true],
    ['(?i)ΟΔΟΣ', 'οδος', true],
    ['(?i)é', 'É', true],
    ['é', 'É', false],
    ['(?i)[^k]', 'K', false],
  ])('%s in %s: %s', (source, one, expected) => expect(isFound(compilePattern(source), one)).toBe(expected));
});

describe('what would take long is said in steps', () => {
  test('a repetition of everything costs a step for each character', () => {
    const {found, steps} = compilePattern(`${'[\\s\\S]*'.repeat(200)}q`)
      .search('x'.repeat(1_000_000))
      .go(1_100_000);
    expect(found).toBe(false);
    expect(steps).toBeLessThan(1_100_000);
  });

  test('a pattern that has to remember much stops where its steps end, and goes on from there', () => {
    const text = Array.from({length: 20_000}, (_, at) => 'ab'.charAt((at * at * 7 + (at >> 3)) % 2)).join('');
    const search = compilePattern('a(a|b){400}c').search(text);
    const first = search.go(100_000);
    expect(first.found).toBeNull();
    expect(first.steps).toBeGreaterThanOrEqual(100_000);
    // A single character can cost more than was left, but no more than a few times the size of the program.
    expect(first.steps).toBeLessThan(120_000);
    let steps = first.steps;
    for (let found: boolean | null = null; found === null; ) {
      const next = search.go(1_000_000);
      steps += next.steps;
      found = next.found;
      if (found !== null) expect(found).toBe(false);
    }
    expect(steps).toBeLessThan(20_000 * 3 * 1300);
  });
});

describe('a pattern that cannot be used says why and what to do', () => {
  test.each([
    ['a counted repetition of much', '(a|b|c|d|e|f|g|h|i|j|k|l){1000}{9}', /too large|repeat/],
    [
      'many counted repetitions',
      Array.from({length: 100}, (_, at) => `${String.fromCharCode(97 + (at % 26))}{1000}`).join(''),
      /too large/,
    ],
    ['nested repetitions', '((((a{9}){9}){9}){9}){9}', /too large|repeat/],
    ['many alternatives, many times', `(${Array.from({length: 300}, (_, at) => `w${at}`).join('|')}){40}`, /too large/],
    ['Unicode classes again and again', `(?i)${'\\pL'.repeat(600)}`, /too many Unicode classes/],
    ['wide ranges in either case', `(?i)${'[b-\\x{1e942}]'.repeat(100)}`, /too many Unicode classes/],
    ['more text than a pattern needs', 'a'.repeat(5000), /5000 characters/],
    ['look-around', 'a(?=b)', /cannot be used/],
    ['a bracket without its other', '(a', /cannot be used/],
  ])('%s', (_, source, reason) => {
    const error = refused(source);
    expect(isCottyError(error, 'invalid_pattern') && error.message).toMatch(reason);
    expect(isCottyError(error) && error.message.length).toBeLessThan(400);
    expect(isCottyError(error) && error.hint).not.toBe('');
  });

  test.each([
    ['the largest count there is', 'x{1000}'],
    ['alternatives with a count', '(a|b|c|d){1000}'],
    ['a list of words', Array.from({length: 300}, (_, at) => `word${at}`).join('|')],
    ['Unicode classes with a count', '(?i)[\\p{L}\\p{N}]{500}'],
  ])('%s is none', (_, source) => expect(isCottyError(refused(source))).toBe(false));
});
