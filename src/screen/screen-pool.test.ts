import fc from 'fast-check';
import {afterAll, describe, expect, test} from 'vitest';
import {isCottyError} from '../core/index.ts';
import {revealHidden} from './conceal/concealed-marks.ts';
import type {Screen} from './screen.ts';
import {ScreenPool} from './screen-pool.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

const bytes = (text: string): Uint8Array => Buffer.from(text);
const rejected = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    error => error,
  );

function shown(text: string, size = {cols: 20, rows: 4}): Screen {
  const screen = pool.createScreen(size);
  screen.feed(bytes(text));
  return screen;
}

describe('snapshots', () => {
  test('a snapshot is the viewport without trailing blanks', async () => {
    using screen = shown('one  \r\n\r\n  three\x1b]2;my title\x07\x1b[?25l');
    expect(await screen.snapshot()).toEqual({
      text: 'one\n\n  three',
      cols: 20,
      rows: 4,
      cursor: {row: 2, col: 7, visible: false},
      screen: 'primary',
      title: 'my title',
      linesAbove: 0,
      hash: expect.stringMatching(/^[\w-]{16}$/),
      totalLines: 4,
      firstRow: 0,
      skippedBytes: 0,
    });
  });

  test('the hash changes exactly when visible text or cursor change', async () => {
    using screen = shown('abc');
    const hash = async (text: string): Promise<string> => {
      screen.feed(bytes(text));
      return (await screen.snapshot({lines: 1})).hash;
    };
    const first = await hash('');
    expect(await hash('\x1b[31m\x1b]2;title\x07')).toBe(first);
    expect(await hash('\x1b[D')).not.toBe(first);
    expect(await hash('\x1b[C')).toBe(first);
    expect(await hash('\x1b[?25l')).not.toBe(first);
    expect(await hash('\x1b[?25h')).toBe(first);
    expect(await hash('d')).not.toBe(first);
  });

  test('text that a person does not see is marked when asked for, also after the screen was frozen', async () => {
    using screen = shown(
      'a \x1b[8mone \x1b[0m\x1b[31;41m two  \x1b[0m\r\n\x1b[44m    \x1b[34m▄▄\x1b[0m\r\n\x1b[38;2;20;20;20mx日\x1b[0m \ufdd1',
    );
    const marked = async () => (await screen.snapshot({marksConcealed: true})).text;
    const text = revealHidden(await marked());
    expect(text).toEqual({
      text: 'a <hidden>one  two</hidden>\n    ▄▄\n<hidden>x日</hidden> \ufffd',
      hidden: 8,
    });
    const {hash} = await screen.snapshot();
    await pool.freezeIdle();
    expect(revealHidden(await marked())).toEqual(text);
    expect(await screen.snapshot({marksConcealed: true})).toMatchObject({hash, cursor: {row: 2, col: 5}});
  });

  test('a cursor in concealed text is marked in it', async () => {
    using screen = shown('\x1b[8mab\x1b[C c\x1b[1;3H');
    const {text} = await screen.snapshot({marksConcealed: true, markCursor: true});
    expect(revealHidden(text)).toEqual({text: '<hidden>ab</hidden>█ <hidden>c</hidden>', hidden: 3});
  });

  test('lines counts rows from the last one in use back into the scrollback', async () => {
    using screen = shown(Array.from({length: 10}, (_, row) => `row ${row}\r\n`).join(''));
    expect(await screen.snapshot({lines: 5})).toMatchObject({
      text: 'row 5\nrow 6\nrow 7\nrow 8\nrow 9',
      linesAbove: 7,
      totalLines: 11,
      firstRow: -2,
    });
    expect((await screen.snapshot({scrollback: true})).text.split('\n')).toHaveLength(10);
    expect((await screen.snapshot()).text).toBe('row 7\nrow 8\nrow 9');
    expect((await screen.snapshot({lines: 0})).text).toBe('');
  });

  test('scrollback is bounded as asked', async () => {
    using screen = pool.createScreen({cols: 20, rows: 4, scrollback: 3});
    screen.feed(bytes(Array.from({length: 100}, (_, row) => `row ${row}\r\n`).join('')));
    expect(await screen.snapshot({scrollback: true})).toMatchObject({linesAbove: 3, totalLines: 7});
  });

  test('the alternate screen is shown while it is on and leaves the primary as it was', async () => {
    using screen = shown('before\x1b[?1049h\x1b[Hvim');
    expect(await screen.snapshot()).toMatchObject({text: 'vim', screen: 'alternate', linesAbove: 0});
    screen.feed(bytes('\x1b[?1049l'));
    expect(await screen.snapshot()).toMatchObject({text: 'before', screen: 'primary'});
  });

  test('styles are runs of cells that are not default', async () => {
    using screen = shown('a\x1b[1;4;31mb日\x1b[0m c\r\n\x1b[48;2;1;2;3m \x1b[38;5;208;49mx\x1b[m');
    const {text, styles} = await screen.snapshot({styles: true});
    expect(text).toBe('ab日 c\n x');
    expect(styles).toEqual([
      {row: 0, col: 1, length: 3, style: 'bold underline fg=red'},
      {row: 1, col: 0, length: 1, style: 'bg=#010203'},
      {row: 1, col: 1, length: 1, style: 'fg=palette-208'},
    ]);
  });
});

describe('D66 columns', () => {
  test.each(['😀', '👩‍💻', '👨‍👩‍👧', '🇩🇪', '❤️', '👍🏽', '1️⃣', '日', '한'])('%s is one cell of width 2', async text => {
    using screen = shown(`${text}|`);
    expect(await screen.snapshot()).toMatchObject({text: `${text}|`, cursor: {col: 3}});
  });

  test.each(['é', 'e\u0301', '─', 'א', '…'])('%s is one cell of width 1', async text => {
    using screen = shown(`${text}|`);
    expect(await screen.snapshot()).toMatchObject({text: `${text}|`, cursor: {col: 2}});
  });

  test('a character split across feeds is whole', async () => {
    using screen = pool.createScreen({cols: 20, rows: 4});
    for (const byte of bytes('👩‍💻é')) screen.feed(Uint8Array.of(byte));
    expect(await screen.snapshot()).toMatchObject({text: '👩‍💻é', cursor: {col: 3}});
  });
});

describe('D70 D71 size', () => {
  test('at a delayed wrap the cursor is on the last column', async () => {
    using screen = shown('x'.repeat(20));
    expect(await screen.cursor()).toEqual({row: 0, col: 19, visible: true});
  });

  test('wrapped lines reflow when the width changes, in order with what is fed', async () => {
    using screen = shown('abcdefghijklmnopqrstuvwxyz');
    screen.resize(10, 4);
    screen.feed(bytes('!'));
    expect((await screen.snapshot()).text).toBe('abcdefghij\nklmnopqrst\nuvwxyz!');
    screen.resize(40, 4);
    expect((await screen.snapshot()).text).toBe('abcdefghijklmnopqrstuvwxyz!');
  });

  test('the smallest and a huge size work', async () => {
    using screen = shown('abc');
    screen.resize(1, 1);
    await screen.flush();
    screen.resize(500, 200);
    expect(await screen.snapshot()).toMatchObject({cols: 500, rows: 200});
  });

  test.each([
    [0, 24],
    [80, -1],
    [80.5, 24],
    [Number.NaN, 24],
    [1e6, 24],
  ])('%s columns and %s rows are refused', (cols, rows) => {
    expect(() => pool.createScreen({cols, rows})).toThrow(expect.objectContaining({code: 'invalid_argument'}));
  });
});

test('modes tell how keys and mouse must be encoded', async () => {
  using screen = shown('\x1b[?1h\x1b=\x1b[?2004h\x1b[?1002;1006h\x1b[>4;2m\x1b[>5u\x1b[>1u\x1b[<u\x1b[=2;2u');
  expect(await screen.modes()).toMatchObject({
    applicationCursor: true,
    applicationKeypad: true,
    bracketedPaste: true,
    mouse: 1002,
    mouseSgr: true,
    modifyOtherKeys: 2,
    kittyKeyboard: 7,
    alternateScreen: false,
  });
  screen.feed(bytes('\x1b[?1049h'));
  expect(await screen.modes()).toMatchObject({kittyKeyboard: 0, alternateScreen: true});
  screen.feed(bytes('\x1bc'));
  expect(await screen.modes()).toMatchObject({mouse: 0, mouseSgr: false, modifyOtherKeys: 0, kittyKeyboard: 0});
});

test('feeding keeps the bytes of the caller and takes megabytes without waiting', async () => {
  using screen = pool.createScreen({cols: 80, rows: 24});
  const chunk = bytes(`${'x'.repeat(78)}\r\n`.repeat(800));
  for (let i = 0; i < 200; i++) screen.feed(chunk);
  screen.feed(bytes('end'));
  expect(chunk.length).toBe(64_000);
  expect((await screen.snapshot()).text.endsWith('xx\nend')).toBe(true);
}, 60_000);

describe('saved state', () => {
  test('a restored screen is equal and goes on the same', async () => {
    using screen = shown('\x1b[31mred\r\nline two \x1b[1m\x1b[?25l\x1b[?1000;1006h\x1b[>1u\x1b]2;t\x07');
    using copy = pool.createScreen({cols: 5, rows: 5});
    copy.restore(await screen.serialize());
    for (const one of [screen, copy]) one.feed(bytes('bold\x1b[m'));
    expect(await copy.snapshot({styles: true})).toEqual(await screen.snapshot({styles: true}));
    expect(await copy.modes()).toEqual(await screen.modes());
  });

  test('a redraw of the alternate screen after it became narrower shows what is left of each row', async () => {
    using screen = shown(`\x1b[?1049h\x1b[H${'x'.repeat(15)}\r\n${'a'.repeat(11)}日b\r\nshort`);
    screen.resize(12, 4);
    using fresh = pool.createScreen({cols: 12, rows: 4});
    fresh.feed(bytes(await screen.redraw()));
    const {text, cursor} = await screen.snapshot();
    expect(text).toBe(`${'x'.repeat(12)}\n${'a'.repeat(11)}\nshort`);
    expect(await fresh.snapshot()).toMatchObject({text, cursor});
  });

  test('a redraw makes a fresh terminal of the same size look the same', async () => {
    using screen = shown(
      `\x1b[31m${'full line of text '.repeat(4)}\r\n\x1b[3mslanted\x1b[2;20H\x1b[?25l\x1b[?1000;1006h`,
    );
    using fresh = pool.createScreen({cols: 20, rows: 4});
    fresh.feed(bytes(await screen.redraw()));
    expect(await fresh.snapshot({styles: true})).toEqual(await screen.snapshot({styles: true}));
    expect(await fresh.modes()).toEqual(await screen.modes());
  });

  test('a redraw keeps cells apart that would join if they were printed together', async () => {
    const wave = '\u0301';
    const lone = `ab\x1b[2G\x1b[m${wave}\x1b[2;12H\x1b[mx\x1b[mq${wave}\x1b[m${wave}z\r\n${`e${wave.repeat(20)}`}z`;
    using screen = shown(`${lone}\x1b[?1049h${lone}`, {cols: 12, rows: 5});
    using fresh = pool.createScreen({cols: 12, rows: 5});
    fresh.feed(bytes(await screen.redraw()));
    for (const leave of ['', '\x1b[?1049l']) {
      for (const one of [screen, fresh]) one.feed(bytes(`${leave}\x1b[1;2Hx`));
      expect(await fresh.snapshot({scrollback: true})).toEqual(await screen.snapshot({scrollback: true}));
    }
  });

  test('what is no state is refused at the next read and the screen can be used again', async () => {
    using screen = shown('abc');
    const state = await screen.serialize();
    screen.restore('rubbish');
    expect(isCottyError(await rejected(screen.snapshot()), 'invalid_argument')).toBe(true);
    screen.restore(state);
    expect((await screen.snapshot()).text).toBe('abc');
  });

  test('an idle screen holds no emulator and shows the same when it is used again', async () => {
    await using small = new ScreenPool({maxLive: 1});
    const screens = Array.from({length: 5}, (_, index) => {
      const screen = small.createScreen({cols: 30, rows: 5});
      screen.feed(bytes(`\x1b]2;title ${index}\x07line\r\n\x1b[3${index}mscreen ${index}\x1b[?2004h`));
      return screen;
    });
    const first = await Promise.all(screens.map(screen => screen.snapshot({styles: true})));
    expect(await small.freezeIdle()).toEqual({screens: 5, live: 0});
    const again = await Promise.all(screens.map(screen => screen.snapshot({styles: true})));
    expect(again).toEqual(first);
    for (const screen of screens) screen.dispose();
    expect(await small.stats()).toEqual({screens: 0, live: 0});
  });

  test('freezing at any moment between two chunks changes nothing', {timeout: 60_000}, async () => {
    await using freezing = new ScreenPool();
    const piece = fc.constantFrom(
      ...[
        'a',
        'word ',
        '日本',
        '😀',
        'e\u0301',
        '\r\n',
        '\n',
        '\b',
        '\t',
        '\x1b[31m',
        '\x1b[1;44m',
        '\x1b[m',
        '\x1b[2K',
        '\x1b[J',
      ],
      ...[
        '\x1b[A',
        '\x1b[5C',
        '\x1b[3;4H',
        '\x1b[?1049h',
        '\x1b[?1049l',
        '\x1b7',
        '\x1b8',
        '\x1b[?25l',
        '\x1b[2;3r',
        '\x1b[r',
        '\x1b(0',
        '\x1b(B',
      ],
      ...['\x1b[', '\x1b]2;x', '\x07', '\x1b[?1h', 'x'.repeat(12), '\x1b[L', '\x1b[4h', '\x1b[4l'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, {maxLength: 25}), async pieces => {
        using frozen = freezing.createScreen({cols: 12, rows: 5});
        using live = pool.createScreen({cols: 12, rows: 5});
        for (const text of pieces) {
          frozen.feed(bytes(text));
          live.feed(bytes(text));
          await frozen.flush();
          await freezing.freezeIdle();
        }
        expect(await frozen.snapshot({scrollback: true})).toEqual(await live.snapshot({scrollback: true}));
      }),
      {numRuns: 200},
    );
  });
});

describe('lifetime', () => {
  test('a disposed screen refuses everything and disposing twice is fine', async () => {
    const screen = shown('abc');
    screen.dispose();
    screen.dispose();
    expect(() => screen.feed(bytes('x'))).toThrow(expect.objectContaining({code: 'cancelled'}));
    expect(isCottyError(await rejected(screen.snapshot()), 'cancelled')).toBe(true);
  });

  test('closing the pool ends waiting reads and is idempotent', async () => {
    const own = new ScreenPool();
    const screen = own.createScreen({cols: 80, rows: 24});
    screen.feed(bytes('x'.repeat(4_000_000)));
    const read = rejected(screen.snapshot());
    await own[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
    expect(isCottyError(await read, 'cancelled')).toBe(true);
    expect(() => own.createScreen({cols: 80, rows: 24})).toThrow(expect.objectContaining({code: 'cancelled'}));
  });

  test('an aborted read rejects at once and later reads work', async () => {
    using screen = shown('x'.repeat(2_000_000));
    const controller = new AbortController();
    const read = rejected(screen.snapshot({}, {signal: controller.signal}));
    controller.abort();
    expect(isCottyError(await read, 'cancelled')).toBe(true);
    expect((await screen.snapshot()).cols).toBe(20);
  });

  test('an unused pool starts no thread', async () => {
    await using own = new ScreenPool();
    using _screen = own.createScreen({cols: 80, rows: 24});
    expect(await own.stats()).toEqual({screens: 0, live: 0});
  });
});
