import {expect, test} from 'vitest';
import {HeldKeys} from './held-keys.ts';

const ERASE = Buffer.from('\x15');
const TEXT = Buffer.from('ls');

test('what is typed behind a ^C goes, though what it has dropped is still waited for', async () => {
  const later = Promise.withResolvers<void>();
  let isKept = true;
  const held = new HeldKeys(
    async () => isKept,
    () => later.promise,
  );
  const dropped = held.turn(ERASE);
  const behind = held.turn(TEXT);
  expect(held.hasSome).toBe(true);
  held.drop();
  expect(held.hasSome).toBe(false);
  expect(await held.turn(TEXT)).toBe(true);
  const again = held.turn(ERASE);
  isKept = false;
  later.resolve();
  expect([await dropped, await behind, await again]).toEqual([false, false, true]);
  expect(held.hasSome).toBe(false);
});
