import {expect, test} from 'vitest';
import {LineFinder} from './find-lines.ts';

function found(words: string, ...chunks: string[]): (readonly [number, string])[] {
  const finder = new LineFinder(words);
  let at = 0;
  for (const [index, chunk] of chunks.entries()) {
    const bytes = new TextEncoder().encode(chunk);
    at += bytes.length;
    finder.push({type: 'output', atMs: index * 100, at, bytes});
  }
  return finder.end().matches.map(({at_ms, line}) => [at_ms, line]);
}

test('a line is found with colours in it, at the time it was printed', () => {
  expect(found('two three', 'one\r\n', '\x1b[1mtwo\x1b[m \x1b[38;5;1mthree\x1b[0m\r\n')).toEqual([[100, 'two three']]);
});

test('a line and a sequence in it may come in pieces', () => {
  expect(found('needle', 'a nee', '\x1b[3', '1mdle\x1b]0;ti', 'tle\x07 in it\n')).toEqual([[300, 'a needle in it']]);
});

test('what the cursor is moved away from is another line', () => {
  expect(found('ab', 'a\x1b[5;1Hb\n')).toEqual([]);
});

test('case counts where the words have capitals, and the last line needs no end', () => {
  expect(found('error', 'ERROR one\nError two')).toEqual([
    [0, 'ERROR one'],
    [0, 'Error two'],
  ]);
  expect(found('Error', 'ERROR one\nError two')).toEqual([[0, 'Error two']]);
});

test('titles and other things that steer are no output', () => {
  expect(found('secret', '\x1b]0;secret\x07shown\n')).toEqual([]);
});
