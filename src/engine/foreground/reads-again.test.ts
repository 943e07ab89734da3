import {expect, test} from 'vitest';
import {isSameReadCall} from './reads-again.ts';

test.each([
  ['0 0x5 0x2000 @7ff1', '0 0x5 0x2000 @7ff1', true],
  ['0 0x5 0x2000 @7ff1', '0 0x7 0x1 @7ff1', false],
  ['0 0x5 0x2000 @7ff1', '0 0x9 0x2000 @7ff2', undefined],
  ['0 0x5 0x2000', '0 0x5 0x2000 @7ff1', undefined],
])('the read calls %j and %j are one: %s', (one, other, isOne) => {
  expect(isSameReadCall(one, other)).toBe(isOne);
});
