import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {isPseudoError, type PseudoErrorCode} from '../pseudo-error.ts';
import {quoteWord} from './quote-word.ts';
import {MAX_LINE, splitWords} from './split-words.ts';

interface GoldenCase {
  readonly line: string;
  readonly words?: readonly string[];
  readonly error?: PseudoErrorCode;
}

const golden: readonly GoldenCase[] = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/pseudoterm/grammar-1.json', import.meta.url), 'utf8'),
);

describe('golden cases of grammar version 1', () => {
  test.each(golden)('$line', ({line, words, error}) => {
    expect(outcome(line)).toEqual(words ?? error);
  });
});

describe('any text', () => {
  test('is words or a refusal with a word of the protocol, never anything else', () => {
    fc.assert(
      fc.property(hostileLine, line => {
        const result = outcome(line);
        expect(typeof result === 'string' ? PROTOCOL_WORDS : result).toBeDefined();
        if (typeof result === 'string') expect(PROTOCOL_WORDS).toContain(result);
      }),
      {numRuns: 3_000},
    );
  });

  test('keeps shell characters out of unquoted words', () => {
    fc.assert(
      fc.property(hostileLine, line => {
        if (line.includes('"')) return;
        const result = outcome(line);
        if (typeof result !== 'string') expect(result.join(' ')).not.toMatch(/[;&|<>`()\\\n\r]|\$[({A-Za-z_]/);
      }),
      {numRuns: 3_000},
    );
  });

  test('comes back from quoting exactly as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string({unit: 'grapheme'}).filter(text => !text.includes('\0'))), words => {
        expect(outcome(words.map(quoteWord).join(' '))).toEqual(words);
      }),
      {numRuns: 1_000},
    );
  });

  test('longer than the cap is refused', () => {
    expect(outcome('a'.repeat(MAX_LINE + 1))).toBe('LimitExceeded');
  });
});

const PROTOCOL_WORDS = ['MultipleCommands', 'ShellSyntax', 'InvalidArguments'];

const hostileLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(';', '&&', '||', '|', '>', '<', '$(', ')', '`', '"', '\\', "'", '\n', '=', '--', ' ', '\t', '$x'),
      fc.string({unit: 'binary', maxLength: 6}),
      fc.constantFrom('hello', 'doc', 'extract', '--in', 'a.pdf', '中文', '\u2028', '\u001b'),
    ),
    {maxLength: 12},
  )
  .map(parts => parts.join(''));

function outcome(line: string): readonly string[] | string {
  try {
    return splitWords(line).map(word => word.text);
  } catch (error) {
    if (isPseudoError(error)) return error.code;
    throw error;
  }
}
