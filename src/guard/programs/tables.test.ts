import {expect, test} from 'vitest';
import {findRow} from './find-row.ts';
import {tableOptions} from './row.ts';
import {changers} from './tables/changers.ts';
import {dangerous} from './tables/dangerous.ts';
import {development} from './tables/development.ts';
import {documents} from './tables/documents.ts';
import {git} from './tables/git.ts';
import {machine} from './tables/machine.ts';
import {operations} from './tables/operations.ts';
import {readers} from './tables/readers.ts';
import {repositories} from './tables/repositories.ts';
import {system} from './tables/system.ts';
import {tools} from './tables/tools.ts';
import {wrappers} from './tables/wrappers.ts';

const programs = [
  readers,
  changers,
  git,
  tools,
  dangerous,
  machine,
  documents,
  development,
  operations,
  repositories,
  system,
];

const rows = [...programs, wrappers].flatMap(table =>
  table.split('\n').flatMap(line => {
    const [names = '', level = '', operands = '', options = ''] = line.split('|').map(column => column.trim());
    return names === '' ? [] : [{name: names.slice(0, 40), names, level, operands, options: options.split(/\s+/)}];
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

test('a program stands in one row', () => {
  const seen = new Set<string>();
  const names = programs.flatMap(table =>
    table.split('\n').flatMap(
      line =>
        line
          .split('|')[0]
          ?.trim()
          .split(/\s*,\s*/) ?? [],
    ),
  );
  expect(names.filter(name => name !== '' && (seen.has(name) || !seen.add(name)))).toEqual([]);
});

test('a word behind one dash is no row of letters that make a program harmless', () => {
  const split = rows
    .filter(({operands}) => !operands.includes('-long'))
    .flatMap(({name, options}) =>
      options.filter(option => /^-[A-Za-z]{2,}!/.test(option)).map(option => `${name}: ${option}`),
    );
  expect(split).toEqual([]);
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
