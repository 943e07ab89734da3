import {expect, test} from 'vitest';
import type {TerminalQuery} from '../core/index.ts';
import {cursorReply, type ReplyFacts, replyTo} from './reply-to.ts';

const facts: ReplyFacts = {
  cols: 120,
  rows: 40,
  version: '1.2.3',
  modes: {bracketedPaste: 1, mouse: 1002, kittyKeyboard: 5, alternateScreen: 0},
};

test.each<[TerminalQuery, string]>([
  [{type: 'primaryAttributes'}, '\x1b[?62;22c'],
  [{type: 'secondaryAttributes'}, '\x1b[>0;276;0c'],
  [{type: 'status'}, '\x1b[0n'],
  [{type: 'sizeInCells'}, '\x1b[8;40;120t'],
  [{type: 'kittyKeyboard'}, '\x1b[?5u'],
  [{type: 'version'}, '\x1bP>|cotty(1.2.3)\x1b\\'],
  [{type: 'modeReport', mode: 2004, dec: true}, '\x1b[?2004;1$y'],
  [{type: 'modeReport', mode: 1002, dec: true}, '\x1b[?1002;1$y'],
  [{type: 'modeReport', mode: 1000, dec: true}, '\x1b[?1000;2$y'],
  [{type: 'modeReport', mode: 1049, dec: true}, '\x1b[?1049;2$y'],
  [{type: 'modeReport', mode: 2026, dec: true}, '\x1b[?2026;2$y'],
  [{type: 'modeReport', mode: 9999, dec: true}, '\x1b[?9999;0$y'],
  [{type: 'modeReport', mode: 4, dec: false}, '\x1b[4;0$y'],
  [{type: 'defaultColour', which: 'foreground', terminator: 'bel'}, '\x1b]10;rgb:d4d4/d4d4/d4d4\x07'],
  [{type: 'defaultColour', which: 'background', terminator: 'st'}, '\x1b]11;rgb:1616/1616/1616\x1b\\'],
])('D44 %o has one answer', (query, expected) => {
  const reply = replyTo(query, facts);
  expect(typeof reply === 'string' ? reply : Buffer.from(reply).toString()).toBe(expected);
});

test('D44 the cursor needs the emulator', () => {
  expect(replyTo({type: 'cursorPosition', dec: false}, facts)).toBe('needs-emulator');
  expect(Buffer.from(cursorReply(4, 9, false)).toString()).toBe('\x1b[5;10R');
  expect(Buffer.from(cursorReply(4, 9, true)).toString()).toBe('\x1b[?5;10R');
});
