import {describe, expect, test} from 'vitest';
import {defineBuiltin} from '../command.ts';
import {isPseudoError} from '../pseudo-error.ts';
import {completeLine} from './complete-line.ts';
import {parseLine} from './parse-line.ts';

const copy = defineBuiltin({
  name: 'doc copy',
  summary: 'copy pages',
  positionals: {
    from: {type: 'path', required: true, about: 'source'},
    more: {type: 'string', variadic: true, about: 'further ones'},
  },
  flags: {
    count: {type: 'int', min: 1, max: 9, default: 1, about: 'how many'},
    mode: {type: 'choice', choices: ['text', 'md'], about: 'form'},
    fast: {type: 'boolean', about: 'hurry'},
    name: {type: 'string', about: 'a name'},
    to: {type: 'path', about: 'a file'},
  },
  capabilities: [],
  run: async () => ({}),
});
const info = defineBuiltin({name: 'doc info', summary: 'facts', capabilities: [], run: async () => ({})});
const hello = defineBuiltin({name: 'hello', summary: 'greet', capabilities: [], run: async () => ({})});
const all = [copy, info, hello];

describe('a line that fits its declaration', () => {
  test('fills flags with typed values and defaults, in any order with positionals', () => {
    const {flags, positionals} = parseLine('doc copy --fast a.pdf --count=3 --mode md b "c d"', all);
    expect({flags, positionals}).toEqual({
      flags: {count: 3, mode: 'md', fast: true, name: undefined, to: undefined},
      positionals: {from: 'a.pdf', more: ['b', 'c d']},
    });
  });

  test('a quoted word and everything after -- are values, never flags', () => {
    expect(parseLine('doc copy "--fast" --name "--x"', all)).toMatchObject({
      flags: {fast: false, name: '--x'},
      positionals: {from: '--fast'},
    });
    expect(parseLine('doc copy -- --fast -x', all).positionals).toEqual({from: '--fast', more: ['-x']});
  });

  test('a boolean never takes the next word', () => {
    expect(parseLine('doc copy --fast true', all).positionals).toEqual({from: 'true', more: []});
    expect(parseLine('doc copy --fast=false a', all).flags).toMatchObject({fast: false});
  });

  test('negative numbers and a lone dash are values', () => {
    expect(parseLine('doc copy - -5', all).positionals).toEqual({from: '-', more: ['-5']});
  });
});

describe('a line that does not fit is refused with', () => {
  test.each([
    ['helo', 'UnknownCommand', 'Did you mean "hello"?'],
    ['HELLO', 'UnknownCommand', 'Did you mean "hello"?'],
    ['x'.repeat(5000), 'UnknownCommand', `"${'x'.repeat(100)}…"`],
    ['x'.repeat(70_000), 'LimitExceeded', 'more than 65536 characters'],
    ['doc', 'UnknownCommand', '"doc" needs a second word: doc copy, doc info.'],
    ['doc inof', 'UnknownCommand', 'Did you mean "doc info"?'],
    ['"doc info"', 'UnknownCommand', 'Did you mean "doc info"?'],
    ['rm -rf /', 'UnknownCommand', 'There is no command "rm".'],
    ['', 'InvalidArguments', 'The line is empty.'],
    ['doc copy', 'InvalidArguments', 'from is missing'],
    ['doc copy a --cuont 2', 'InvalidArguments', 'did you mean --count?'],
    ['doc copy a --count two', 'InvalidArguments', 'needs a whole number, not "two"'],
    ['doc copy a --count 10', 'InvalidArguments', 'must be at most 9'],
    ['doc copy a --count', 'InvalidArguments', '--count needs a value'],
    ['doc copy a --name --fast', 'InvalidArguments', '--name needs a value'],
    ['doc copy a --mode txt', 'InvalidArguments', 'did you mean "text"?'],
    ['doc copy a --fast=maybe', 'InvalidArguments', 'takes no value'],
    ['doc copy a --fast --fast', 'InvalidArguments', 'given twice'],
    ['doc copy a -f', 'InvalidArguments', 'flags have two dashes'],
    ['doc copy a --__proto__ x', 'InvalidArguments', 'no flag --__proto__'],
    ['hello world', 'InvalidArguments', '"world" is one word too many'],
  ])('%s → %s', (line, code, words) => {
    const refusal = refusalOf(line);
    expect(refusal).toMatchObject({code, message: expect.stringContaining(words)});
    if (code === 'InvalidArguments' && line !== '') expect(refusal?.message).toContain('\nUsage: ');
  });
});

describe('completion offers', () => {
  test.each([
    ['', ['doc', 'hello']],
    ['d', ['doc']],
    ['doc ', ['copy', 'info']],
    ['doc copy --', ['--count', '--fast', '--mode', '--name', '--to']],
    ['doc copy --fast --', ['--count', '--mode', '--name', '--to']],
    ['doc copy --mode ', ['md', 'text']],
    ['doc copy --name ', []],
    ['doc copy --mode=m', ['--mode=md']],
    ['doc copy "two words" --mo', ['--mode']],
  ])('after "%s"', (line, candidates) => {
    expect(completeLine(line, all).candidates).toEqual(candidates);
  });

  test.each([
    ['doc copy sub/f', 'sub/f', 0],
    ['doc copy "my fo', '"my fo', 0],
    ['doc copy --name x', 'x', undefined],
    ['doc copy --to=a', '--to=a', 5],
    ['doc copy --to a', 'a', 0],
    ['doc info a', 'a', undefined],
  ])('a path where "%s" wants one', (line, word, pathStart) => {
    const {candidates: _, ...wanted} = completeLine(line, all);
    expect(wanted).toEqual({word, ...(pathStart !== undefined && {pathStart})});
  });
});

function refusalOf(line: string) {
  try {
    parseLine(line, all);
    return undefined;
  } catch (error) {
    if (isPseudoError(error)) return error;
    throw error;
  }
}
