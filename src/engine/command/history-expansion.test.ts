import {expect, test} from 'vitest';
import {expandsHistory} from './history-expansion.ts';

const bash = {program: 'bash', carried: false, prompt: '$'};
const zsh = {program: 'zsh', carried: false, prompt: '$'};
const tcsh = {program: 'tcsh', carried: false, prompt: '$'};
const far = {program: 'ssh', carried: true, prompt: '$'};

test.each([
  ['echo "wow!!"', [bash, zsh, tcsh, far]],
  ['!ls', [bash, zsh, tcsh, far]],
  ['^a^b', [bash, zsh, tcsh, far]],
  ["echo 'wow!!'", [tcsh, far]],
  ['echo "hi!"', [zsh, tcsh, far]],
  ['shopt -s extglob; ls !(a)', [zsh, tcsh, far]],
  ['[ a != b ] && ! false', []],
  ['echo wow\\!\\!', []],
  ['echo plain', []],
])('%s may become another line in %j alone', (line, shells) => {
  const risky = [bash, zsh, tcsh, far].filter(shell => expandsHistory(line, shell));
  expect(risky).toEqual(shells);
});

test('shells without history expansion, and programs that are none, take every sign as it is', () => {
  for (const program of ['dash', 'fish', 'ash', 'python3'])
    expect(expandsHistory('echo "wow!!" !x', {program, carried: false, prompt: '#'})).toBe(false);
});

test('behind a program that shows a shell’s prompt any shell may read', () => {
  const line = 'echo "wow!!"';
  expect(expandsHistory(line, {program: 'thefuck', carried: false, prompt: 'root@here:~#'})).toBe(true);
  expect(expandsHistory(line, {program: 'pgcli', carried: false, prompt: 'postgres>'})).toBe(false);
});
