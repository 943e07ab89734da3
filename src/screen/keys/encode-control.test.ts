import {expect, test} from 'vitest';
import {encodeControl} from './encode-control.ts';

test.each([
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index): [string, number, string] => [
    letter,
    index + 1,
    `Ctrl+${letter}`,
  ]),
  ['c', 3, 'Ctrl+C'] as const,
  ['@', 0, 'Ctrl+@'] as const,
  ['[', 27, 'Ctrl+['] as const,
  ['\\', 28, 'Ctrl+\\'] as const,
  [']', 29, 'Ctrl+]'] as const,
  ['^', 30, 'Ctrl+^'] as const,
  ['_', 31, 'Ctrl+_'] as const,
])('%s is byte %i', (character, byte, label) => {
  expect(encodeControl(character)).toEqual({bytes: Uint8Array.of(byte), label});
});

test.each(['', '1', 'CC', ';', 'é', 'ß', 'Ctrl+C'])('%j is refused', character => {
  expect(() => encodeControl(character)).toThrow(expect.objectContaining({code: 'invalid_argument'}));
});
