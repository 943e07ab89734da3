import {type Row, readTable} from './row.ts';
import {changers} from './tables/changers.ts';
import {dangerous} from './tables/dangerous.ts';
import {development} from './tables/development.ts';
import {documents} from './tables/documents.ts';
import {git} from './tables/git.ts';
import {machine} from './tables/machine.ts';
import {operations} from './tables/operations.ts';
import {readers} from './tables/readers.ts';
import {repositories} from './tables/repositories.ts';
import {tools} from './tables/tools.ts';

/** What the tables know of a program, or of a subcommand by its whole name: `git remote show`. */
export function findRow(name: string): Row | undefined {
  common ??= new Map([readers, changers, git, tools, dangerous].flatMap(table => [...readTable(table)]));
  rows ??= new Map([
    ...common,
    ...readTable(machine),
    ...readTable(documents),
    ...readTable(development),
    ...readTable(operations),
    ...readTable(repositories),
  ]);
  return rows.get(name) ?? (name.startsWith('mkfs.') ? rows.get('mkfs') : undefined);
}

/** Whether people think of a certain program when they read the name: few do for short names of rare ones, and give them as aliases. */
export function isCommonProgram(name: string): boolean {
  return findRow(name) !== undefined && (common?.has(name) ?? false);
}

/** Read when the first line is judged: processes that judge none need not wait for it. */
let rows: ReadonlyMap<string, Row> | undefined;
let common: ReadonlyMap<string, Row> | undefined;
