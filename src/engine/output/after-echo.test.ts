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

  test.each([
    ['echo aa bb\ncc dd\naa bb cc dd\n', 'echo aa bb cc dd', '\naa bb cc dd\n'],
    ['echo aa\n  bb\nout\n', 'echo aa    bb', '\nout\n'],
    ['echo aa\nbb\ncc\nout\n', 'echo aa   bb cc', '\nout\n'],
    ['echo aa\nbb other\n', 'echo aa bb', 'echo aa\nbb other\n'],
    ['echo aa\nbb\necho aa bb\n', 'echo aa bb', '\necho aa bb\n'],
    [
      '. \'/home/shell/command-read\'; __cotty_as_before && :; .\n"$__cotty_file"\nout\n',
      `: ${'x'.repeat(300)}`,
      '\nout\n',
    ],
  ])('is what follows its last row where blanks at the edge of the screen are not drawn: %j', (text, line, output) => {
    expect(afterEcho(text, line)).toBe(output);
  });

  test.each([
    ['# d; echo yes      <\nyes\n', `: ${'d'.repeat(99)}; echo yes`, '\nyes\n'],
    ['# fg ab cd ef\nab cd ef\n', 'echo ab cd ef efg ab cd ef', '\nab cd ef\n'],
  ])('is what follows the row with the prompt that has moved along: %j', (text, line, output) => {
    expect(afterEcho(text, line, false, '#')).toBe(output);
  });

  test('is all there is where a line without an echo prints its own end', () => {
    expect(afterEcho('hello world\n', 'echo hello world', false, '#')).toBe('hello world\n');
    expect(afterEcho('> hello world\n', 'echo \\> hello world', false, '#')).toBe('> hello world\n');
  });

  test('is nothing while the echo is not over', () => {
    expect(afterEcho('echo (', 'echo (')).toBe('');
  });
});
