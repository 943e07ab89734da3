import {expect, test} from 'vitest';
import {findText} from './find-text.ts';
import {styleWords} from './picture/grid/style-words.ts';
import {gridOf} from './picture/testing/drawn-screen.ts';

test('a text is found in every row it stands in, with its cells and its style', async () => {
  const grid = await gridOf('中文 Save \x1b[1;31mSave\x1b[m\r\nSaveSave', {cols: 20, rows: 3});
  const found = findText(grid, 'Save').map(({style, ...place}) => ({...place, style: styleWords(style)}));
  expect(found).toEqual([
    {row: 0, col: 5, length: 4, style: ''},
    {row: 0, col: 10, length: 4, style: 'bold fg=red'},
    {row: 1, col: 0, length: 4, style: ''},
    {row: 1, col: 4, length: 4, style: ''},
  ]);
  expect(findText(grid, '文 S')).toMatchObject([{row: 0, col: 2, length: 4}]);
});

test('blanks count, the end of a row ends a text, and nothing is nowhere', async () => {
  const grid = await gridOf('ab  cd', {cols: 6, rows: 2});
  expect(findText(grid, 'b  c')).toMatchObject([{row: 0, col: 1, length: 4}]);
  expect(findText(grid, 'b c')).toEqual([]);
  expect(findText(grid, 'cd ')).toEqual([]);
  expect(findText(grid, '')).toEqual([]);
});
