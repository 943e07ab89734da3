import {expect, test} from 'vitest';
import {mayEnterPasted, mayTakeMark} from './pastes-taken.ts';

const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;

test.each(['\x16', '\x18', '\x1b', '\x1d', '\x11', '\x12', '\t', '\x1bb', 'ls \x16x', '\x1b[', '\x1f'])(
  'behind %j the mark of a paste may be a part of a key',
  keys => {
    expect(mayTakeMark(keys, false)).toBe(true);
    expect(mayEnterPasted(Buffer.from(keys + paste('a\nb')), false)).toBe(true);
    // In two writes, and with text between them.
    expect(mayEnterPasted(Buffer.from(paste('a\nb')), mayTakeMark('text', mayTakeMark(keys, false)))).toBe(true);
    for (const end of ['\r', '\n', '\x03']) expect(mayTakeMark(`${end}text`, mayTakeMark(keys, false))).toBe(false);
  },
);

test.each(['', 'text é', '\x01\x05\x15', '\x1b[A\x1bOB\x1b[1;5C\x1b[3~', paste('x\ny'), '\x16\r', '\x10'])(
  'behind %j the mark of a paste is read as one',
  keys => {
    expect(mayTakeMark(Buffer.from(keys).toString('latin1'), false)).toBe(false);
    expect(mayEnterPasted(Buffer.from(keys + paste('a\nb')), false)).toBe(false);
  },
);

test('a paste of one line enters nothing, and one that does not end counts', () => {
  expect(mayEnterPasted(Buffer.from(`${paste('a')}\r`), true)).toBe(false);
  expect(mayEnterPasted(Buffer.from('\x1b[200~a\nb'), true)).toBe(true);
});
