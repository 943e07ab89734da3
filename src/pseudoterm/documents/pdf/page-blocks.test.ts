import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';
import {type LaidOutPage, laidOutPdf, type PlacedText} from '../testing/pdf-bytes.ts';

/** Three lines of text as most of a page. */
const prose: readonly PlacedText[] = [600, 586, 572].map(
  y => [72, y, 10, 'Some words of running text that fill the whole of this line of the page, and'] as const,
);

async function markdown(...pages: readonly LaidOutPage[]): Promise<string> {
  return (await extractDocument(laidOutPdf(pages), {format: 'pdf', mode: 'md'})).text;
}

test('a centred heading of two lines is one heading', async () => {
  const text = await markdown({texts: [[120, 700, 24, 'Report of the Harbour'], [190, 672, 24, 'for 2023'], ...prose]});
  expect(text).toContain('# Report of the Harbour for 2023\n');
});

test('two links of one line are both kept, without the sign behind them', async () => {
  const text = await markdown({
    texts: [[72, 640, 10, 'see example and another, both'], ...prose],
    links: [
      [[151, 636, 184, 650], 'https://b.example/'],
      [[91, 636, 129, 650], 'https://a.example/'],
    ],
  });
  expect(text).toContain('see [example](https://a.example/) and [another](https://b.example/), both');
});

test('a row of a table may leave its first cell empty when a column of numbers goes on', async () => {
  const row = (y: number, cells: readonly (readonly [number, string])[]) =>
    cells.map(([x, text]) => [x, y, 10, text] as const);
  const text = await markdown({
    texts: [
      ...row(700, [
        [72, 'Name'],
        [200, 'Kind'],
        [330, 'Count'],
      ]),
      ...row(688, [
        [72, 'first'],
        [200, 'one'],
        [330, '12'],
      ]),
      ...row(676, [
        [200, 'other'],
        [330, '7'],
      ]),
      ...prose,
    ],
  });
  expect(text).toContain('| first | one | 12 |\n|  | other | 7 |');
});

test('items are counted by letters too', async () => {
  const text = await markdown({
    texts: [[72, 700, 10, '1. first'], [90, 686, 10, 'a. inner'], [90, 672, 10, 'b. other'], ...prose],
  });
  expect(text).toContain('1. first\n   1. inner\n   2. other');
});

test('the number of the page is not text, in a file of one page too', async () => {
  const text = await markdown({texts: [...prose, [300, 40, 10, '- 1 -']]});
  expect(text).not.toContain('- 1 -');
});

test('on a page of large letters only the largest ones are a heading', async () => {
  const text = await markdown(
    {texts: prose},
    {
      texts: [
        [72, 700, 32, 'Agenda'],
        [72, 640, 20, 'What we did'],
        [72, 600, 20, 'What comes next'],
        [72, 560, 20, 'Questions'],
      ],
    },
  );
  expect(text).toContain('# Agenda');
  expect(text.match(/^#/gm)).toHaveLength(1);
});

test('short columns are read one after the other', async () => {
  const column = (x: number, word: string) =>
    [700, 688, 676, 664, 652].map((y, at) => [x, y, 10, `${word} ${at} of this column goes on to its edge`] as const);
  const text = await markdown({texts: [...column(60, 'left'), ...column(320, 'right'), ...prose]});
  expect(text.match(/(left|right) \d/g)).toEqual(
    [0, 1, 2, 3, 4].map(at => `left ${at}`).concat([0, 1, 2, 3, 4].map(at => `right ${at}`)),
  );
});

test('narrow cells of a table are parted', async () => {
  const row = (y: number, cells: readonly (readonly [number, string])[]) =>
    cells.map(([x, text]) => [x, y, 10, text] as const);
  const text = await markdown({
    texts: [
      ...row(700, [
        [72, 'Item'],
        [190, 'Kind'],
        [240, 'Price'],
      ]),
      ...row(682, [
        [72, 'Banana split with walnuts'],
        [200, '12'],
        [240, '14.00'],
      ]),
      ...row(664, [
        [72, 'Apple'],
        [200, '3'],
        [240, '1.20'],
      ]),
      ...prose,
    ],
  });
  expect(text).toContain(
    '| Item | Kind | Price |\n| --- | --- | --- |\n| Banana split with walnuts | 12 | 14.00 |\n| Apple | 3 | 1.20 |',
  );
});
