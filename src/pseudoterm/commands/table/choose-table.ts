import {nearest} from '../../../core/index.ts';
import {PseudoError} from '../../pseudo-error.ts';
import type {FoundTable} from './open-tables.ts';

/** Flags that name one table. */
export const chooseFlags = {
  in: {type: 'path', required: true, about: 'xlsx, ods, csv, or any document with tables'},
  sheet: {type: 'string', value: 'NAME', about: 'the sheet of that name; a number counts from 1'},
  table: {type: 'int', min: 1, max: 100_000, about: 'the N-th table'},
} as const;

interface Choice {
  readonly sheet: string | undefined;
  readonly table: number | undefined;
}

/** The table that the flags name; the first one without flags. Throws `CommandFailed` naming what there is. */
export function chooseTable(tables: readonly FoundTable[], {sheet, table}: Choice): FoundTable {
  const chosen =
    sheet === undefined
      ? tables.find(candidate => candidate.number === (table ?? 1))
      : (tables.find(candidate => candidate.name === sheet) ??
        tables.find(candidate => String(candidate.number) === sheet));
  if (chosen) return chosen;
  if (tables.length === 0) throw new PseudoError('CommandFailed', 'There is no table in it.', {tables: 0});
  const names = tables.map(candidate => candidate.name);
  const guess = sheet === undefined ? undefined : nearest(sheet, names);
  const known = names.slice(0, 20).map((name, i) => `${i + 1} "${name}"`);
  const hint = guess ? `Did you mean "${guess}"?` : `There are: ${known.join(', ')}.`;
  throw new PseudoError('CommandFailed', `There is no table ${sheet ?? table}. ${hint}`, {tables: tables.length});
}
