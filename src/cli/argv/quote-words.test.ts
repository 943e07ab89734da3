import {spawnSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {quoteWords} from './quote-words.ts';

test.each(['bash', 'zsh', 'fish', 'sh'])('%s reads every word exactly as it was', shell => {
  needs(shell);
  const word = fc.string({unit: fc.constantFrom(...'ab \'"\\$`!*?~#&|;<>(){}[]=%^\n\t-é'), maxLength: 12});
  const words = fc.sample(fc.array(word, {minLength: 1, maxLength: 8}), {numRuns: 60, seed: 7});
  const script = words.map(line => `printf '<%s>\\n' ${quoteWords(line)}`).join('\n');
  const {stdout} = spawnSync(shell, ['-c', script], {encoding: 'utf8'});
  expect(stdout).toBe(
    words
      .flat()
      .map(text => `<${text}>\n`)
      .join(''),
  );
});

test('harmless words stay as they are', () => {
  expect(quoteWords(['git', 'log', '--format=%h', 'a/b.ts:3', 'x@y'])).toBe('git log --format=%h a/b.ts:3 x@y');
});
