import {expect, test} from 'vitest';
import {parseCall} from './invoke.ts';

test('arguments are JSON values, or the paths of variables', () => {
  const call = parseCall(
    'do_it(text: "a, b) \\"c\\"", number: -1.5, flag: true, list: user.list?, given: ["a", 2], none: user.none?)',
    {
      'user.list': [1, 2],
    },
  );
  expect(call).toEqual({
    name: 'do_it',
    given: {text: 'a, b) "c"', number: -1.5, flag: true, list: [1, 2], given: ['a', 2], none: null},
  });
  expect(parseCall(' iterm2.alert() ', {})).toEqual({name: 'iterm2.alert', given: {}});
});

test.for(['', 'no call', 'f(', 'f(a)', 'f(a: )', 'f(a: 1) g()', 'f("a")'])('%j is no call', invocation => {
  expect(() => parseCall(invocation, {})).toThrow();
});
