import {afterAll, expect, test} from 'vitest';
import {ScreenPool} from './screen-pool.ts';

const pool = new ScreenPool();
afterAll(() => pool[Symbol.asyncDispose]());

const numbered = (from: number, to: number): string =>
  Array.from({length: to - from}, (_, index) => `line ${from + index}\r\n`).join('');

test('a row keeps its number while others scroll by and are dropped above it', async () => {
  const screen = pool.createScreen({cols: 20, rows: 4, scrollback: 10, isSuspect: false});
  screen.feed(Buffer.from(numbered(0, 12)));
  const early = await screen.lines({type: 'range', from: 5, to: 6});
  expect(early.lines.map(({text}) => text)).toEqual(['line 5']);
  screen.feed(Buffer.from(numbered(12, 17)));
  const late = await screen.lines({type: 'range', from: 5, to: 6});
  expect(late.lines).toEqual(early.lines);
  expect(late).toMatchObject({dropped: 4, above: 10, first: 5, cursor: {line: 17, col: 0}});
});

test('rows that were dropped are not given, and the numbers come through a saved screen', async () => {
  const screen = pool.createScreen({cols: 20, rows: 4, scrollback: 10, isSuspect: false});
  screen.feed(Buffer.from(numbered(0, 40)));
  const copy = pool.createScreen({cols: 20, rows: 4, scrollback: 10, isSuspect: false});
  copy.restore(await screen.serialize());
  const lines = await copy.lines({type: 'range', from: 0, to: 30});
  expect(lines.first).toBe(27);
  expect(lines.lines.map(({text}) => text)).toEqual(['line 27', 'line 28', 'line 29']);
  expect(await copy.lines({type: 'viewport'})).toEqual(await screen.lines({type: 'viewport'}));
});

test('what is above a reset screen is dropped with it, and what comes then has numbers of its own', async () => {
  const screen = pool.createScreen({cols: 20, rows: 4, scrollback: 10, isSuspect: false});
  screen.feed(Buffer.from(numbered(0, 6)));
  screen.feed(Buffer.from('\x1bc'));
  screen.feed(Buffer.from('afresh'));
  const {first, lines} = await screen.lines({type: 'viewport'});
  expect(lines[0]?.text).toBe('afresh');
  expect(first).toBeGreaterThan(6);
});

test('cells say how much of the text is theirs: wide characters, gaps and wrapped rows', async () => {
  const screen = pool.createScreen({cols: 6, rows: 4, scrollback: 10, isSuspect: false});
  screen.feed(Buffer.from('漢😀a\r\nab\x1b[5Gcdef'));
  const {lines} = await screen.lines({type: 'viewport'});
  expect(lines.map(({text, units, goesOn}) => ({text, units, goesOn}))).toEqual([
    {text: '漢😀a', units: [1, 0, 2, 0, 1], goesOn: false},
    {text: 'ab\0\0cd', units: [1, 1, 1, 1, 1, 1], goesOn: true},
    {text: 'ef', units: [1, 1], goesOn: false},
    {text: '', units: [], goesOn: false},
  ]);
});

test('on the alternate screen the viewport is that one, above what the primary screen has scrolled away', async () => {
  const screen = pool.createScreen({cols: 20, rows: 4, scrollback: 10, isSuspect: false});
  screen.feed(Buffer.from(`${numbered(0, 6)}\x1b[?1049h\x1b[Hfull screen`));
  const {lines, above, isAlternate, first} = await screen.lines({type: 'last', count: 6});
  expect({above, isAlternate, first}).toEqual({above: 3, isAlternate: true, first: 1});
  expect(lines.map(({text}) => text)).toEqual(['line 1', 'line 2', 'full screen', '', '', '']);
});
