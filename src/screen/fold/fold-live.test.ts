import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {foldOutput} from './fold-output.ts';
import {OutputFolder} from './output-folder.ts';

/** What a listener hears of these pieces, one after the other. */
function told(pieces: readonly string[]): {lines: string[]; rest: string} {
  const folder = new OutputFolder({columns: 80});
  const lines = pieces.map(piece => {
    folder.push(Buffer.from(piece));
    return folder.takeLines();
  });
  return {lines, rest: folder.takeRest()};
}

test('a line is told when it is done, and the line in progress at the end', () => {
  expect(told(['one\r\ntw', 'o\r\nthr', 'ee'])).toEqual({lines: ['one\n', 'two\n', ''], rest: 'three'});
  expect(told(['\r\n\r\n'])).toEqual({lines: ['\n\n'], rest: ''});
});

test('the line in progress can be looked at, and shows the last state of a progress bar', () => {
  const folder = new OutputFolder();
  folder.push(Buffer.from('done\r\n10%\r20%'));
  expect([folder.takeLines(), folder.pending]).toEqual(['done\n', '20%']);
  folder.push(Buffer.from('\r100%\r\n'));
  expect([folder.takeLines(), folder.pending]).toEqual(['100%\n', '']);
});

test('of a block that is redrawn over and over, the first state is told and, once there is more below, what became of it', () => {
  const frame = (first: number, second: number) => `\x1b[2A\rlayer 1: ${first}%\r\nlayer 2: ${second}%\r\n`;
  const {lines, rest} = told([
    'layer 1: 0%\r\nlayer 2: 0%\r\n',
    ...[10, 50, 100].map(percent => frame(percent, 0)),
    'done\r\n',
  ]);
  expect(lines).toEqual(['layer 1: 0%\nlayer 2: 0%\n', '', '', '', 'layer 1: 100%\ndone\n']);
  expect(rest).toBe('');
});

test('a block that is redrawn until the end is told in its last state at the end', () => {
  expect(told(['a: 0\r\nb: 0\r\n', '\x1b[2A\x1b[Ja: 1\r\nb: 1\r\n'])).toEqual({
    lines: ['a: 0\nb: 0\n', ''],
    rest: 'a: 1\nb: 1\n',
  });
});

test('lines far above are told once, however many there are', () => {
  const pieces = Array.from({length: 30}, (_, i) =>
    Array.from({length: 100}, (_, line) => `${100 * i + line}\r\n`).join(''),
  );
  const {lines, rest} = told(pieces);
  expect(lines.join('') + rest).toBe(Array.from({length: 3000}, (_, line) => `${line}\n`).join(''));
});

describe('whatever the pieces', () => {
  const byte = fc.constantFrom(
    ...'ab \r\n\t\b',
    '\r\n',
    'é',
    '漢',
    '\x1b[K',
    '\x1b[31m',
    '\x1b[3C',
    '\x1b[2D',
    '\x1b[?1049h',
    '\x1b[?1049l',
  );

  test('of output that never goes up, what is told is what would be read afterwards', () => {
    fc.assert(
      fc.property(fc.array(fc.array(byte)), parts => {
        const pieces = parts.map(part => part.join(''));
        const {lines, rest} = told(pieces);
        const text = lines.join('') + rest;
        expect(text.replace(/\n$/, '')).toBe(foldOutput(Buffer.from(pieces.join('')), {columns: 80}));
      }),
    );
  });

  test('what the cursor was moved over is told in its last state too', () => {
    const any = fc.oneof(
      byte,
      fc.constantFrom(
        '\x1b[A',
        '\x1b[9A',
        '\x1b[B',
        '\x1b[H',
        '\x1b[J',
        '\x1b[2J',
        '\x1b7',
        '\x1b8',
        '\x1b[L',
        '\x1b[M',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(any)), parts => {
        const pieces = parts.map(part => part.join(''));
        const {lines, rest} = told(pieces);
        const heard = new Set((lines.join('') + rest).split('\n'));
        for (const line of foldOutput(Buffer.from(pieces.join('')), {columns: 80}).split('\n'))
          expect(heard).toContain(line);
      }),
    );
  });
});
