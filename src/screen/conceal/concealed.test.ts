import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {foldOutput} from '../fold/fold-output.ts';
import {OutputFolder} from '../fold/output-folder.ts';
import {revealHidden, tagConcealed, withoutMarks} from './concealed-marks.ts';
import {Pen} from './pen.ts';

const shown = (text: string) => revealHidden(foldOutput(Buffer.from(text), {pen: new Pen()}));

describe('text that a person would not see is told apart', () => {
  test.each([
    ['SGR 8', 'a \x1b[8msecret\x1b[0m b', 'a <hidden>secret</hidden> b', 6],
    ['SGR 8 ended by 28', '\x1b[8mx y\x1b[28m z', '<hidden>x y</hidden> z', 2],
    ['SGR 8 among other parameters', '\x1b[1;8;31mx\x1b[m', '<hidden>x</hidden>', 1],
    ['one of the 16 colours on itself', '\x1b[31;41mx\x1b[0my', '<hidden>x</hidden>y', 1],
    ['a bright colour on itself', '\x1b[95;105mx\x1b[49my', '<hidden>x</hidden>y', 1],
    ['an index on itself', '\x1b[38;5;22m\x1b[48;5;22mx\x1b[39my', '<hidden>x</hidden>y', 1],
    ['an index on the same colour in 24 bits', '\x1b[38;5;16;48;2;0;0;0mx', '<hidden>x</hidden>', 1],
    ['24 bits on nearly the same', '\x1b[38;2;200;10;10;48;2;205;12;8mx', '<hidden>x</hidden>', 1],
    ['24 bits with colons', '\x1b[38:2::9:9:9m\x1b[48:2:9:9:9mx', '<hidden>x</hidden>', 1],
    ['an index with colons', '\x1b[38:5:9;48:5:9mx', '<hidden>x</hidden>', 1],
    ['black on the default background, which is dark', '\x1b[30mx\x1b[0m', '<hidden>x</hidden>', 1],
    ['the default background in 24 bits', '\x1b[38;2;22;22;22mx', '<hidden>x</hidden>', 1],
    ['the default foreground on a background like it', '\x1b[48;2;212;212;212mx', '<hidden>x</hidden>', 1],
    ['inverse text of one colour', '\x1b[7;32;42mx', '<hidden>x</hidden>', 1],
    ['a style that was saved with the cursor', '\x1b[8m\x1b7\x1b[0ma\x1b8x', '<hidden>x</hidden>', 1],
    ['a style from before the alternate screen', '\x1b[8m\x1b[?1049h\x1b[0mmenu\x1b[?1049lx', '<hidden>x</hidden>', 1],
    ['a style that outlives its line', '\x1b[8ma\r\nb\x1b[0m\r\nc', '<hidden>a</hidden>\n<hidden>b</hidden>\nc', 2],
    ['a character that is repeated', '\x1b[8mx\x1b[3b\x1b[0m', '<hidden>xxxx</hidden>', 4],
    ['text written over other text', 'abcdef\r\x1b[8mXY\x1b[0m', '<hidden>XY</hidden>cdef', 2],
    ['what is left of concealed text', '\x1b[8mabcdef\x1b[0m\rXY', 'XY<hidden>cdef</hidden>', 4],
    ['wide and combining characters', '\x1b[8m日e\u0301\x1b[0m\r', '<hidden>日e\u0301</hidden>', 3],
    ['invisible characters in concealed text', '\x1b[8ma\u200bb', '<hidden>a<U+200B>b</hidden>', 3],
  ])('%s', (_, text, expected, hidden) => expect(shown(text)).toEqual({text: expected, hidden}));
});

describe('text that a person sees stays as it is', () => {
  test.each([
    ['colours', '\x1b[1;31merror\x1b[0m: \x1b[33mold\x1b[39m \x1b[44mblue\x1b[0m', 'error: old blue'],
    ['dark grey as bold black', '\x1b[1;30mhint\x1b[0m', 'hint'],
    ['grey that themes use for comments', '\x1b[38;5;240mhint\x1b[90m more', 'hint more'],
    ['inverse, also of the default colours', '\x1b[7mtitle\x1b[27m', 'title'],
    ['blanks of any colour', '\x1b[41m   \x1b[8m \x1b[0mx', '    x'],
    ['pictures made of blocks', '\x1b[38;2;9;9;9;48;2;9;9;9m▀▄█░\x1b[0m', '▀▄█░'],
    ['sequences that only end like a style', '\x1b[>4;8m\x1b[?8mx', 'x'],
    ['the colour of an underline', '\x1b[4;58;5;8mx\x1b[58;2;8;8;8my\x1b[58:5:8mz', 'xyz'],
    ['impossible colours', '\x1b[38;5;300;48;5;300mx\x1b[38;9;48mx', 'xx'],
    ['a style after a reset of the terminal', '\x1b[8m\x1b[!px\x1b[8m\x1bcy', 'x\ny'],
  ])('%s', (_, text, expected) => expect(shown(text)).toEqual({text: expected, hidden: 0}));
});

test('marks that a program prints are no marks', () => {
  expect(shown('a\ufdd1b\ufdd0c')).toEqual({text: 'a\ufffdb\ufffdc', hidden: 0});
});

test('a piece cut out of concealed text says so', () => {
  const folded = foldOutput(Buffer.from('a \x1b[8mone two\x1b[0m b'), {pen: new Pen()});
  const middle = folded.indexOf(' two');
  expect(tagConcealed(folded.slice(0, middle))).toEqual({text: 'a <hidden>one</hidden>', hidden: 3});
  expect(tagConcealed(folded.slice(middle))).toEqual({text: '<hidden> two</hidden> b', hidden: 3});
});

test('the style goes on where a folder is given the pen of another', () => {
  const first = new OutputFolder({pen: new Pen()});
  first.push(Buffer.from('a\x1b[8mb'));
  expect(revealHidden(foldOutput(Buffer.from('c\x1b[0md'), {pen: first.pen}))).toEqual({
    text: '<hidden>c</hidden>d',
    hidden: 1,
  });
});

// A joiner (U+200D) between two styles is left out: a terminal draws one cell of both, while here each style is a piece of its own.
test('without the marks the text is what it is without a pen, whatever was printed', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'bc ',
      '日',
      'e\u0301',
      '\t',
      '\r',
      '\n',
      '\b',
      '\x1b[8m',
      '\x1b[0m',
      '\x1b[31;41m',
      '\x1b[28m',
      '\x1b7',
      '\x1b8',
    ],
    ...[
      '\x1b[3C',
      '\x1b[2D',
      '\x1b[A',
      '\x1b[K',
      '\x1b[1K',
      '\x1b[2P',
      '\x1b[2@',
      '\x1b[4X',
      '\x1b[3b',
      '\x1b[H',
      '\x1b[2J',
    ],
    ...['\x1b[?1049h', '\x1b[?1049l', '\x1bc', '👩', '\x1b[2L', '\x1b[M', '\x1b[s', '\x1b[5;9H', '\x1b[u'],
  );
  fc.assert(
    fc.property(fc.array(piece, {maxLength: 60}), pieces => {
      const bytes = Buffer.from(pieces.join(''));
      expect(withoutMarks(foldOutput(bytes, {columns: 20, pen: new Pen()}))).toBe(foldOutput(bytes, {columns: 20}));
    }),
    {numRuns: 2000, examples: [[['\x1b[8m', 'e\u0301', '\x1b[3b', '\r', 'a']]]},
  );
});
