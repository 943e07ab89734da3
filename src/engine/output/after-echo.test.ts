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

  test.each([
    ['<proof; echo out\nout\n', 'echo t >/tmp/proof; echo out', '\nout\n'],
    ['xxxxxxxxxxxx      <\nout\n', `echo ${'x'.repeat(99)}`, '\nout\n'],
    ['<a\\0012echo b\')"\nout\n', 'echo a\necho b', '\nout\n'],
    ['    echo a\\necho b\na\n', 'echo a\necho b', '\na\n'],
    ['<i>out</i>\n', 'print-page', '<i>out</i>\n'],
  ])('is what follows the one row that a line editor shows of it: %j', (text, line, output) => {
    expect(afterEcho(text, line)).toBe(output);
  });

  test('is nothing while the echo is not over', () => {
    expect(afterEcho('echo (', 'echo (')).toBe('');
  });
});
