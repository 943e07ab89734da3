/** Shells evaluate what a variable holds as arithmetic, or as a subscript: `a[$(rm x)]` runs a command. */
import {describe, expect, test} from 'vitest';
import {classify} from '../classify.ts';

const levelOf = (line: string): string => classify(line, {home: '/home/me'}).level;

const EVALUATES = [
  'let %',
  'let y+=%',
  '((%))',
  'echo $((% + 1))',
  '[[ $% -eq 1 ]]',
  'declare -i y=$%',
  'typeset -i y=$%',
];
const NAMES = ['[[ -v $% ]]', 'test -v "$%"', '[ -v "$%" ]', '[[ -R $% ]]'];

describe.each([...EVALUATES, ...NAMES])('%s', form => {
  const line = form.replaceAll('%', 'x');

  test.each(['read x', 'read -r x', 'IFS= read -r x', 'read -p "How many? " x'])(
    'behind %s a person is asked: what is typed there may be a command',
    reads => {
      expect(levelOf(`${reads}; ${line}`)).toBe('DANGEROUS');
    },
  );

  test('of what a file, a program or nobody knows has given it says so', () => {
    expect(levelOf(line)).toBe('CAUTION');
    expect(levelOf(`for x in *; do ${line}; done`)).toBe('CAUTION');
    expect(levelOf(`x=$(cat n); ${line}`)).toBe('CAUTION');
  });

  test('of a number of the same line it is what it was', () => {
    const isHarmless = !line.includes('y');
    if (isHarmless) expect(levelOf(`x=3; ${line}`)).toBe('SAFE');
  });
});

test.each([
  'let 3+4',
  'declare -i n',
  'declare -i n=3',
  'i=0; while [ $i -lt 3 ]; do let i+=1; done',
  '[[ -v HOME ]]',
  'test -v HOME',
])('%s evaluates nothing unknown', line => {
  expect(levelOf(line)).toBe('SAFE');
});
