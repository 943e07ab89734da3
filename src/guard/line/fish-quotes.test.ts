import {spawnSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {classify} from '../classify.ts';
import {inBashQuotes} from './fish-quotes.ts';

/** Every `\0`-ended word that the shell gives to `printf`, line by line; null where it refuses a line. */
function wordsIn(shell: 'bash' | 'fish', lines: readonly string[]): readonly (readonly string[] | null)[] {
  const options = shell === 'fish' ? ['--no-config'] : ['--norc'];
  const each = shell === 'fish' ? 'for l in $argv; eval $l; or printf "!\\\\0"; printf "\\036"; end' : FOR_BASH;
  const text = lines.map(line => `printf '%s\\0' ${line}`);
  const {stdout} = spawnSync(shell, [...options, '-c', each, ...(shell === 'bash' ? ['bash'] : ['--']), ...text], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return stdout
    .split('\x1e')
    .slice(0, -1)
    .map(printed => (printed.endsWith('!\0') ? null : printed.split('\0').slice(0, -1)));
}

const FOR_BASH = 'for l; do eval "$l" || printf "!\\0"; printf "\\036"; done';

/** Pieces that quote, escape, begin a comment, or look as if they did. */
const PIECES = [
  ..."'''\"\"\\\\\\\\ ab#x4nc",
  ...[
    "\\'",
    '\\"',
    '\\\\',
    '\\ ',
    '\\n',
    '\\x41',
    '\\x',
    '\\101',
    '\\u0041',
    '\\e',
    '\\cA',
    '\\\n',
    '\n',
    ' #',
    'é',
    '😀',
  ],
];
const lines = [
  ...new Set(fc.sample(fc.string({unit: fc.constantFrom(...PIECES), maxLength: 14}), {numRuns: 600, seed: 11})),
  ...[
    "it'\\''s",
    "'it\\'s'",
    "'a\\\\'",
    "'a\\b'",
    '"a\\"b\\`\\q"',
    '"`"',
    'a\\ b',
    '\\x4a\\X4A\\112\\u4a\\U4a',
    '\\#a #b',
    'a\\$b"c\\$d"',
    "\"$(printf 'a\\'b')\"",
  ],
].filter(line => !/^\s*#|\n\s*[^\s#]/.test(line.replace(/\\\n/g, '')));

test('bash reads the same words in the quotes of bash that fish reads in its own', () => {
  needs('fish');
  const read = lines.map(line => ({line, said: inBashQuotes(line)})).filter(({said}) => said !== null);
  expect(read.length).toBeGreaterThan(150);
  const inFish = wordsIn(
    'fish',
    read.map(({line}) => line),
  );
  const inBash = wordsIn(
    'bash',
    read.map(({said}) => said ?? ''),
  );
  const differing = read.map(({line, said}, at) => ({line, said, fish: inFish[at], bash: inBash[at]}));
  expect(differing.filter(({fish, bash}) => JSON.stringify(fish) !== JSON.stringify(bash))).toEqual([]);
});

test('the judge sees the words that fish reads', () => {
  needs('fish');
  const simple = lines.filter(line => !line.includes('$('));
  const inFish = wordsIn('fish', simple);
  const judged = simple.map(line => classify(`printf '%s\\0' ${line}`, {shell: 'fish'}));
  expect(judged.filter(({level}) => level === 'SAFE').length).toBeGreaterThan(150);
  const differing = judged.flatMap(({commands, level}, at) => {
    const line = simple[at];
    const seen = commands[0]?.argv.slice(2) ?? [];
    const said = inFish[at] ?? [];
    const isSame = JSON.stringify(seen) === JSON.stringify(said);
    // printf without words ends its format once.
    return level !== 'SAFE' || isSame || (seen.length === 0 && said.join('') === '') ? [] : [{line, seen, said}];
  });
  expect(differing).toEqual([]);
});
