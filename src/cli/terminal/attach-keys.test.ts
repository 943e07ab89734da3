import {expect, test} from 'vitest';
import {AttachKeys} from './attach-keys.ts';

/** What becomes of the pieces, typed one after the other: text, and commands as `<detach>`. */
function typing(...pieces: readonly string[]): string {
  const keys = new AttachKeys();
  return pieces
    .flatMap(piece => keys.push(Buffer.from(piece)))
    .map(action => (action.type === 'type' ? Buffer.from(action.bytes).toString() : `<${action.type}>`))
    .join('');
}

test('Ctrl-] d leaves, also when it arrives in two pieces', () => {
  expect(typing('ls\r\x1dd')).toBe('ls\r<detach>');
  expect(typing('\x1d', 'd')).toBe('<detach>');
  expect(typing('\x1d\x04')).toBe('<detach>');
});

test('a d alone is typed', () => {
  expect(typing('d')).toBe('d');
});

test('Ctrl-] Ctrl-] types one Ctrl-]', () => {
  expect(typing('\x1d\x1d')).toBe('\x1d');
});

test('Ctrl-] before another key is typed with it', () => {
  expect(typing('\x1dx')).toBe('\x1dx');
});

test('Ctrl-] ? asks for help, and what follows is typed', () => {
  expect(typing('a\x1d?b')).toBe('a<help>b');
});

test('what comes after leaving is not typed', () => {
  expect(typing('a\x1ddrm -rf\r')).toBe('a<detach>');
});
