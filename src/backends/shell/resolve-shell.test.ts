import {expect, test} from 'vitest';
import {isCottyError} from '../../core/index.ts';
import {familyOf, resolveShell} from './index.ts';

test('a name is looked up in PATH, a path is taken as it is', () => {
  expect(resolveShell('sh', {PATH: '/nowhere:/bin'})).toEqual({path: '/bin/sh', family: 'posix'});
  expect(resolveShell('/bin/bash', {})).toEqual({path: '/bin/bash', family: 'bash'});
});

test('the default is $SHELL, and a $SHELL that is gone is passed over', () => {
  expect(resolveShell(undefined, {SHELL: '/bin/sh'}).path).toBe('/bin/sh');
  expect(resolveShell(undefined, {SHELL: '/gone/zsh'}).path).toBe('/bin/bash');
});

test.each(['/gone/zsh', 'no-such-shell', '/etc', '/etc/passwd'])(
  '%s is missing, and the hint lists what there is',
  wanted => {
    try {
      resolveShell(wanted, {PATH: '/bin'});
      expect.unreachable();
    } catch (error) {
      if (!isCottyError(error, 'shell_missing')) throw error;
      expect(error.message).toContain(wanted);
      expect(error.hint).toContain('/bin/bash');
    }
  },
);

test.each([
  ['/opt/bash-5.2', 'bash'],
  ['-zsh', 'zsh'],
  ['/usr/bin/zsh-5.9', 'zsh'],
  ['/bin/dash', 'posix'],
  ['/usr/bin/ksh93', 'posix'],
  ['/usr/bin/pwsh', 'other'],
  ['/bin/tcsh', 'other'],
] as const)('%s is of family %s', (path, family) => {
  expect(familyOf(path)).toBe(family);
});
