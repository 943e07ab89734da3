import {expect, test} from 'vitest';
import {shownLine, shownName} from './shown-to-person.ts';

test.each([
  ['rm -rf "a b"', 'rm -rf "a b"'],
  ['a   b', 'a   b'],
  [`echo a${' '.repeat(1900)}; rm b`, 'echo a␣×1900; rm b'],
  ['a\nb\tc\u001b[2J\u007f\u009b', 'a\\nb\\tc<U+001B>[2J<U+007F><U+009B>'],
  ['echo \u202Etxt', 'echo <U+202E>txt'],
])('of the line %j all is seen', (line, shown) => expect(shownLine(line)).toBe(shown));

test.each([
  ['claude-code', 'claude-code'],
  ['nice\n\n    ls -l\n\nagent', 'nice ls -l agent'],
  ['\u001b]0;x\u0007a\u202Eb', '<U+001B>]0;x<U+0007>a<U+202E>b'],
  ['x'.repeat(5000), 'x'.repeat(100)],
  [' \n ', ''],
])('the name %j is one of one line', (name, shown) => expect(shownName(name)).toBe(shown));
