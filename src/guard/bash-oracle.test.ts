/**
 * bash itself says which commands a line runs: lines of invented names, run where no program exists, and every name that is reached must
 * be among those that were found.
 */
import {spawnSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {classify} from './classify.ts';

const NAMES = Array.from({length: 10}, (_, place) => `command${place}`);

const {line} = fc.letrec<{line: string; command: string; word: string}>(tie => ({
  word: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc.constantFrom(
      'a',
      "'b c'",
      '"d"',
      '$x',
      '"$y"',
      "$'e\\x41'",
      '\\f',
      '{g,h}',
      '$((1+2))',
      '$' + '{z:-i}',
      '*',
      'j=k',
      '-l',
      '#m',
      '2>/dev/null',
    ),
    tie('command').map(inner => `$(${inner})`),
    tie('command').map(inner => `"$(${inner})"`),
    tie('command').map(inner => `<(${inner})`),
    tie('command').map(inner => `\`${inner.replace(/[\\`$]/g, '\\$&')}\``),
    tie('command').map(inner => `\${z:-$(${inner})}`),
    tie('command').map(inner => `$((1 + $(${inner}; echo 1)))`),
  ),
  command: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc
      .tuple(fc.constantFrom(...NAMES), fc.array(tie('word'), {maxLength: 3}))
      .map(([name, words]) => [name, ...words].join(' ')),
    fc
      .tuple(fc.constantFrom(...NAMES), fc.nat({max: 7}))
      .map(([name, at]) => `${name.slice(0, at)}${at % 2 ? '""' : '\\'}${name.slice(at)}`),
    fc
      .tuple(tie('command'), fc.constantFrom(';', '&&', '||', '|', '&', '\n', '|&'), tie('command'))
      .map(parts => parts.join(' ')),
    tie('command').map(inner => `(${inner})`.replace('((', '( (')),
    tie('command').map(inner => `{ ${inner}\n}`),
    tie('command').map(inner => `! ${inner}`),
    tie('command').map(inner => `time ${inner}`),
    fc.tuple(tie('command'), tie('command')).map(([a, b]) => `if ${a}\nthen ${b}\nelse ${b}\nfi`),
    tie('command').map(inner => `for i in 1 2; do ${inner}\ndone`),
    tie('command').map(inner => `case a in b|a) ${inner}\n;; esac`),
    // A name of its own for each: one that is not defined, because what stood before it failed, would be the outer one.
    fc.tuple(tie('command'), fc.noBias(fc.nat())).map(([inner, place]) => `f${place}() { ${inner}\n}; f${place}`),
    tie('command').map(inner => `eval ${quoted(inner)}`),
    tie('command').map(inner => `trap ${quoted(inner)} EXIT`),
    fc.tuple(tie('word'), tie('command')).map(([word, inner]) => `x=${word.replaceAll(' ', '')} ${inner}`),
    tie('command').map(inner => `[[ -n $(${inner}) ]]`),
    tie('command').map(inner => `while ${inner}\ndo break; done`),
    tie('command').map(inner => `: <<END\n$(${inner})\nEND\n`),
    tie('command').map(inner => `builtin eval ${quoted(inner)}`),
    tie('command').map(inner => `command ${inner}`),
  ),
  line: tie('command'),
}));

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Says each name that no program has, on the output that it began with. The lines come on its input, each ended by a zero byte. What a line leaves running in the
 * background still speaks: the output ends with the last that holds it. A line may be a loop without end, for every name succeeds.
 */
const ORACLE = `
PATH=/where-nothing-is
FUNCNEST=20
exec 9>&1
command_not_found_handle() { printf '%s:%s\\n' "$place" "\${1//[^a-z0-9]/_}" >&9; }
place=0
while IFS= read -r -d '' line; do
  ( ulimit -t 1; eval "$line" ) >/dev/null 2>&1 </dev/null
  place=$((place + 1))
done
`;

/** By line: the names that bash reached. */
function reached(lines: readonly string[]): readonly (readonly string[])[] {
  const {stdout} = spawnSync('/bin/bash', ['--norc', '-c', ORACLE], {
    input: lines.map(each => `${each}\0`).join(''),
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  });
  const names: string[][] = lines.map(() => []);
  for (const said of stdout.split('\n')) {
    const [place = '', name = ''] = said.split(':');
    if (NAMES.includes(name)) names[Number(place)]?.push(name);
  }
  return names;
}

/** A name that is not known before counts as found: the line is dangerous then. */
function isFound(name: string, given: string): boolean {
  const {commands, level, reasons} = classify(given, {expandsHistory: false});
  if (commands.some(({argv}) => argv[0] === name)) return true;
  return level === 'DANGEROUS' || reasons.some(({rule}) => rule === 'line.unreadable');
}

const LINES = Number(process.env.COTTY_TEST_ORACLE_LINES ?? 600);
const SEED = Number(process.env.COTTY_TEST_ORACLE_SEED ?? 1);
/** So many are one test, that ends well before its time: a long run is as many tests as it needs. */
const SHARE = 150;
const shares = Array.from({length: Math.ceil(LINES / SHARE)}, (_, place) => SEED + place);

test.each(shares)('no command that bash runs is missed, in lines of seed %i', seed => {
  const lines = fc.sample(line, {numRuns: Math.min(SHARE, LINES), seed}).filter(each => !each.includes('\0'));
  const names = reached(lines);
  expect(names.filter(each => each.length > 0).length).toBeGreaterThan(lines.length / 3);
  const missed = lines.flatMap((each, place) =>
    (names[place] ?? []).filter(name => !isFound(name, each)).map(name => ({name, line: each})),
  );
  expect(missed).toEqual([]);
});
