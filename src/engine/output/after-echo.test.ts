import {describe, expect, test} from 'vitest';
import {afterEcho} from './after-echo.ts';

describe('what comes behind the echo of a line', () => {
  test('is all that follows its last drawing in front of the first line feed', () => {
    expect(afterEcho('echo a\na\n', 'echo a')).toBe('\na\n');
    expect(afterEcho('echo a> echo a\na\n', 'echo a')).toBe('\na\n');
  });

  test('follows a line of its own further down', () => {
    expect(afterEcho('\necho a\na\n', 'echo a')).toBe('\na\n');
  });

  test('is all there is where a message, or a prompt that is drawn again, holds the line', () => {
    const refused = "\nfish: 'end' outside of a block\nhost ~# end";
    expect(afterEcho(refused, 'end')).toBe(refused);
  });

  test('is nothing while the echo is not over', () => {
    expect(afterEcho('echo (', 'echo (')).toBe('');
  });
});
