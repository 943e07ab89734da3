/** What is done to bound the work of control sequences must not be seen: xterm.js alone is the judge. */
import {UnicodeGraphemesAddon} from '@xterm/addon-unicode-graphemes';
import headless from '@xterm/headless';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {captureScreen} from '../capture-screen.ts';
import {Emulator} from '../emulator.ts';
import {Beat} from '../watch/beat.ts';
import {Steps} from '../watch/steps.ts';
import {loadXterm} from '../xterm.ts';
import {JOINS, LONGEST_CLUSTER} from './short-clusters.ts';
import {coreOf} from './xterm-core.ts';

const xterm = await loadXterm();
const size = {cols: 20, rows: 6, scrollback: 30};
const steps = new Steps(new Beat(new SharedArrayBuffer(Beat.sizeBytes)), 1);

/** What the emulator shows after `pieces`, and what xterm.js shows of them, or of `expected`, when nobody stands between. */
async function both(
  pieces: readonly Uint8Array[],
  expected: readonly Uint8Array[] = pieces,
): Promise<[shown: unknown, plain: unknown]> {
  const reference = plainTerminal(expected);
  const emulator = new Emulator(xterm, size);
  let offset = 0;
  for (const piece of pieces) {
    await emulator.write(piece, steps, {place: {feed: 1, offset, length: piece.length}, isLimited: false});
    offset += piece.length;
  }
  const {cursorX, cursorY} = reference.buffer.active;
  const cursor = {row: cursorY, col: Math.min(cursorX, size.cols - 1), visible: emulator.cursor().visible};
  const facts = {title: '', cursor, skipped: {shown: 0, above: 0}};
  const options = {scrollback: true, styles: true};
  const shown = {...emulator.capture(options), title: ''};
  const plain = captureScreen(reference, facts, options);
  emulator.dispose();
  reference.dispose();
  return [shown, plain];
}

/** In the same pieces: in xterm.js a cut decides what becomes of half a wide character at the edge when nothing wraps. */
function plainTerminal(pieces: readonly Uint8Array[]): InstanceType<typeof headless.Terminal> {
  const terminal = new headless.Terminal({...size, allowProposedApi: true, logLevel: 'off', reflowCursorLine: true});
  terminal.loadAddon(new UnicodeGraphemesAddon());
  const decoder = new TextDecoder();
  for (const piece of pieces) void coreOf(terminal)._inputHandler.parse(decoder.decode(piece, {stream: true}));
  return terminal;
}

/**
 * ED 1 on the last cell makes xterm.js throw, and a mark that stands alone and is repeated (REP) makes a cluster longer
 * than a cell may have: then what xterm.js does alone is not what is to be seen.
 */
function isJudged(pieces: readonly Uint8Array[]): boolean {
  try {
    return longestCluster(Buffer.concat(pieces).toString()) < LONGEST_CLUSTER;
  } catch {
    return false;
  }
}

/** How many characters in a row join the cell of the one before them, at most. */
function longestCluster(text: string): number {
  const terminal = plainTerminal([]);
  const core = coreOf(terminal);
  const provider = core.unicodeService._providers[terminal.unicode.activeVersion];
  if (!provider) throw new Error('This xterm.js has no table of characters.');
  let joined = 0;
  let longest = 0;
  terminal.unicode.register({
    version: 'counted',
    wcwidth: codePoint => provider.wcwidth(codePoint),
    charProperties(codePoint, preceding) {
      const properties = provider.charProperties(codePoint, preceding);
      joined = (properties & JOINS) === 0 ? 0 : joined + 1;
      longest = Math.max(longest, joined);
      return properties;
    },
  });
  terminal.unicode.activeVersion = 'counted';
  void core._inputHandler.parse(text);
  terminal.dispose();
  return longest;
}

/** `count` times the sequence, with the parameter written as programs may write it. */
const written = (count: number): fc.Arbitrary<string> =>
  fc.constantFrom(`${count}`, `00${count}`, `${count};`, `${count};7`, `${count}:3`, `${count};1;2;3;4;5`);

const counted = fc
  .tuple(fc.constantFrom(...'@ABCDEFGHIJKLMPSTXZ`abdefgr'), fc.integer({min: 0, max: 60}))
  .chain(([final, count]) => written(count).map(count => `\x1b[${count}${final}`));
const framed = fc
  .tuple(
    fc.constantFrom('?', '>', '=', ''),
    fc.integer({min: 0, max: 60}),
    fc.constantFrom(' @', ' A', "'}", "'~", 'J', 'K', '!p'),
  )
  .map(([prefix, count, end]) => `\x1b[${prefix}${count}${end}`);
const styled = fc.constantFrom(
  ...['31', '1;4', '38;5;208', '48;2;1;2;3', '38:2::9:8:7', '4:3', '58;5;1', '0', '', '7', '999;1'].map(
    style => `\x1b[${style}m`,
  ),
);
const moded = fc.constantFrom(
  ...[
    '?1049h',
    '?1049l',
    '?47h',
    '?47l',
    '?2026h',
    '?2026l',
    '?7l',
    '?7h',
    '?6h',
    '?6l',
    '4h',
    '4l',
    '?25;1049h',
    '?25l',
    '20h',
    '20l',
  ].map(mode => `\x1b[${mode}`),
  ...['\x1bM', '\x1bD', '\x1bE', '\x1b7', '\x1b8', '\x1b#8', '\x1bc', '\x1b(0', '\x1b(B', '\x1bH', '\x1b[3g'],
);
const payload = fc.constantFrom(
  '\x1b]0;title 99999999S\x07',
  '\x1b]8;;http://x/[99999999S\x1b\\link\x1b]8;;\x1b\\',
  '\x1b]4;1;rgb:1/2/3\x1b\\',
  '\x1b]11;?\x07',
  '\x1bP1$qm[9999999S\x1b\\',
  '\x1bP99999999;1S rest\x1b\\',
  '\x1b_G[99999999b\x1b\\',
  '\x1b^[99999999L\x1b\\',
);
const text = fc.constantFrom(
  'a',
  'word ',
  '日本',
  '😀',
  'e\u0301',
  '👩‍💻',
  '\r\n',
  '\n',
  '\r',
  '\b',
  '\t',
  'x'.repeat(25),
  '\x18',
  '\x1a',
);
const broken = fc.constantFrom(
  '\x1b[5',
  '\x1b[5;',
  '\x1b[?',
  '\x1b[5 ',
  '\x1b[12\x18S',
  '\x1b[12\x1bM',
  '\x1b[1\n2S',
  '\x1b[3\u00e9S',
  '\u009b4S',
  '\u009b2L',
  '\u0085',
  '\u0084',
  '\x1b[5\x7fS',
);

test('whatever programs print within what a screen can show looks as if nothing bounded it', {
  timeout: 120_000,
}, async () => {
  const piece = fc.oneof(
    {weight: 4, arbitrary: text},
    {weight: 5, arbitrary: counted},
    framed,
    styled,
    moded,
    payload,
    broken,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, {maxLength: 40}), fc.array(fc.nat(), {maxLength: 8}), async (pieces, cuts) => {
      const written = split(Buffer.from(pieces.join('')), cuts);
      fc.pre(isJudged(written));
      const [shown, plain] = await both(written);
      expect(shown).toEqual(plain);
    }),
    {
      numRuns: 1500,
      // VPR, which takes the letter from under its accent, and the accent repeated.
      examples: [[['\x1b[5', 'e\u0301', '\x1b[14b'], []]],
    },
  );
});

describe('a count beyond what a screen can show leaves what the whole count would', () => {
  const filled = Array.from({length: 50}, (_, row) => `row ${row} ${'.'.repeat(row % 12)}\r\n`).join('');
  const starts = [
    '',
    '\x1b[3;5H',
    '\x1b[2;4r\x1b[3;7H',
    '\x1b[41m\x1b[1;20Hz',
    '\x1b[?1049h\x1b[2;2Hq\x1b[44m',
    '\x1b[?7l\x1b[6;20Hab',
    '\x1b[6;18H日',
    '\x1b[4h\x1b[2;3Hi',
  ];
  const finals = ['S', 'T', 'L', 'M', 'I', 'Z', '@', 'P', 'X', 'b', ' @', ' A', "'}", "'~"];
  test.for(finals)('%s', async final => {
    for (const start of starts) {
      for (const count of [size.rows, size.cols, 500, 719, 720, 721, 1000, 1001, 20_001]) {
        const [shown, plain] = await both([Buffer.from(`${filled}${start}\x1b[${count}${final}|`)]);
        expect({start, count, shown}).toEqual({start, count, shown: plain});
      }
    }
  });
});

test('ED 1 on the very last cell erases the screen, where xterm.js throws', async () => {
  const [shown, plain] = await both([Buffer.from('abc\x1b[999;999H\x1b[1Jx')], [Buffer.from('\x1b[6;20Hx')]);
  expect(shown).toEqual(plain);
});

describe('one cell holds no more than a grapheme cluster may have', () => {
  test.each([
    ['family', '👨‍👩‍👧‍👦'],
    ['kiss with skin tones', '👩🏽‍❤️‍💋‍👨🏿'],
    ['flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['ten marks', `e${'\u0301'.repeat(10)}`],
  ])('%s is as without a limit', async (_, cluster) => {
    const [shown, plain] = await both([Buffer.from(`${cluster}|`)]);
    expect(shown).toEqual(plain);
  });

  test('a hundred thousand marks fill the screen, not a cell', async () => {
    const emulator = new Emulator(xterm, size);
    const bytes = Buffer.from(`e${'\u0301'.repeat(100_000)}end`);
    await emulator.write(bytes, steps, {place: {feed: 1, offset: 0, length: bytes.length}, isLimited: false});
    const {text} = emulator.capture({scrollback: true});
    expect(text.endsWith('end')).toBe(true);
    expect(text.length).toBeLessThanOrEqual((size.rows + size.scrollback) * (size.cols * 16 + 1));
    emulator.dispose();
  });
});

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
}
