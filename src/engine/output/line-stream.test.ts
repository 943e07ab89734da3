import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {logCursor} from '../../core/index.ts';
import {revealHidden} from '../../screen/index.ts';
import {LineStream, type LineUpdate} from './line-stream.ts';

const mark = (letter: string) => `\x1b]133;${letter};cotty=nonce.1\x07`;

function stream(options: Partial<ConstructorParameters<typeof LineStream>[0]> = {}): LineStream {
  return new LineStream({region: 'output', includeEcho: false, ...options});
}

/** How much each stream was given. */
const lengths = new WeakMap<LineStream, number>();

function pushed(to: LineStream, bytes: Uint8Array, typed = false): LineUpdate[] {
  const offset = lengths.get(to) ?? 0;
  lengths.set(to, offset + bytes.length);
  return to.push(bytes, logCursor(offset), typed);
}

/** Whole lines of a text that comes in these pieces. */
function lines(from: LineStream, pieces: readonly (string | Uint8Array)[], typed = false): string[] {
  const updates = pieces.flatMap(piece => pushed(from, Buffer.from(piece as Uint8Array), typed));
  return updates.filter(update => update.complete).map(update => update.text);
}

describe('lines', () => {
  test('come whole, without control sequences, wherever they are cut', () => {
    const text = 'a \x1b[1;31mred\x1b[0m é 漢\r\n\x1b]0;title\x07b\x1b(B\tc\r\n\r\n\x1bP$qm\x1b\\d\n';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat({max: bytes.length}), {maxLength: 8}), cuts => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(lines(stream(), pieces)).toEqual(['a red é 漢', 'b\tc', '', 'd']);
      }),
    );
  });

  test('that grow are told of as they grow, under one number', () => {
    const growing = stream();
    const updates = ['load', 'ing', '\r\nnext'].flatMap(piece => pushed(growing, Buffer.from(piece)));
    expect(updates).toEqual<LineUpdate[]>([
      {text: 'load', number: 0, complete: false},
      {text: 'loading', number: 0, complete: false},
      {text: 'loading', number: 0, complete: true},
      {text: 'next', number: 1, complete: false},
    ]);
  });

  test('that did not change are not told of again', () => {
    const quiet = stream();
    pushed(quiet, Buffer.from('prompt> '));
    expect(pushed(quiet, Buffer.from('\x1b[?25h'))).toEqual([]);
  });

  test('rewritten from their beginning lose what they were; CR LF loses nothing', () => {
    expect(lines(stream(), ['10 %\r', '20 %\r\n', 'ab\b\bc\n'])).toEqual(['20 %', 'c']);
  });

  test('without end are looked at up to a limit, and cost nothing after it', () => {
    const endless = stream();
    const piece = Buffer.from('x'.repeat(40_000));
    const sizes = Array.from({length: 10}, () => pushed(endless, piece).map(update => update.text.length));
    expect(sizes.slice(0, 2)).toEqual([[40_000], [80_000]]);
    expect(sizes.slice(2)).toEqual(Array.from({length: 8}, () => []));
    expect(lines(endless, ['\nnext\n'])).toHaveLength(2);
  });
});

describe('regions', () => {
  const session = [
    `${mark('A')}$ ${mark('B')}`,
    'echo hello',
    `\r\n${mark('C')}`,
    'hello\r\n',
    `${mark('D;0')}${mark('A')}$ ${mark('B')}`,
  ];

  test('prompts and typed lines are passed over', () => {
    expect(lines(stream({region: 'between'}), session, true)).toEqual(['hello']);
  });

  test('they are told of when asked for', () => {
    expect(lines(stream({region: 'between', includeEcho: true}), session, true)).toContain('echo hello');
  });

  test('what is printed at the prompt that nobody typed on is output', () => {
    expect(lines(stream({region: 'input'}), ['\r\njob done\r\n'], false)).toEqual(['', 'job done']);
    expect(lines(stream({region: 'input'}), ['\r\njob done\r\n'], true)).toEqual([]);
  });

  test('marks without proof change nothing, wherever the bytes are cut, valid UTF-8 or not', () => {
    const before = Buffer.from('\xe9\xff \xc3', 'latin1');
    const text = `\x1b[1mé\x1b]0;t\x07`;
    const stream1 = Buffer.concat([before, Buffer.from(`${text}typed${mark('C')}${mark('C')}out\n`)]);
    const second = before.length + Buffer.byteLength(text) + 5 + mark('C').length;
    for (let cut = 0; cut <= stream1.length; cut++) {
      const pieces = [stream1.subarray(0, cut), stream1.subarray(cut)];
      const one = stream({isProved: at => at === second, region: 'input'});
      expect(lines(one, pieces, true)).toEqual(['out']);
      expect(lines(stream({isProved: () => false, region: 'input'}), pieces, true)).toEqual([]);
    }
    expect(lines(stream({isProved: () => false}), [`a${mark('D')}b\n`])).toEqual(['ab']);
  });

  test('a line that a mark ends is told of, once, and not joined to what follows', () => {
    const next = `${mark('A')}$ ${mark('B')}${mark('C')}next\n`;
    expect(lines(stream(), [`no line feed${mark('D;0')}`, next])).toEqual(['no line feed', 'next']);
    expect(lines(stream(), ['no line', ' feed', `${mark('D;0')}${next}`])).toEqual(['no line feed', 'next']);
    // In the same bytes too, and where only the prompt says that it is over.
    expect(lines(stream(), [`no line feed${next}`])).toEqual(['no line feed', 'next']);
  });
});

test('any bytes at all are taken, and lines never hold control characters but tabs', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({maxLength: 50}), {maxLength: 10}), pieces => {
      const taken = stream();
      for (const piece of pieces)
        for (const {text} of pushed(taken, piece)) expect(text).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]/);
    }),
  );
});

describe('text that a person does not see', () => {
  const shown = (...pieces: string[]) => lines(stream(), pieces).map(line => revealHidden(line));

  test('is marked, in whatever pieces its style comes', () => {
    expect(shown('a \x1b[', '8', 'mone', ' two\x1b[28m b\n\x1b[31;4', '1mx\x1b[0my\n')).toEqual([
      {text: 'a <hidden>one two</hidden> b', hidden: 6},
      {text: '<hidden>x</hidden>y', hidden: 1},
    ]);
  });

  test('is marked in the style that was saved with the cursor', () => {
    expect(shown('\x1b[8m\x1b7\x1b[0ma\x1b8b\x1bcc\n')).toEqual([{text: 'a<hidden>b</hidden>c', hidden: 1}]);
  });

  test('is gone when it was written over', () => {
    expect(shown('\x1b[8mabc\x1b[0m\b\bX\n')).toEqual([{text: '<hidden>a</hidden>X', hidden: 1}]);
    expect(shown('\x1b[8mabc\x1b[0m\rX\n')).toEqual([{text: 'X', hidden: 0}]);
  });

  test('is no control sequence of eight bits, which is carried out', () => {
    expect(shown('a\x9b8mb\x9b0mc\x9d0;title\x9cd\x85e\n')).toEqual([{text: 'a<hidden>b</hidden>cde', hidden: 1}]);
  });

  test('is text between marks only when we made them', () => {
    expect(shown('a\ufdd0b\ufdd1c\n')).toEqual([{text: 'a\ufffdb\ufffdc', hidden: 0}]);
  });
});
