import {expect, test} from 'vitest';
import {TerminalTrace} from './terminal-trace.ts';

test.each([
  ['nothing printed', '', ''],
  ['a finished line', 'done\r\n', ''],
  ['an unfinished line', 'done\r\nhalf', '\r\n'],
  ['a line that colours were reset after', 'done\r\n\x1b[m\x1b[K', ''],
  ['colours and modes that were reset', '\x1b[1;31mred\x1b[0m\r\n\x1b[?25l\x1b[?25h\x1b[?2004h\x1b[?2004l', ''],
  ['a colour that was not', '\x1b[31mred\r\n', '\x1b[m'],
  ['a hidden cursor and mouse reports', '\x1b[?25l\x1b[?1000;1006h', '\x1b[?25h\x1b[?1000l\x1b[?1006l'],
  [
    'a full-screen program that was killed',
    'before\r\n\x1b[?1049h\x1b[1;20r\x1b[10;5Htext',
    '\x1b7\x1b[r\x1b8\x1b[?1049l',
  ],
  ['one that ended well', 'before\r\n\x1b[?1049h\x1b[10;5Htext\x1b[?1049l\r\x1b[K\x1b[?1l\x1b>', ''],
  ['keyboard protocols', '\x1b[>1u\x1b[>4;2m\x1b=', '\x1b[=0u\x1b[>4m\x1b>'],
  ['keyboard protocols that were left', '\x1b[>1u\x1b[<1u\x1b[>4;2m\x1b[>4m\x1b=\x1b>', ''],
  ['a title, which is no text', 'done\r\n\x1b]0;title\x07', ''],
  ['line drawing', '\x1b(0qq\r\n', '\x1b(B'],
  ['a reset of the terminal', '\x1b[?1049h\x1b[31m\x1bc', ''],
])('after %s', (_, printed, cleanUp) => {
  const trace = new TerminalTrace();
  trace.note(Buffer.from(printed, 'latin1'));
  expect(trace.cleanUp).toBe(cleanUp);
});
