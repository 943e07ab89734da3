/** Random command lines whose result a plain shell tells: they read nothing, leave nothing behind, and say nothing of who runs them. */
import fc from 'fast-check';

export type FuzzedShell = 'bash' | 'zsh' | 'fish';

/** Lines for this shell, of one or several lines each. */
export function commandLines(shell: FuzzedShell): fc.Arbitrary<string> {
  const isFish = shell === 'fish';
  const word = words(isFish);
  // That of zsh makes control characters of `\a` and others.
  const echo = shell === 'zsh' ? 'echo -E' : 'echo';
  const simple = fc.oneof(
    {weight: 4, arbitrary: fc.array(word, {maxLength: 4}).map(given => [echo, ...given].join(' '))},
    {
      weight: 3,
      arbitrary: fc.array(word, {minLength: 1, maxLength: 3}).map(given => `printf '%s\\n' ${given.join(' ')}`),
    },
    {weight: 3, arbitrary: fc.integer({min: 0, max: 255}).map(code => `sh -c 'exit ${code}'`)},
    {weight: 2, arbitrary: fc.constantFrom('true', 'false', ':', 'test -d /', 'test -f /', 'command -v sh')},
    {weight: 1, arbitrary: word.map(given => `printf %s ${given}`)},
    {weight: 1, arbitrary: fc.integer({min: 0, max: 3000}).map(count => `seq ${count}`)},
    {weight: 1, arbitrary: word.map(given => `command ls -d ./no-such-file ${given} 2>/dev/null`)},
    ...(isFish ? [] : [{weight: 2, arbitrary: condition}]),
    {
      weight: 1,
      arbitrary: fc.constantFrom("sh -c 'no-such-program 2>/dev/null'", 'command ls /no-such-folder 2>/dev/null'),
    },
  );
  const filter = fc.constantFrom('cat', 'sort', 'head -n 2', 'tail -n 1', 'wc -l', 'tr a-z A-Z', 'grep -c .', 'rev');
  const pipeline = fc
    .tuple(simple, fc.array(filter, {maxLength: 2}))
    .map(([first, filters]) => [first, ...filters].join(' | '));
  const line = fc.letrec<{line: string; block: string}>(tie => ({
    block: isFish ? fishBlocks(tie('line'), word) : posixBlocks(tie('line'), word),
    line: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      pipeline,
      fc
        .tuple(tie('line'), fc.constantFrom('&&', '||', ';'), tie('line'))
        .map(([left, operator, right]) => `${left} ${operator} ${right}`),
      tie('block'),
      fc.tuple(tie('line'), blanks).map(([inner, after]) => `${inner}${after}`),
    ),
  })).line;
  const lines = fc.array(line, {minLength: 1, maxLength: 3}).map(several => several.join('\n'));
  const usual = fc.oneof({weight: 5, arbitrary: line}, {weight: 1, arbitrary: lines});
  // Nothing may stand behind the end of a heredoc; fish has none.
  return isFish ? usual : fc.oneof({weight: 12, arbitrary: usual}, {weight: 1, arbitrary: heredoc});
}

const condition = fc.constantFrom(
  '[[ -d / ]]',
  '[[ a == b ]]',
  '[[ -n x && a != b ]]',
  '[[ abc =~ ^a ]]',
  '[[ 3 -gt 4 || ! -e /no/such ]]',
);

const heredoc = fc
  .array(fc.stringMatching(/^[a-z!"'#$` ]{0,12}$/), {maxLength: 3})
  .map(text => `cat <<'EOF'\n${text.map(line => `${line}\n`).join('')}EOF`);

const blanks = fc.constantFrom('', ' ', '   ');

function words(isFish: boolean): fc.Arbitrary<string> {
  const plain = fc.stringMatching(/^[A-Za-z0-9_.:,/@%+-]{1,12}$/).filter(text => !text.startsWith('-'));
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'abc XYZ!$`"*?[]{}()<>|&;#~^=\\', 'ü', 'é', '漢', '👩‍👩‍👧', '́'),
      fc.constantFrom(' ', '!!', '$HOME', '^a^b', '  '),
    ),
    maxLength: 10,
  });
  const single = text.map(inner => (isFish ? `'${inner.replaceAll('\\', '\\\\')}'` : `'${inner}'`));
  const double = fc.stringMatching(/^[a-z ]{0,10}$/).map(inner => `"${inner}"`);
  const long = fc.integer({min: 100, max: 5000}).map(length => `'${'x'.repeat(length)}'`);
  const computed = plain.map(inner => (isFish ? `(echo ${inner})` : `"$(echo ${inner})"`));
  return fc.oneof(
    {weight: 4, arbitrary: plain},
    {weight: 4, arbitrary: single},
    {weight: 2, arbitrary: double},
    {weight: 1, arbitrary: computed},
    {weight: 1, arbitrary: long},
  );
}

function posixBlocks(line: fc.Arbitrary<string>, word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const gap = fc.constantFrom('; ', '\n');
  return fc.oneof(
    line.map(inner => `( ${inner} )`),
    line.map(inner => `{ ${inner}\n}`),
    fc.tuple(line, gap).map(([inner, between]) => `for i in 1 2 3${between}do ${inner}\ndone`),
    fc.tuple(line, line).map(([test, inner]) => `if ${test}\nthen ${inner}\nelse echo no\nfi`),
    fc.tuple(word, line).map(([given, inner]) => `case ${given} in\n*) ${inner}\n;;\nesac`),
    fc.tuple(line, word).map(([inner, given]) => `(f() { ${inner}\n}; f ${given})`),
    word.map(given => `(v=${given}; echo "$v")`),
  );
}

function fishBlocks(line: fc.Arbitrary<string>, word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    line.map(inner => `begin; ${inner}\nend`),
    line.map(inner => `for i in 1 2 3; ${inner}\nend`),
    fc.tuple(line, line).map(([test, inner]) => `if ${test}\n${inner}\nelse\necho no\nend`),
    fc.tuple(word, line).map(([given, inner]) => `switch ${given}\ncase '*'\n${inner}\nend`),
    word.map(given => `begin; set -l v ${given}; echo "$v"; end`),
  );
}
