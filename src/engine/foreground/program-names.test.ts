import {expect, test} from 'vitest';
import {dropsTypedAhead, isShellName, shellFamilyOf} from './program-names.ts';

test.each([
  ['redis-cli', false, '127.0.0.1:6379>', true],
  ['valkey-cli', false, '/run/valkey.sock>', true],
  ['docker', true, '127.0.0.1:6379[2]>', true],
  ['docker', true, 'not connected>', true],
  ['ssh', true, 'far:12>', false],
  ['ssh', true, 'me@far:~$', false],
  ['gdb', false, '(gdb)', false],
])('%s (on a far side: %s) at %j drops what was typed ahead: %s', (program, carried, prompt, drops) => {
  expect(dropsTypedAhead({program, carried, prompt})).toBe(drops);
});

test.each([
  ['-bash', 'bash'],
  ['/opt/bash-5.2/bin/bash5', 'bash'],
  ['zsh-5.9', 'zsh'],
  ['ksh93', 'posix'],
  ['rksh93', 'posix'],
  ['tcsh', 'other'],
])('%s is a shell of the kind %s', (program, family) => {
  expect(isShellName(program)).toBe(true);
  expect(shellFamilyOf(program)).toBe(family);
});

test.each(['ssh', 'bashful', 'publish', 'sh.py'])('%s is no shell', program => {
  expect(isShellName(program)).toBe(false);
});
