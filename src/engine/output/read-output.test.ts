import fc from 'fast-check';
import {afterAll, describe, expect, test} from 'vitest';
import {logCursor} from '../../core/index.ts';
import {Searcher} from '../search/searcher.ts';
import {type ReadRequest, readOutput} from './read-output.ts';
import type {ReadResult} from './read-result.ts';
import {WrittenSource} from './testing/written-source.ts';

const signal = new AbortController().signal;
const searcher = new Searcher();
afterAll(() => searcher[Symbol.asyncDispose]());

function read(source: WrittenSource, request: Partial<ReadRequest>): Promise<ReadResult> {
  return readOutput(source, null, {contextLines: 0, maxOutputBytes: 8000, searcher, signal, ...request});
}

/** Pages from the beginning until nothing more comes. */
async function pages(source: WrittenSource, request: Partial<ReadRequest>): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor = logCursor(0); ; ) {
    const page = await read(source, {...request, cursor});
    if (page.text !== '') texts.push(page.text);
    if (page.nextCursor === cursor) return texts;
    cursor = page.nextCursor;
  }
}

const numbered = (from: number, to: number) =>
  Array.from({length: to - from + 1}, (_, index) => `line ${from + index}`);

describe('from a cursor', () => {
  test('pages join to the whole, wherever characters and sequences are cut', async () => {
    const piece = fc.constantFrom(
      'plain ',
      'é',
      '漢字',
      '👩‍👧',
      '\x1b[31m',
      '\x1b[0m',
      '\x1b]0;title\x07',
      '\r\n',
      '\x1b(B',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, {maxLength: 120}),
        fc.integer({min: 20, max: 60}),
        async (pieces, maxOutputBytes) => {
          using source = new WrittenSource().print(`${pieces.join('')}end`).end();
          const whole = (await read(source, {cursor: logCursor(0), maxOutputBytes: 1_000_000})).text;
          expect((await pages(source, {maxOutputBytes})).join('')).toBe(whole);
        },
      ),
      {numRuns: 60},
    );
  });

  test('while a program prints, half a character or sequence waits for its rest', async () => {
    using source = new WrittenSource();
    const bytes = Buffer.from('caf\u00e9 \x1b[1mbold');
    source.print(bytes.subarray(0, 4));
    const first = await read(source, {cursor: logCursor(0)});
    expect(first).toMatchObject({text: 'caf', nextCursor: 3});
    source.print(bytes.subarray(4, 8));
    const second = await read(source, {cursor: first.nextCursor});
    expect(second).toMatchObject({text: 'é ', nextCursor: 6});
    source.print(bytes.subarray(8));
    expect(await read(source, {cursor: second.nextCursor})).toMatchObject({text: 'bold', nextCursor: bytes.length});
  });

  test('half a character at the very end of an ended program is shown for what it is', async () => {
    using source = new WrittenSource().print(Buffer.from([0x61, 0xe2])).end();
    expect(await read(source, {cursor: logCursor(0)})).toMatchObject({text: 'a\uFFFD', nextCursor: 2});
  });

  test('beyond the end there is nothing, and the place to go on is the end', async () => {
    using source = new WrittenSource().print('abc\n');
    expect(await read(source, {cursor: logCursor(1000)})).toMatchObject({text: '', nextCursor: 4, missedBytes: 0});
  });

  test('what retention dropped is counted once and stepped over at once', async () => {
    using source = new WrittenSource({segmentBytes: 64 * 1024, maxBytes: 256 * 1024});
    for (let count = 0; count < 64; count++) source.print(`${'x'.repeat(16 * 1024 - 1)}\n`);
    source.print('last words\n').end();
    const {oldest} = source.log;
    expect(oldest).toBeGreaterThan(0);
    const page = await read(source, {cursor: logCursor(10), maxOutputBytes: 200});
    expect(page).toMatchObject({missedBytes: oldest - 10});
    expect(page.text).toMatch(/^x{200}$/);
    const texts = await pages(source, {maxOutputBytes: 100_000});
    expect(texts.join('').length).toBe(source.log.end - oldest - 1);
  });
});

describe('by lines', () => {
  test('blank lines count, at the end of a piece too', async () => {
    using source = new WrittenSource().print('a\r\n\r\n\r\nb\r\n\r\n');
    expect(await read(source, {offsetLines: 0})).toMatchObject({text: 'a\n\n\nb\n', totalLines: 5});
    expect(await read(source, {offsetLines: 1, limitLines: 2})).toMatchObject({text: '\n', totalLines: 5});
  });

  test('a page of lines says where the next begins, so that nothing is passed over', async () => {
    using source = new WrittenSource().print(`${numbered(1, 1000).join('\r\n')}\r\n`).end();
    const byCount = await pages(source, {limitLines: 70});
    expect(byCount.join('\n').split('\n')).toEqual(numbered(1, 1000));
    const bySize = await pages(source, {limitLines: 1000, maxOutputBytes: 300});
    expect(bySize.join('\n').split('\n')).toEqual(numbered(1, 1000));
    expect(bySize.length).toBeGreaterThan(20);
  });

  test('where the screen was redrawn the next page begins behind what was shown', async () => {
    const bar = Array.from({length: 300}, (_, n) => `\r${n} %\x1b[1A\x1b[1B`).join('');
    using source = new WrittenSource().print(`start\n${bar}\nmiddle\n${bar}\nend\n`).end();
    const all = (await pages(source, {limitLines: 1})).join('\n').split('\n');
    expect(all.filter(line => /^(start|middle|end)$/.test(line))).toEqual(['start', 'middle', 'end']);
  });

  test('of the last lines the newest are kept when not all fit', async () => {
    using source = new WrittenSource().print(`${numbered(1, 500).join('\n')}\n`);
    const tail = await read(source, {offsetLines: -100, maxOutputBytes: 200});
    expect(tail.text.split('\n').at(-1)).toBe('line 500');
    expect(Buffer.byteLength(tail.text)).toBeLessThanOrEqual(200);
    expect(await read(source, {offsetLines: -3})).toMatchObject({
      text: 'line 498\nline 499\nline 500',
      totalLines: 500,
    });
    expect(await read(source, {offsetLines: -3, limitLines: 1})).toMatchObject({text: 'line 498'});
  });

  test('a line longer than any page is cut between characters', async () => {
    using source = new WrittenSource().print(`${'é'.repeat(500)}\nnext\n`);
    const page = await read(source, {limitLines: 5, maxOutputBytes: 201});
    expect(page.text).toBe('é'.repeat(100));
    expect(await read(source, {cursor: page.nextCursor, limitLines: 5})).toMatchObject({text: 'next'});
  });

  test('bytes that are gone are counted, also where no line is left', async () => {
    using source = new WrittenSource({segmentBytes: 64 * 1024, maxBytes: 128 * 1024});
    for (let count = 0; count < 40; count++) source.print('y'.repeat(16 * 1024));
    const whole = await read(source, {offsetLines: 0});
    expect(whole.missedBytes).toBe(0);
    expect(whole.cursor).toBe(source.log.oldest);
  });
});

describe('by pattern', () => {
  test('matches with their surroundings, gaps marked, none twice', async () => {
    using source = new WrittenSource().print(`${numbered(1, 20).join('\n')}\n`);
    const found = await read(source, {grep: 'line (5|6|15)$', contextLines: 1});
    expect(found.text.split('\n')).toEqual([
      'line 4',
      'line 5',
      'line 6',
      'line 7',
      '--',
      'line 14',
      'line 15',
      'line 16',
    ]);
    expect(found.totalLines).toBe(20);
  });

  test('what does not fit is on the next page', async () => {
    using source = new WrittenSource().print(`${numbered(1, 2000).join('\n')}\n`).end();
    const found = (await pages(source, {grep: '7$', maxOutputBytes: 200})).join('\n').split('\n');
    expect(found).toEqual(numbered(1, 2000).filter(line => line.endsWith('7')));
  });

  test('a match across what was read piece by piece is found', async () => {
    using source = new WrittenSource().print('z'.repeat(256 * 1024 - 3)).print('needle\nrest\n');
    expect((await read(source, {grep: 'needle$', maxOutputBytes: 1_000_000})).text).toMatch(/^z+needle$/);
  });
});

describe('a long log, which another thread searches', () => {
  const LINES = 40_000;
  const all = Array.from({length: LINES}, (_, at) => (at % 700 === 3 ? '' : `line ${at} ${'x'.repeat(at % 40)}`));
  const long = () => new WrittenSource().print(`${all.join('\r\n')}\r\n`).end();

  test('gives the matches that a plain search gives, with what stands around them', async () => {
    using source = long();
    await fc.assert(
      fc.asyncProperty(fc.integer({min: 0, max: LINES}), fc.nat({max: 3}), async (number, contextLines) => {
        const grep = `^line (${number}|${number + 2}|${(number * 7) % LINES}) `;
        const hits = [...all.keys()].filter(at => new RegExp(grep).test(all[at] ?? ''));
        const result = await read(source, {grep, contextLines, maxOutputBytes: 100_000});
        expect(result.text.split('\n').filter(line => line !== '--')).toEqual(
          all.filter((_, at) => hits.some(hit => Math.abs(at - hit) <= contextLines)),
        );
        expect(result.totalLines).toBe(LINES);
      }),
      {numRuns: 3},
    );
  });

  test('gives pages that together are the whole, by lines and by matches', async () => {
    using source = long();
    const byLines = await pages(source, {limitLines: LINES, maxOutputBytes: 400_000});
    expect(byLines.join('\n').split('\n')).toEqual(all);
    const byMatches = await pages(source, {grep: '^line .*[05] ', maxOutputBytes: 60_000});
    expect(byMatches.join('\n').split('\n')).toEqual(all.filter(line => /^line .*[05] /.test(line)));
  });

  test('gives any lines by number, from either end', async () => {
    using source = long();
    const at = (offsetLines: number, limitLines?: number) =>
      read(source, {offsetLines, limitLines, maxOutputBytes: 2000});
    expect((await at(20_000, 5)).text.split('\n')).toEqual(all.slice(20_000, 20_005));
    expect((await at(-7)).text.split('\n')).toEqual(all.slice(-7));
    expect((await at(-30_000, 3)).text.split('\n')).toEqual(all.slice(-30_000, -29_997));
    expect((await at(-30_000)).text.split('\n').at(-1)).toBe(all.at(-1));
    expect((await at(3)).totalLines).toBe(LINES);
  });

  test('keeps the style of hidden text over all its stretches', async () => {
    using source = new WrittenSource().print(`\x1b[8m${'secret line\r\n'.repeat(40_000)}\x1b[0mplain line\r\n`).end();
    const result = await read(source, {grep: 'line', offsetLines: undefined, maxOutputBytes: 1_000_000});
    expect(result.text.split('\n').filter(line => line !== '<hidden>secret line</hidden>')).toEqual([]);
    const last = await read(source, {offsetLines: -2});
    expect(last).toMatchObject({text: '<hidden>secret line</hidden>\nplain line', hidden: 10});
  });

  test('is left at once when the caller gives up', async () => {
    using source = long();
    const abort = new AbortController();
    const reading = read(source, {grep: 'never', signal: abort.signal});
    abort.abort();
    await expect(reading).rejects.toThrow();
    expect(searcher.running).toBe(0);
  });
});

test('a reader that gives up stops reading', async () => {
  using source = new WrittenSource().print('a\n');
  await expect(read(source, {offsetLines: 0, signal: AbortSignal.abort(new Error('gone'))})).rejects.toThrow('gone');
});
