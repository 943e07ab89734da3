import {describe, expect, test} from 'vitest';
import {encodeKeys} from './encode-keys.ts';
import {defaultKeyModes, type KeyModes} from './key-modes.ts';

const keys = (list: string, modes: Partial<KeyModes> = {}): string[] =>
  list.split(' ').map(key => Buffer.concat(encodeKeys([key], {...defaultKeyModes, ...modes}).parts).toString('latin1'));

const refusal = (key: string, modes: Partial<KeyModes> = {}): unknown => {
  try {
    return keys(key, modes);
  } catch (error) {
    return error;
  }
};

describe('D74 legacy modes', () => {
  test.each([
    ['Enter Tab Escape Space Backspace', ['\r', '\t', '\x1b', ' ', '\x7f']],
    ['Up Down Right Left Home End', ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[H', '\x1b[F']],
    ['Insert Delete PageUp PageDown', ['\x1b[2~', '\x1b[3~', '\x1b[5~', '\x1b[6~']],
    ['F1 F2 F3 F4', ['\x1bOP', '\x1bOQ', '\x1bOR', '\x1bOS']],
    ['F5 F6 F7 F8', ['\x1b[15~', '\x1b[17~', '\x1b[18~', '\x1b[19~']],
    ['F9 F10 F11 F12', ['\x1b[20~', '\x1b[21~', '\x1b[23~', '\x1b[24~']],
    ['F13 F16 F17 F24', ['\x1b[1;2P', '\x1b[1;2S', '\x1b[15;2~', '\x1b[24;2~']],
    [
      'C-c C-C C-z C-[ C-\\ C-] C-^ C-_ C-@ C-? C-Space',
      ['\x03', '\x03', '\x1a', '\x1b', '\x1c', '\x1d', '\x1e', '\x1f', '\0', '\x7f', '\0'],
    ],
    ['M-x M-X M-Enter M-Backspace C-M-x C-M-Space', ['\x1bx', '\x1bX', '\x1b\r', '\x1b\x7f', '\x1b\x18', '\x1b\0']],
    [
      'S-Tab C-Left C-S-Up M-Right C-Delete S-F5 C-F1 M-Home',
      ['\x1b[Z', '\x1b[1;5D', '\x1b[1;6A', '\x1b[1;3C', '\x1b[3;5~', '\x1b[15;2~', '\x1b[1;5P', '\x1b[1;3H'],
    ],
    ['C-Backspace C-Enter S-Enter C-Tab', ['\b', '\r', '\r', '\t']],
    ['a A S-a - + : , ^ é', ['a', 'A', 'A', '-', '+', ':', ',', '^', '\u00c3\u00a9']],
    ['^C Ctrl+C ctrl-c Control+Alt+x Alt+F4 shift+tab', ['\x03', '\x03', '\x03', '\x1b\x18', '\x1b[1;3S', '\x1b[Z']],
    ['esc return PgUp pgdn BSpace BTab DC', ['\x1b', '\r', '\x1b[5~', '\x1b[6~', '\x7f', '\x1b[Z', '\x1b[3~']],
  ])('%s', (list, expected) => expect(keys(list)).toEqual(expected));

  test('what follows a lone Escape is apart from it, and nothing else is', () => {
    const parts = (modes: Partial<KeyModes>) =>
      encodeKeys(['a', 'Escape', 'q', 'M-x', 'Up', 'Escape', 'Escape'], {...defaultKeyModes, ...modes}).parts.map(
        part => Buffer.from(part).toString('latin1'),
      );
    expect(parts({})).toEqual(['a\x1b', 'q\x1bx\x1b[A\x1b', '\x1b']);
    expect(parts({kittyKeyboard: 1})).toHaveLength(1);
  });

  test('application cursor mode changes unmodified cursor keys only', () => {
    expect(keys('Up Home C-Up F5 PageUp', {applicationCursor: true})).toEqual([
      '\x1bOA',
      '\x1bOH',
      '\x1b[1;5A',
      '\x1b[15~',
      '\x1b[5~',
    ]);
  });
});

describe('D74 modifyOtherKeys', () => {
  test('level 1 covers what has no bytes of its own', () => {
    expect(keys('C-; C-c M-x C-S-a C-Enter S-Enter S-Tab C-Tab C-Space Up', {modifyOtherKeys: 1})).toEqual([
      ...[
        '\x1b[27;5;59~',
        '\x03',
        '\x1bx',
        '\x1b[27;6;65~',
        '\x1b[27;5;13~',
        '\x1b[27;2;13~',
        '\x1b[Z',
        '\x1b[27;5;9~',
        '\0',
      ],
      '\x1b[A',
    ]);
  });

  test('level 2 covers every modified key', () => {
    expect(keys('C-; C-c M-x C-M-x S-a a C-Enter C-Space C-Backspace C-Up', {modifyOtherKeys: 2})).toEqual([
      ...[
        '\x1b[27;5;59~',
        '\x1b[27;5;99~',
        '\x1b[27;3;120~',
        '\x1b[27;7;120~',
        'A',
        'a',
        '\x1b[27;5;13~',
        '\x1b[27;5;32~',
      ],
      ...['\x1b[27;5;127~', '\x1b[1;5A'],
    ]);
  });
});

describe('D74 kitty keyboard', () => {
  test('disambiguate', () => {
    expect(
      keys('C-c C-S-a M-x C-; Escape Enter Tab Backspace S-Enter S-Tab C-Space S-Space Space', {kittyKeyboard: 1}),
    ).toEqual([
      ...[
        '\x1b[99;5u',
        '\x1b[97;6u',
        '\x1b[120;3u',
        '\x1b[59;5u',
        '\x1b[27u',
        '\r',
        '\t',
        '\x7f',
        '\x1b[13;2u',
        '\x1b[9;2u',
      ],
      ...['\x1b[32;5u', ' ', ' '],
    ]);
    expect(
      keys('a A S-a Up C-Up Home F1 F3 F4 F5 S-F3 F13 F24 Delete', {kittyKeyboard: 1, applicationCursor: true}),
    ).toEqual([
      ...[
        'a',
        'A',
        'A',
        '\x1b[A',
        '\x1b[1;5A',
        '\x1b[H',
        '\x1b[P',
        '\x1b[13~',
        '\x1b[S',
        '\x1b[15~',
        '\x1b[13;2~',
        '\x1b[57376u',
      ],
      ...['\x1b[57387u', '\x1b[3~'],
    ]);
  });

  test('all keys, alternates and text', () => {
    expect(keys('a A Enter C-c', {kittyKeyboard: 8})).toEqual(['\x1b[97u', '\x1b[97;2u', '\x1b[13u', '\x1b[99;5u']);
    expect(keys('A', {kittyKeyboard: 8 | 4})).toEqual(['\x1b[97:65;2u']);
    expect(keys('a A', {kittyKeyboard: 31})).toEqual(['\x1b[97;;97u', '\x1b[97:65;2;65u']);
  });
});

describe('D74 mouse', () => {
  test('SGR reports', () => {
    expect(
      keys('click:3,10 rightclick:1,1 middleclick:2,2 scrollup:5,6 scrolldown:5,300', {mouse: 1000, mouseSgr: true}),
    ).toEqual([
      ...[
        '\x1b[<0;10;3M\x1b[<0;10;3m',
        '\x1b[<2;1;1M\x1b[<2;1;1m',
        '\x1b[<1;2;2M\x1b[<1;2;2m',
        '\x1b[<64;6;5M',
        '\x1b[<65;300;5M',
      ],
    ]);
    expect(keys('doubleclick:1,2', {mouse: 1003, mouseSgr: true})).toEqual([
      '\x1b[<0;2;1M\x1b[<0;2;1m\x1b[<0;2;1M\x1b[<0;2;1m',
    ]);
  });

  test('a drag reports motion only to programs that listen to it', () => {
    expect(keys('drag:1,2,3,4', {mouse: 1002, mouseSgr: true})).toEqual(['\x1b[<0;2;1M\x1b[<32;4;3M\x1b[<0;4;3m']);
    expect(keys('drag:1,2,3,4', {mouse: 1000, mouseSgr: true})).toEqual(['\x1b[<0;2;1M\x1b[<0;4;3m']);
  });

  test('X10 reports in three bytes, up to column 223', () => {
    expect(keys('click:3,10 click:223,223', {mouse: 1000})).toEqual([
      '\x1b[M *#\x1b[M#*#',
      '\x1b[M \u00ff\u00ff\x1b[M#\u00ff\u00ff',
    ]);
    expect(keys('click:3,10', {mouse: 9})).toEqual(['\x1b[M *#']);
    expect(refusal('click:1,224', {mouse: 1000})).toMatchObject({code: 'invalid_argument'});
  });

  test('a gesture nobody listens to is refused, not typed', () => {
    expect(refusal('click:3,10')).toMatchObject({code: 'invalid_argument', hint: expect.stringContaining('keys')});
    expect(refusal('scrollup:3,10', {mouse: 9})).toMatchObject({code: 'invalid_argument'});
  });

  test('nowhere but on the screen', () => {
    const modes = {mouse: 1000, mouseSgr: true, size: {cols: 80, rows: 24}} as const;
    expect(keys('click:24,80', modes)).toHaveLength(1);
    for (const beside of ['click:25,1', 'click:1,81', 'drag:1,1,25,1'])
      expect(refusal(beside, modes)).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('24 rows'),
      });
  });

  test.each(['click:', 'click:1', 'click:0,1', 'click:a,b', 'click:1,2,3', 'drag:1,2', 'click:-1,2'])(
    '%s says how to name a place',
    key => {
      expect(refusal(key, {mouse: 1000})).toMatchObject({
        code: 'invalid_argument',
        hint: expect.stringContaining('click:ROW,COL'),
      });
    },
  );
});

describe('words', () => {
  test('text is literal and what was sent has one spelling', () => {
    const {parts, sent} = encodeKeys(['text:C-c Enter\n', 'ctrl+shift+UP', 'Return', '^c', ' '], defaultKeyModes);
    expect(Buffer.concat(parts).toString()).toBe('C-c Enter\n\x1b[1;6A\r\x03 ');
    expect(sent).toEqual(['text:C-c Enter\n', 'C-S-Up', 'Enter', 'C-c', 'Space']);
  });

  test('one character of several code points is one key', () => {
    expect(Buffer.concat(encodeKeys(['👩‍💻'], defaultKeyModes).parts).toString()).toBe('👩‍💻');
  });

  test('an unknown name gets near matches and the way to send text', () => {
    expect(refusal('Entr')).toMatchObject({code: 'invalid_argument', hint: expect.stringMatching(/Enter.*text:/)});
    expect(refusal('C-PageUpp')).toMatchObject({hint: expect.stringContaining('PageUp')});
    expect(refusal('hello')).toMatchObject({hint: expect.stringContaining('text:')});
  });

  test.each(['', 'C-', 'F25', 'F0', '\x03', 'ab', 'C-hello'])('%j is no key', key => {
    expect(() => encodeKeys([key], defaultKeyModes)).toThrow(expect.objectContaining({code: 'invalid_argument'}));
  });

  test.each(['C-;', 'C-1', 'C-é', 'S-1'])('%s is refused where no bytes say it', key => {
    expect(refusal(key)).toMatchObject({code: 'invalid_argument'});
  });

  test('one bad key sends nothing', () => {
    expect(() => encodeKeys(['a', 'nonsense'], defaultKeyModes)).toThrow();
  });
});
