import {describe, expect, test} from 'vitest';
import {ScreenPool} from '../screen-pool.ts';
import {gridOf, Pixels, pictureOf, textOf} from './testing/drawn-screen.ts';

const draw = async (output: string, size = {cols: 20, rows: 3}): Promise<Pixels> =>
  new Pixels((await pictureOf(output, {size})).bytes);

describe('a PNG', () => {
  test('has nine by eighteen pixels for each cell, times the scale', async () => {
    const {size} = await pictureOf('', {size: {cols: 80, rows: 24}});
    expect(size).toEqual({width: 720, height: 432});
    expect((await pictureOf('', {scale: 3})).size).toEqual({width: 540, height: 162});
  });

  test('shows backgrounds in exact colours: the sixteen, the cube, the greys, and any', async () => {
    const pixels = await draw('\x1b[41m \x1b[48;5;21m \x1b[48;5;255m \x1b[48;2;1;2;3m \x1b[m\x1b[7m \x1b[m');
    expect([0, 9, 18, 27, 36].map(x => pixels.at(x + 4, 9))).toEqual([
      0xcc0000, 0x0000ff, 0xeeeeee, 0x010203, 0xd4d4d4,
    ]);
  });

  test('shows text in its colour, bold thicker, dim paler, and a concealed one not at all', async () => {
    const pixels = await draw('\x1b[32mM\x1b[m\x1b[1mM\x1b[m\x1b[2mM\x1b[m\x1b[8mM\x1b[m');
    expect(pixels.cell(0, 0).has(0x4e9a06)).toBe(true);
    expect(pixels.ink(0, 1)).toBeGreaterThan(pixels.ink(0, 0));
    expect([...pixels.cell(0, 2).keys()].every(colour => colour <= 0x757575)).toBe(true);
    expect(pixels.ink(0, 3)).toBe(0);
  });

  test.for([
    ['single', '4', 1],
    ['double', '4:2', 2],
    ['strikethrough', '9', 1],
    ['overline', '53', 1],
  ] as const)('draws %s lines from edge to edge', async ([, sgr, count]) => {
    const pixels = await draw(`\x1b[${sgr}m   \x1b[m`);
    const rows = Array.from({length: 18}, (_, y) => y).filter(y => pixels.at(0, y) === 0xd4d4d4);
    expect(rows).toHaveLength(count);
    for (const y of rows) for (let x = 0; x < 27; x++) expect(pixels.at(x, y)).toBe(0xd4d4d4);
  });

  test('draws curly, dotted and dashed underlines, in a colour of their own', async () => {
    const pixels = await draw('\x1b[58:2::255:0:0;4:3m \x1b[4:4m \x1b[4:5m \x1b[m');
    for (const col of [0, 1, 2]) {
      const reds = [...pixels.cell(0, col)].filter(([colour]) => colour >> 16 > 0x60 && (colour & 0xffff) < 0x1800);
      expect(reds.length).toBeGreaterThan(0);
    }
  });

  test('draws the cursor as block, underline or bar, and not where it is hidden', async () => {
    const ink = async (set: string) => (await draw(`${set}`)).ink(0, 0);
    expect(await ink('')).toBe(162);
    expect(await ink('\x1b[4 q')).toBe(9);
    expect(await ink('\x1b[6 q')).toBe(18);
    expect(await ink('\x1b[?25l')).toBe(0);
  });

  test('takes a wide character as two cells, and a picture for an emoji or a box where no font has it', async () => {
    const {bytes, missing} = await pictureOf('\u{1fbfe}x');
    expect(missing).toEqual(['\u{1fbfe}']);
    expect(new Pixels(bytes).ink(0, 0)).toBeGreaterThan(20);
  });

  test('of more pixels than are drawn is refused', async () => {
    const size = {cols: 2000, rows: 1000};
    await expect(pictureOf('', {size})).rejects.toMatchObject({code: 'too_large', hint: expect.any(String)});
    expect((await pictureOf('', {size, format: 'svg'})).size).toEqual({width: 18_000, height: 18_000});
  });
});

test('lines of boxes join at every edge where two of them meet', async () => {
  const box = '┌─┬─┐ ┏━┳━┓ ╔═╦═╗\r\n├─┼─┤ ┣━╋━┫ ╠═╬═╣\r\n└─┴─┘ ┗━┻━┛ ╚═╩═╝\x1b[?25l';
  const pixels = await draw(box);
  const edge = (x: number, y: number, length: number, isVertical: boolean): boolean[] =>
    Array.from({length}, (_, i) => pixels.at(isVertical ? x : x + i, isVertical ? y + i : y) !== 0x161616);
  for (let row = 0; row < 3; row++) {
    for (let col = 0; col < 16; col++) {
      const [here, next] = [edge(col * 9 + 8, row * 18, 18, true), edge(col * 9 + 9, row * 18, 18, true)];
      expect({row, col, edge: here}).toEqual({row, col, edge: next});
    }
  }
  for (let row = 0; row < 2; row++) {
    expect(edge(0, row * 18 + 17, 153, false)).toEqual(edge(0, row * 18 + 18, 153, false));
  }
});

test('blocks fill exactly their part of the cell', async () => {
  const pixels = await draw('█▀▄▌▐▁▘⣿░\x1b[?25l');
  const white = [0, 1, 2, 3, 4, 5, 6].map(col => pixels.cell(0, col).get(0xd4d4d4));
  expect(white).toEqual([162, 81, 81, 90, 72, 18, 45]);
  expect(pixels.cell(0, 8)).toEqual(new Map([[0x454545, 162]]));
});

describe('SVG, HTML, ANSI and text', () => {
  const secret = 'open \x1b[8mhidden\x1b[m <b>&"\u202e';

  test('need nothing from outside', async () => {
    const output = '\x1b[1;31mred\x1b[m 中 😀';
    expect(await textOf(output, {format: 'svg'})).not.toMatch(/(href|src)="(?!#|data:)|url\(|@import/);
    const html = await textOf(output, {format: 'html'});
    expect(html).not.toMatch(/src=|<link|<script|@import/);
  });

  test('are no markup of those who print it', async () => {
    const html = await textOf('\x1b]8;;javascript:alert(1)\x1b\\x\x1b]8;;\x1b\\<script>', {format: 'html'});
    expect(html).not.toMatch(/<script|javascript:|<a /);
    expect(await textOf('<script>', {format: 'svg'})).not.toContain('<script');
  });

  test.for(['svg', 'html', 'ansi'] as const)('%s tells nobody what a person does not see', async format => {
    expect(await textOf(secret, {format, size: {cols: 40, rows: 2}})).not.toContain('hidden');
  });

  test('text marks what a person does not see, and counts it', async () => {
    const {bytes, hidden} = await pictureOf(secret, {format: 'text', size: {cols: 40, rows: 2}});
    expect(Buffer.from(bytes).toString()).toContain('open <hidden>hidden</hidden>');
    expect(hidden).toBeGreaterThan(5);
  });

  test('ANSI printed again gives the same screen', async () => {
    const size = {cols: 30, rows: 4};
    const output = `\x1b[1;3;4:3;38;5;208mone\x1b[m two\r\n\x1b[7;9;48;2;1;2;3m three \x1b[m\r\n中文 \x1b[58:5:9;4mred\x1b[m\x1b[?25l`;
    const again = await textOf(output, {format: 'ansi', size});
    const [one, two] = [await gridOf(output, size), await gridOf(`${again.replaceAll('\n', '\r\n')}\x1b[?25l`, size)];
    expect((await pictureOf('', {grid: two})).bytes).toEqual((await pictureOf('', {grid: one})).bytes);
  });
});

test('of two moments the rows that differ are told, and the cells stand out', async () => {
  const before = await gridOf('same\r\nold\x1b[?25l');
  const picture = await pictureOf('same\r\nnew\x1b[?25l', {before});
  expect(picture.changes).toEqual([{row: 1, before: 'old', after: 'new'}]);
  const pixels = new Pixels(picture.bytes);
  expect(pixels.cell(1, 0).has(0xd4d4d4)).toBe(true);
  expect(pixels.cell(0, 0).has(0xd4d4d4)).toBe(false);
  expect(pixels.ink(0, 0)).toBeGreaterThan(0);
});

test('a screen that was put away as text for a while has the same underlines afterwards', async () => {
  await using pool = new ScreenPool();
  const screen = pool.createScreen({cols: 20, rows: 3});
  screen.feed(Buffer.from('\x1b[4:3;58:2::255:0:0mcurly\x1b[m \x1b[1;4:2mdou\r\nble\x1b[4:4m 中'));
  const before = await screen.grid();
  const {live} = await pool.freezeIdle();
  expect(live).toBe(0);
  expect(await screen.grid()).toEqual(before);
  screen.feed(Buffer.from('x'));
  const after = await screen.grid();
  expect(after.styles[after.styleOf[after.cols + 6] ?? 0]).toMatchObject({bold: true, underline: 'dotted'});
});
