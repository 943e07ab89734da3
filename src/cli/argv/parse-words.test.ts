import {expect, test} from 'vitest';
import {parseWords} from './parse-words.ts';
import {defineVerb} from './verb.ts';

const verb = defineVerb({
  name: 'try',
  usage: 'WORD [OPTIONS]',
  options: {
    quiet: {type: 'boolean', short: 'q', about: ''},
    count: {type: 'number', about: ''},
    'long-name': {type: 'string', about: ''},
    item: {type: 'strings', about: ''},
  },
  words: [1, 2],
  run: async () => 0,
});

test('options get their types, wherever they stand', () => {
  expect(
    parseWords(verb, ['-q', 'a', '--count', '-2', '--long-name=x y', 'b', '--item', '1', '--item=2', '--json']),
  ).toEqual({
    options: {quiet: true, count: -2, 'long-name': 'x y', item: ['1', '2']},
    words: ['a', 'b'],
    rest: undefined,
    json: true,
    help: false,
  });
});

test('what stands after -- is left alone', () => {
  expect(parseWords(verb, ['a', '--', '--json', '-q', '--'])).toMatchObject({
    words: ['a'],
    rest: ['--json', '-q', '--'],
    json: false,
  });
});

test.each([
  [['a', '--cuont', '1'], /no option --cuont/, /--count/],
  [['a', '--count', 'many'], /needs a number, not "many"/, /Usage/],
  [['a', '--count'], /--count needs a value/, /Usage/],
  [['a', '--quiet=maybe'], /takes no value/, /Usage/],
  [[], /something is missing/, /Usage: cotty try WORD/],
  [['a', 'b', 'c'], /"c" is one word too many/, /Usage/],
])('%j is refused with a hint', (argv, message, hint) => {
  expect(() => parseWords(verb, argv)).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    }),
  );
});
