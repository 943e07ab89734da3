import {expect, test} from 'vitest';
import {dropsTypedAhead} from './program-names.ts';

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
