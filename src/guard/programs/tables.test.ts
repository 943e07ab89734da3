import {expect, test} from 'vitest';
import {findRow} from './find-row.ts';
import {tableOptions} from './row.ts';
import {changers} from './tables/changers.ts';
import {dangerous} from './tables/dangerous.ts';
import {git} from './tables/git.ts';
import {readers} from './tables/readers.ts';
import {tools} from './tables/tools.ts';
import {wrappers} from './tables/wrappers.ts';

const rows = [readers, changers, git, tools, dangerous, wrappers].flatMap(table =>
  table.split('\n').flatMap(line => {
    const [names = '', level = '', , options = ''] = line.split('|').map(column => column.trim());
    return names === '' ? [] : [{name: names.slice(0, 40), level, options: options.split(/\s+/)}];
  }),
);

test('every word in the column of options is read as an option', () => {
  const unread = rows.flatMap(({name, options}) =>
    options
      .filter(token => token !== '' && [...tableOptions(token).keys()].join('').length < 2)
      .map(token => `${name}: ${token}`),
  );
  expect(unread).toEqual([]);
});

test('every row has a level', () => {
  expect(rows.filter(({level}) => !/^[SCD]$/.test(level))).toEqual([]);
});

test('a program that is dangerous is not made harmless by single letters that together ask something', () => {
  for (const name of ['rpm', 'pacman'])
    expect(
      [...(findRow(name)?.options ?? [])].filter(([option, {replacesFirst}]) => option === '-i' && replacesFirst),
    ).toEqual([]);
});
