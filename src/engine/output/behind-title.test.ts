import {expect, test} from 'vitest';
import {behindOwnMark, behindTitle} from './behind-title.ts';

/** What `fish --no-config` draws and prints of `echo one; false` as it is pasted, from the paste on; all of it as that version writes it. */
const fish3 =
  'echo one; false\r\x1b[31C\x1b[15Decho one; false\r\x1b[31C\r\n\x1b[30m\x1b(B\x1b[m' +
  '\x1b]0;echo one; false ~\x07\x1b[30m\x1b(B\x1b[m\rone\r\n';
const fish4 = {
  '4.0':
    '\x1b[?2004l\x1b[>4;0m\x1b[=0u\x1b>echo one; false\r\x1b[31C\x1b[?2004h\x1b[>4;1m\x1b[=5u\x1b=\x1b[15Decho one; false' +
    '\r\x1b[31C\r\n\x1b[30m\x1b(B\x1b[m\x1b]133;C;cmdline_url=echo%20one%3B%20false\x07\x1b[?2004l\x1b[>4;0m\x1b[=0u\x1b>' +
    '\x1b]0;echo one; false ~\x07\x1b[30m\x1b(B\x1b[m\rone\r\n',
  '4.7':
    '\x1b[?2004l\x1b[?2031l\x1b[>4;0m\x1b>\x1b[?2004h\x1b[?2031h\x1b[>4;1m\x1b=echo one; false\r\x1b[31C\x1b[?2004l' +
    '\x1b[?2031l\x1b[>4;0m\x1b>\x1b[15Decho one; false\r\x1b[31C\r\n\x1b[m\x1b]133;C;cmdline_url=echo%20one%3B%20false\x07' +
    '\x1b]0;echo one; false ~\x07\x1b[m\rone\r\n',
  '4.7 without a title':
    'echo one; false\r\x1b[31C\x1b[15Decho one; false\r\x1b[31C\r\n\x1b[m\x1b]133;C;cmdline_url=echo%20one%3B%20false\x07one\r\n',
};
const again = '\r\n\x1b[m\x1b]133;C;cmdline_url=echo%20one%3B%20false\x07';

test('what a line has printed in fish 3 begins behind the title', () => {
  expect(text(behindTitle(Buffer.from(fish3)))).toBe('one\r\n');
});

test.each(Object.entries(fish4))(
  'what a line has printed in fish %s begins behind its mark and its title',
  (_, bytes) => {
    expect(text(behindOwnMark(Buffer.from(bytes), 'echo one; false '))).toBe('one\r\n');
  },
);

test('a line that is drawn over several rows is an echo all the same', () => {
  const wide = `echo ${'é'.repeat(90)}`;
  const drawn = `${wide.slice(0, 60)}\r\n\x1b[K\x1b[A\x1b[36m${wide}\r\n\x1b[26C\r\n\x1b[m\x1b]133;C;cmdline_url=${encodeURIComponent(wide)}\x07one`;
  expect(text(behindOwnMark(Buffer.from(drawn), wide))).toBe('one');
});

test('only the first beginning counts: what the line prints may look like one', () => {
  expect(text(behindOwnMark(Buffer.from(`${fish4['4.7']}${again}two`), 'echo one; false'))).toBe(`one\r\n${again}two`);
});

test('the beginning of another line is one in a fish that this line has started', () => {
  expect(behindOwnMark(Buffer.from(`fish\r\nwelcome${again}one`), 'fish')).toBeUndefined();
});

test('what a program prints as its own beginning hides nothing of what it has printed before', () => {
  expect(
    behindOwnMark(Buffer.from(`./x\r\nbefore${again.replace('echo%20one%3B%20false', './x')}one`), './x'),
  ).toBeUndefined();
});

test('bytes in which no line begins tell nothing', () => {
  const drawn = Buffer.from('echo (\r\n\x1b[K\x1b[A\x1b[5Decho (\r\n');
  expect(behindTitle(drawn)).toBeUndefined();
  expect(behindOwnMark(drawn, 'echo (')).toBeUndefined();
});

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}
