import {type Row, readTable} from './row.ts';
import {changers} from './tables/changers.ts';
import {dangerous} from './tables/dangerous.ts';
import {git} from './tables/git.ts';
import {readers} from './tables/readers.ts';
import {tools} from './tables/tools.ts';

/** What the tables know of a program, or of a subcommand by its whole name: `git remote show`. */
export function findRow(name: string): Row | undefined {
  rows ??= new Map([
    ...readTable(readers),
    ...readTable(changers),
    ...readTable(git),
    ...readTable(tools),
    ...readTable(dangerous),
  ]);
  return rows.get(name) ?? (name.startsWith('mkfs.') ? rows.get('mkfs') : undefined);
}

/** Read when the first line is judged: processes that judge none need not wait for it. */
let rows: ReadonlyMap<string, Row> | undefined;
