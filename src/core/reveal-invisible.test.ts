import fc from 'fast-check';
import {expect, test} from 'vitest';
import {InvisibleRevealer, revealInvisible} from './reveal-invisible.ts';

const tags = (text: string): string =>
  [...text].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const flag = (region: string): string => `\u{1f3f4}${tags(region)}\u{e007f}`;

test.each([
  ['text in a right-to-left override', 'rm \u202etxt.exe\u202c', 'rm <U+202E>txt.exe<U+202C>', 2],
  ['an isolate that is never ended', 'a\u2066b', 'a<U+2066>b', 1],
  ['direction marks', 'a\u200eb\u200fc\u061cd', 'a<U+200E>b<U+200F>c<U+061C>d', 3],
  ['zero-width characters between Latin letters', 'a\u200bb\u200cc\u200dd', 'a<U+200B>b<U+200C>c<U+200D>d', 3],
  ['word joiners and invisible operators', 'f\u2061(x\u2062y)\u2060', 'f<U+2061>(x<U+2062>y)<U+2060>', 3],
  ['a byte order mark', '\ufeffa', '<U+FEFF>a', 1],
  ['a soft hyphen', 'co\u00adop', 'co<U+00AD>op', 1],
  ['interlinear annotation', '\ufff9a\ufffab\ufffb', '<U+FFF9>a<U+FFFA>b<U+FFFB>', 3],
  ['Hangul fillers', 'a\u3164b\uffa0c\u115fd\u1160', 'a<U+3164>b<U+FFA0>c<U+115F>d<U+1160>', 4],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a<U+2028>b<U+2029>c', 2],
  ['control characters of either kind', 'a\x1b[8mb\x9b0m\x7f\0', 'a<U+001B>[8mb<U+009B>0m<U+007F><U+0000>', 4],
  ['code points that are no characters', 'a\ufdd0b\uffff', 'a<U+FDD0>b<U+FFFF>', 2],
  ['musical format characters', 'a\u{1d173}b', 'a<U+1D173>b', 1],
  ['ignorable code points that nobody has assigned yet', 'a\u{e0fff}b\u2065', 'a<U+E0FFF>b<U+2065>', 2],
  ['a word in tag characters', `a${tags('run')}b`, 'a<U+E0072><U+E0075><U+E006E>b', 3],
  ['tags behind a flag that is none', flag('usca'), '\u{1f3f4}<U+E0075><U+E0073><U+E0063><U+E0061><U+E007F>', 5],
  ['tags behind a flag that is complete', `${flag('gbeng')}${tags('x')}`, `${flag('gbeng')}<U+E0078>`, 1],
  ['a flag without its end', `\u{1f3f4}${tags('gbsct')}`, '\u{1f3f4}<U+E0067><U+E0062><U+E0073><U+E0063><U+E0074>', 5],
  ['a second variation selector', '❤\ufe0f\ufe0f', '❤\ufe0f<U+FE0F>', 1],
  ['variation selectors behind letters and digits', 'a\ufe0fb\u{e0101}1\ufe0f', 'a<U+FE0F>b<U+E0101>1<U+FE0F>', 3],
  ['ideographic selectors behind an emoji', '😀\u{e0121}', '😀<U+E0121>', 1],
  ['a joiner between an emoji and a letter', '😀\u200da', '😀<U+200D>a', 1],
  ['a second joiner in Persian', 'می\u200c\u200cخواهم', 'می\u200c<U+200C>خواهم', 1],
  ['a Mongolian selector behind a Latin letter', 'a\u180b\u180e', 'a<U+180B><U+180E>', 2],
  ['a joiner of marks between letters', 'a\u034fb', 'a<U+034F>b', 1],
  ['half of a surrogate pair', 'a\ud83db', 'a<U+D83D>b', 1],
])('%s is made visible', (_, text, revealed, hidden) => {
  expect(revealInvisible(text)).toEqual({text: revealed, hidden});
});

test.each([
  ['families, professions and skin tones', '👨‍👩‍👧‍👦 👩🏽‍💻 🧑🏻‍🤝‍🧑🏿 👩‍❤️‍💋‍👨 🏃🏾‍♀️‍➡️ 🐻‍❄️ ⛓️‍💥 🧑‍🧑‍🧒'],
  ['flags', `🇩🇪 🏳️‍🌈 🏳️‍⚧️ 🏴‍☠️ ${flag('gbeng')} ${flag('gbsct')}${flag('gbwls')}`],
  ['emoji and text presentation', '❤️ ☎︎ ☎️ ©️ ™︎ ℹ️ ㊗️ ↔️ ▶︎ ✔️ ‼️'],
  ['keycaps', '1️⃣ #️⃣ *️⃣'],
  ['Persian and Urdu', 'می‌خواهم کتاب‌ها خانه‌ای ه‍ دانش‌آموز'],
  ['Arabic with marks, Hebrew, Syriac', 'السَّلَامُ عَلَيْكُم שָׁלוֹם ܫܠܡܐ'],
  ['Devanagari, Bengali, Kannada, Malayalam, Sinhala', 'क्‍ष क्‌ष र्‍य র‍্য ರ‍್ಕ ന്‍ ക്‌ഷ ශ්‍රී ක්‍ය'],
  ['Khmer, Thai, Lao and Myanmar with word ends', 'ភាសា​ខ្មែរ ภาษา​ไทย ພາສາ​ລາວ မြန်မာ​ဘာသာ'],
  ['Mongolian with selectors and its vowel separator', 'ᠠ᠋ᠨ ᠬᠠᠷ᠎ᠠ ᠭ᠍ᠠ'],
  ['Chinese and Japanese with ideographic variants', '葛\u{e0100}城 辻\u{e0101} 芦\ufe00 、\ufe00！\ufe01'],
  ['old Korean and new', '\u1100\u1160\u11a8 \u115f\u1161 한글'],
  ['Hebrew with a joiner of marks', 'יְרוּשָׁלַ͏ִם'],
  ['mathematics', '≩︀ 0︀ ⊓︀'],
  ['icons of patched fonts, boxes, braille, replacement characters', ' \u{f0001} ┌─┐ ⠋⠀ \ufffd'],
  ['tabs and line ends', 'a\tb\r\nc\n'],
])('%s stay as they are', (_, text) => {
  expect(revealInvisible(text)).toEqual({text, hidden: 0});
});

test('of a long row the first ones are named and the others counted', () => {
  const {text, hidden} = revealInvisible(`a${'\u200b'.repeat(100)}b\u200bc`);
  expect(text).toBe(`a${'<U+200B>'.repeat(16)}<+84 hidden>b<U+200B>c`);
  expect(hidden).toBe(101);
});

/** Characters that mean something to each other, and some that do not. */
const piece = fc.constantFrom(
  ...['a', ' ', '\n', '\u200b', '\u200c', '\u200d', '\ufe0f', '\ufe0e', '❤', '👩', '🏽', '🏴', '\u{e0067}\u{e0062}'],
  ...['\u{e0065}\u{e006e}\u{e0067}', '\u{e007f}', 'ک', 'क', '्', 'ᠠ', '\u180b', '\u180e', '葛', '\u{e0100}', '\u1100'],
  ...[
    '\u1160',
    '\u115f',
    '\u1161',
    '\u202e',
    '\u034f',
    '\u05b8',
    '1',
    '\u20e3',
    '\ud83d',
    '\udc69',
    '\u200b'.repeat(40),
  ],
);
const mixture = fc.array(piece, {maxLength: 40}).map(pieces => pieces.join(''));

test('cut anywhere, the pieces give what the whole gives', () => {
  fc.assert(
    fc.property(mixture, fc.array(fc.nat({max: 120}), {maxLength: 12}), (text, cuts) => {
      const places = [0, ...cuts.map(cut => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
      const revealer = new InvisibleRevealer();
      const pieces = places.slice(1).map((to, index) => revealer.push(text.slice(places[index], to)));
      expect({text: pieces.join('') + revealer.end(), hidden: revealer.hidden}).toEqual(revealInvisible(text));
    }),
    {numRuns: 2000},
  );
});

test('a joiner behind a variation selector out of place is out of place itself', () => {
  expect(revealInvisible('\u06a9\u180b\u200c')).toEqual({text: '\u06a9<U+180B><U+200C>', hidden: 2});
  expect(revealInvisible('\u1820\u180b\u200d')).toEqual({text: '\u1820\u180b\u200d', hidden: 0});
});

test('nothing visible is lost or changed, and what was revealed once stays as it is', () => {
  const NAMED = /<U\+[0-9A-F]+>|<\+\d+ hidden>/g;
  const INVISIBLE = /[\p{DI}\p{Cs}]/gu;
  fc.assert(
    fc.property(fc.oneof(mixture, fc.string({unit: 'binary'})), text => {
      fc.pre(!NAMED.test(text));
      const revealed = revealInvisible(text);
      const visible = (shown: string): string =>
        shown
          .replace(NAMED, '')
          .replace(INVISIBLE, '')
          .replace(/[^\P{Cc}\t\n\r]/gu, '');
      expect(visible(revealed.text).replace(/\p{NChar}/gu, '')).toBe(
        visible(text).replace(/[\p{NChar}\u2028\u2029\ufff9-\ufffb]/gu, ''),
      );
      expect(revealInvisible(revealed.text)).toEqual({text: revealed.text, hidden: 0});
    }),
    {numRuns: 2000},
  );
});
