import {isAtLeast} from '../level.ts';
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
import {system} from './tables/system.ts';
import {tools} from './tables/tools.ts';

/** What the tables know of a program, or of a subcommand by its whole name: `git remote show`. */
export function findRow(name: string): Row | undefined {
  common ??= new Map([readers, changers, git, tools, dangerous].flatMap(table => [...readTable(table)]));
  words ??= readTable(system);
  rows ??= new Map([
    ...common,
    ...readTable(machine),
    ...readTable(documents),
    ...readTable(development),
    ...readTable(operations),
    ...readTable(repositories),
    ...words,
  ]);
  return rows.get(name) ?? (name.startsWith('mkfs.') ? rows.get('mkfs') : undefined);
}

/**
 * What a table knows of a subcommand that is written in short, by a program that takes it so: `ip r` is `ip route`. Of several that begin
 * so it is the worst, and of equally bad ones the first of the table. `path`: the program and its subcommands before that one, in full.
 */
export function findAbbreviated(path: string, word: string): Row | undefined {
  if (!ABBREVIATES.test(path) || !/^[a-z]/.test(word)) return undefined;
  below ??= subcommands(path);
  let found: Row | undefined;
  for (const row of below.get(path) ?? [])
    if (row.name.startsWith(word, path.length + 1) && (!found || isWorse(row, found))) found = row;
  return found;
}

/** Rows of the programs that are told their subcommands in short, by what stands before the last word. */
function subcommands(path: string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  findRow(path);
  for (const [name, row] of rows ?? []) {
    const parent = name.slice(0, Math.max(0, name.lastIndexOf(' ')));
    if (ABBREVIATES.test(parent)) found.set(parent, [...(found.get(parent) ?? []), row]);
  }
  return found;
}

const ABBREVIATES = /^(?:ip|tc|bridge|nmcli|btrfs|qm|pct|pvesh|devlink|rdma)(?= |$)/;

function isWorse(row: Row, than: Row): boolean {
  return row.level !== than.level && isAtLeast(row.level, than.level);
}

/** Whether people think of a certain program when they read the name: few do for short names of rare ones, and give them as aliases. */
export function isCommonProgram(name: string): boolean {
  return findRow(name) !== undefined && (common?.has(name) ?? false);
}

/** Whether it is a program that few have, and whose name is a plain word elsewhere: `login`, `scrub`. */
export function isPlainWord(name: string): boolean {
  words ??= readTable(system);
  return words.has(name);
}

/** Read when the first line is judged: processes that judge none need not wait for it. */
let rows: ReadonlyMap<string, Row> | undefined;
let words: ReadonlyMap<string, Row> | undefined;
let below: ReadonlyMap<string, readonly Row[]> | undefined;
let common: ReadonlyMap<string, Row> | undefined;
