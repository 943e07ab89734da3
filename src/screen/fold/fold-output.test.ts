import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {foldOutput} from './fold-output.ts';
import {OutputFolder} from './output-folder.ts';

const fold = (text: string, columns?: number): string => foldOutput(Buffer.from(text), {columns});

describe('newlines', () => {
  test.each([
    ['D01 printf without newline', 'foo', 'foo'],
    ['one newline at the end is removed', 'foo\r\n', 'foo'],
    ['exactly one newline at the end is removed', 'foo\r\n\r\n', 'foo\n'],
    ['only a newline is nothing', '\r\n', ''],
    ['no output is nothing', '', ''],
    ['leading and inner blank lines stay', '\r\n\r\na\r\n\r\nb\r\n', '\n\na\n\nb'],
    ['a bare line feed ends a line too', 'a\nb\n', 'a\nb'],
    ['a carriage return at the end changes nothing', 'foo\r', 'foo'],
    ['two carriage returns before a line feed', 'foo\r\r\nbar', 'foo\nbar'],
    ['printed trailing spaces stay', 'foo  \r\n', 'foo  '],
    ['tabs stay', 'a\tb\r\n\tc\t\r\n', 'a\tb\n\tc\t'],
    [
      'D70 a line drawn to the edge with delayed wrap stays one line',
      `${'x'.repeat(80)}\r\nnext`,
      `${'x'.repeat(80)}\nnext`,
    ],
  ])('%s', (_, raw, expected) => expect(fold(raw)).toBe(expected));
});

describe('D67 redrawing folds to the last state', () => {
  test.each([
    ['progress in one line', '10%\r50%\r100%\r\nok\r\n', '100%\nok'],
    ['a shorter last state erased with spaces', 'step 99 of 100\rdone          \r\n', 'done'],
    ['a shorter last state erased to the end', 'step 99 of 100\rdone\x1b[K\r\n', 'done'],
    ['a shorter last state without erasing leaves the rest', 'abcdef\rXY\r\n', 'XYcdef'],
    [
      'git progress',
      'Counting:  50% (1/2)\rCounting: 100% (2/2)\rCounting: 100% (2/2), done.\r\n',
      'Counting: 100% (2/2), done.',
    ],
    ['a spinner by backspace', 'wait |\b/\b-\b\\\bok\r\n', 'wait ok'],
    ['overstrike as man pages have it', 'N\bNA\bA _\bx_\by\r\n', 'NA xy'],
    [
      'docker pull: rows redrawn from below',
      'a: Waiting\r\nb: Waiting\r\n\x1b[2A\x1b[2K\ra: Done\x1b[1B\r\x1b[2Kb: Done\x1b[1B\r\nend\r\n',
      'a: Done\nb: Done\n\nend',
    ],
    ['cursor up, erase below, draw again', 'x\r\ny\r\nz\r\n\x1b[3A\x1b[Jall done\r\n', 'all done'],
    ['erasing below at the first row is no clear', 'x\r\ny\r\n\x1b[2A\x1b[0Jz\r\n', 'z'],
    ['previous line, then erase', 'Compiling a\r\n\x1b[1F\x1b[2KFinished\r\n', 'Finished'],
    ['a cleared spinner leaves nothing', '⠋ installing\r\x1b[Kadded 3 packages\r\n', 'added 3 packages'],
    ['a redraw from the saved cursor', '\x1b7a\r\nb\r\n\x1b8\x1b[Jc\r\nd\r\n\x1b8\x1b[Je\r\n', 'e'],
    ['columns by number', 'a\x1b[5Gb\x1b[1Gc\r\n', 'c   b'],
    ['deleted and inserted characters', 'abcdef\r\x1b[2P\x1b[1@x\r\n', 'xcdef'],
    ['erased characters', 'abcdef\x1b[4D\x1b[2X\r\n', 'ab  ef'],
    ['inserted and deleted lines', 'a\r\nb\r\nc\r\n\x1b[2A\x1b[1MX\x1b[1L\r\n', 'a\n\nX'],
    ['repeated characters', 'a\x1b[4b|\r\n', 'aaaaa|'],
    ['a wide character overwritten in part', '日本\ra\r\n', 'a 本'],
    ['a tab over text only moves', 'abcdefghij\r\tX\r\n', 'abcdefghXj'],
    [
      'a status line between save and restore is left out',
      'one\r\n\x1b7\x1b[24;0f\x1b[42mProgress: [ 5%]\x1b[49m\x1b8two\r\n',
      'one\ntwo',
    ],
    ['a status line that is never left is text', 'one\r\n\x1b7\x1b[24;1Hlast words', 'one\nlast words'],
  ])('%s', (_, raw, expected) => expect(fold(raw)).toBe(expected));

  test('cursor-up reaches 500 rows and no further', () => {
    const rows = Array.from({length: 2000}, (_, row) => `row ${row}\r\n`).join('');
    const lines = fold(`${rows}\x1b[999AHERE`).split('\n');
    expect(lines).toHaveLength(2000);
    expect(lines[1501]).toBe('HERE1501');
  });
});

describe('D46 a clear keeps what was printed before', () => {
  test.each([
    ['clear(1)', 'a\r\n\x1b[H\x1b[2J\x1b[3Jb\r\n', 'a\nb'],
    ['home and erase below', 'a\r\n\x1b[H\x1b[Jb\r\n', 'a\nb'],
    ['erase then home', 'a\r\n\x1b[2J\x1b[Hb\r\n', 'a\nb'],
    ['clear in the middle of a line', 'abc\x1b[H\x1b[2Jb\r\n', 'abc\nb'],
    ['scrollback only', 'a\r\n\x1b[3Jb\r\n', 'a\nb'],
    ['full reset', 'a\r\n\x1bcb\r\n', 'a\nb'],
    ['a clear first leaves no blank line', '\x1b[H\x1b[2J\x1b[3Jb\r\n', 'b'],
    ['positions count from the clear', 'a\r\n\x1b[2J\x1b[2;3Hb\x1b[1;1Hc\r\n', 'a\nc\n  b'],
    [
      'a drawing without clear folds to its last state',
      '\x1b[2J\x1b[1;1Ht 1\x1b[2;1Hu 1\x1b[1;1Ht 2\x1b[2;1Hu 2\r\n',
      't 2\nu 2',
    ],
  ])('%s', (_, raw, expected) => expect(fold(raw)).toBe(expected));
});

describe('sequences', () => {
  test.each([
    ['colours', '\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mx\x1b[m\r\n', 'red x'],
    ['titles and links', '\x1b]0;t\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\r\n', 'alink'],
    ['device control strings with BEL inside', 'a\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\b\r\n', 'ab'],
    ['application commands', 'a\x1b_G payload\x1b\\b\r\n', 'ab'],
    ['C1 forms', 'a\u009b31mb\u009d0;t\u009cc\u0090q\u009cd\r\n', 'abcd'],
    ['modes, cursor shapes, queries', '\x1b[?25l\x1b[?2004h\x1b[2 q\x1b[c\x1b[6n\x1b[>4;2m\x1b[=1uok\r\n', 'ok'],
    ['a cancelled sequence', 'a\x1b[3\x18b\r\n', 'ab'],
    ['a sequence broken off by another', 'a\x1b[3\x1b[1mb\r\n', 'ab'],
    ['an unfinished sequence at the end', 'ab\x1b[3', 'ab'],
    ['an unfinished title at the end', 'ab\x1b]0;ti', 'ab'],
    ['a control inside a sequence is done', 'a\x1b[\r\n1mb\r\n', 'a\nb'],
    ['NUL and other controls', 'a\0b\x01\x02\x07c\x7f\r\n', 'abc'],
    ['D64 line drawing becomes boxes and ends', '\x1b(0lqk\x1b(B q\r\n', '┌─┐ q'],
    ['D64 shifted line drawing', '\x1b)0\x0eqx\x0fqx\r\n', '─│qx'],
    ['D64 a shift alone changes nothing', '\x0eabc\r\n', 'abc'],
    ['marks of shells', '\x1b]133;C\x07out\r\n\x1b]133;D;0\x07', 'out'],
  ])('%s', (_, raw, expected) => expect(fold(raw)).toBe(expected));
});

describe('D41 D42 the alternate screen is left out', () => {
  test.each([
    ['1049', 'a\r\n\x1b[?1049hvim\x1b[5;5Hstuff\r\n\x1b[2J\x1b[?1049lb\r\n', 'a\nb'],
    ['1047', 'a\x1b[?1047hless\x1b[?1047lb\r\n', 'ab'],
    ['47 with cursor save and restore', '\x1b7a\x1b[?47hx\r\n\x1b[?47lb\r\n', 'ab'],
    ['several modes in one sequence', 'a\x1b[?1;1049;25hx\x1b[?1049;1lb\r\n', 'ab'],
    ['never left', 'a\r\n\x1b[?1049hx', 'a'],
    ['left by a reset', 'a\r\n\x1b[?1049hx\x1bcb\r\n', 'a\nb'],
  ])('%s', (_, raw, expected) => expect(fold(raw)).toBe(expected));
});

describe('D65 D66 encoding', () => {
  test('invalid UTF-8 becomes the replacement character', () => {
    expect(foldOutput(Uint8Array.of(0x61, 0xff, 0x62, 0xe9, 0x0a, 0xe6, 0x97))).toBe('a\ufffdb\ufffd\n\ufffd');
  });

  test('text in any script comes out as it went in', () => {
    const text = '日本語 한국어 👩‍💻 🇩🇪 e\u0301 עברית ไทย 1️⃣';
    expect(fold(`${text}\r\n`)).toBe(text);
    expect(fold(`x\r${text}\r\n`)).toBe(text);
  });

  test('a character split across pushes is whole', () => {
    const bytes = Buffer.from('日👩‍💻\x1b[31mé\x1b]0;t\x07!\r\n');
    for (let at = 0; at <= bytes.length; at++) {
      const folder = new OutputFolder();
      folder.push(bytes.subarray(0, at));
      folder.push(bytes.subarray(at));
      expect(folder.finish()).toBe('日👩‍💻é!');
    }
  });

  test('splitting the input anywhere changes nothing', () => {
    const piece = fc.constantFrom(
      'a',
      'bc ',
      '日',
      '👍🏽',
      '\r',
      '\n',
      '\t',
      '\b',
      '\x1b[A',
      '\x1b[2K',
      '\x1b[J',
      '\x1b[3C',
      '\x1b7',
      '\x1b8',
      '\x1b[H',
      '\x1b[5P',
      '\x1b[@',
      '\x1b[L',
      '\x1b[?1049h',
      '\x1b[?1049l',
    );
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 40}), fc.nat(), (pieces, seed) => {
        const bytes = Buffer.from(pieces.join(''));
        const at = seed % (bytes.length + 1);
        const folder = new OutputFolder();
        folder.push(bytes.subarray(0, at));
        folder.push(bytes.subarray(at));
        expect(folder.finish()).toBe(foldOutput(bytes));
      }),
    );
  });

  test('any bytes fold to text without control characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({maxLength: 300}), bytes => {
        expect(foldOutput(bytes)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
    );
  });
});

describe('D70 with the width of the terminal', () => {
  test.each([
    ['a wrap drawn by a line editor is joined', 'abcdefghij \rklm\r\n', 'abcdefghijklm'],
    ['a wrap as zsh draws it is joined', '$ \x1b[Ka\babcdefgh \r\x1b[Ki\rijk\r\r\nout\r\n', '$ abcdefghijk\nout'],
    ['two wraps are joined', 'abcdefghij \rabcdefghij \rklm\r\n', 'abcdefghijabcdefghijklm'],
    ['D01 the filler after output without line end goes', 'foo%         \r \r\r\x1b[J$ \r\n', 'foo\n$ '],
    ['D01 the filler after complete output goes', 'foo\r\n%         \r \r\r\x1b[J$ \r\n', 'foo\n$ '],
    ['D01 the filler of fish goes', 'foo⏎         \r⏎ \r\x1b[K$ \r\n', 'foo\n$ '],
    ['progress wider than the terminal folds all the same', 'a long state 1\ra long state 2\r\n', 'a long state 2'],
    ['a line that only ends in a space stays', 'abc \r\nabcdefghijklm \r\n', 'abc \nabcdefghijklm '],
  ])('%s', (_, raw, expected) => expect(fold(raw, 10)).toBe(expected));
});
