import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {QueryFilter} from './query-filter.ts';

/** What is shown of bytes that come in these pieces. */
function shown(...pieces: readonly string[]): string {
  const filter = new QueryFilter();
  return pieces.map(piece => Buffer.from(filter.push(Buffer.from(piece, 'latin1'))).toString('latin1')).join('');
}

const questions: readonly (readonly [string, string])[] = [
  ['DA1', '\x1b[c'],
  ['DA1 with a parameter', '\x1b[0c'],
  ['DA2', '\x1b[>c'],
  ['DA3', '\x1b[=c'],
  ['DECID', '\x1bZ'],
  ['status', '\x1b[5n'],
  ['cursor position', '\x1b[6n'],
  ['cursor position (DEC)', '\x1b[?6n'],
  ['colour scheme', '\x1b[?996n'],
  ['terminal parameters', '\x1b[x'],
  ['a mode (DEC)', '\x1b[?2026$p'],
  ['a mode (ANSI)', '\x1b[4$p'],
  ['version', '\x1b[>0q'],
  ['size in cells', '\x1b[18t'],
  ['size in pixels', '\x1b[14;2t'],
  ['title', '\x1b[21t'],
  ['kitty keyboard', '\x1b[?u'],
  ['modifyOtherKeys', '\x1b[?4m'],
  ['graphics attributes', '\x1b[?1;1;0S'],
  ['a palette colour', '\x1b]4;1;?\x07'],
  ['several palette colours', '\x1b]4;1;?;2;?\x07'],
  ['foreground', '\x1b]10;?\x1b\\'],
  ['background', '\x1b]11;?\x07'],
  ['foreground and background', '\x1b]10;?;?\x07'],
  ['clipboard', '\x1b]52;c;?\x07'],
  ['kitty colours', '\x1b]21;foreground=?\x1b\\'],
  ['iTerm2 cell size', '\x1b]1337;ReportCellSize\x07'],
  ['DECRQSS', '\x1bP$qm\x1b\\'],
  ['XTGETTCAP', '\x1bP+q544e\x1b\\'],
  ['kitty graphics', '\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\'],
  ['DA1 with a line feed inside', '\x1b[\nc'],
];

describe.each(questions)('the question for %s', (_, question) => {
  test('is taken out, wherever it is cut', () => {
    for (let at = 0; at <= question.length; at++)
      expect(shown(`before${question.slice(0, at)}`, `${question.slice(at)}after`)).toBe('beforeafter');
  });
});

test.each([
  ['colours', '\x1b[1;31mred\x1b[0m'],
  ['cursor moves', '\x1b[6;1H\x1b[2J'],
  ['modes', '\x1b[?1049h\x1b[?25l\x1b[?2004h'],
  ['a window title', '\x1b]0;what is this?\x07'],
  ['a palette colour that is set', '\x1b]4;1;#ff0000\x07'],
  ['a background that is set', '\x1b]11;rgb:00/00/00\x1b\\'],
  ['the clipboard that is set', '\x1b]52;c;aGVsbG8=\x07'],
  ['a link with a question mark', '\x1b]8;;https://example.org/?q=1\x07text\x1b]8;;\x07'],
  ['a mark', '\x1b]133;C;cmdline_url=echo%20?;cotty=x.1\x07'],
  ['cursor style', '\x1b[2 q'],
  ['scrolling', '\x1b[3S'],
  ['kitty keyboard that is set', '\x1b[>1u\x1b[<u'],
  ['modifyOtherKeys that is set', '\x1b[>4;2m'],
  ['an image', '\x1b_Ga=T,f=100;AAAA\x1b\\'],
  ['sixel', '\x1bPq#0;2;0;0;0~-\x1b\\'],
  ['charsets', '\x1b(0lqk\x1b(B'],
  ['saved cursor', '\x1b7\x1b8'],
])('%s pass', (_, text) => {
  expect(shown(text)).toBe(text);
  expect(shown(...text)).toBe(text);
});

test('text without sequences passes untouched, as the same bytes', () => {
  const bytes = Buffer.from('plain é text\r\n');
  expect(new QueryFilter().push(bytes)).toBe(bytes);
});

test('a string that never ends is let go of', () => {
  const long = `\x1b]52;c;${'A'.repeat(10_000)}`;
  expect(shown(long)).toBe(long);
  expect(shown(long, 'more')).toBe(`${long}more`);
});

test('nothing but questions is ever taken out, however the bytes come', () => {
  const piece = fc.oneof(
    fc.constantFrom('\x1b', '[', ']', '\x1b[31m', '\x1b]0;t\x07', '?', '6n', ';', '\\', '\x07'),
    fc.constantFrom(...questions.map(([, question]) => question)),
    fc.string({maxLength: 5}),
  );
  fc.assert(
    fc.property(fc.array(piece, {maxLength: 30}), fc.array(fc.nat({max: 200}), {maxLength: 6}), (pieces, cuts) => {
      const text = Buffer.from(pieces.join(''), 'latin1').toString('latin1');
      const places = [0, ...cuts.map(cut => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      const cut = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(shown(...cut, '\x18')).toBe(shown(text, '\x18'));
    }),
  );
});
