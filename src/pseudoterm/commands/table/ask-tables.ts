/** Questions in SQL to tables in memory: the SQLite that Node.js brings, with every way out of it shut. */
import {DatabaseSync} from 'node:sqlite';
import {cellValue, type SheetCell} from '../../documents/sheets/sheet.ts';
import {PseudoError} from '../../pseudo-error.ts';
import {columnNames} from './column-names.ts';
import type {FoundTable} from './open-tables.ts';
import {runSelect} from './run-select.ts';

export interface TableAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly isCut: boolean;
  /** Names of the tables that could be asked. */
  readonly names: readonly string[];
}

/** SQLite's own bound is 2000. */
const MOST_COLUMNS = 2_000;

/** Throws `InvalidArguments` with SQLite's words and the tables there are, `LimitExceeded` for too many columns. */
export async function askTables(
  tables: readonly FoundTable[],
  sql: string,
  options: {readonly most: number; readonly signal: AbortSignal},
): Promise<TableAnswer> {
  if (!/^(SELECT|WITH|VALUES)\b/i.test(withoutComments(sql)) || goesOn(sql))
    throw new PseudoError('InvalidArguments', 'The SQL must be one SELECT, WITH or VALUES.');
  const database = new DatabaseSync(':memory:', {allowExtension: false});
  try {
    const names: string[] = [];
    for (const table of tables) names.push(...(await load(database, table, options.signal)));
    return {...ask(database, sql, options.most), names};
  } finally {
    database.close();
  }
}

function ask(database: DatabaseSync, sql: string, most: number): Omit<TableAnswer, 'names'> {
  try {
    const answer = runSelect(database, sql);
    const rows: (string | number | null)[][] = [];
    for (const row of answer.rows) {
      if (rows.length >= most) return {columns: answer.columns, rows, isCut: true};
      rows.push(row.map(plainValue));
    }
    return {columns: answer.columns, rows, isCut: false};
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PseudoError('InvalidArguments', `SQL: ${reason}. ${schemaOf(database)}`, null, {cause});
  }
}

function withoutComments(sql: string): string {
  return sql.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '');
}

/** SQLite would run the first of several statements and say nothing of the others. */
function goesOn(sql: string): boolean {
  let isEnded = false;
  for (const [token] of sql.matchAll(SQL_TOKENS)) {
    if (/^(\s|--|\/\*)/.test(token)) continue;
    if (token === ';') isEnded = true;
    else if (isEnded) return true;
  }
  return false;
}

/** Quoted text and names, comments, blanks, and any other character. */
const SQL_TOKENS = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[\s\S]/g;

async function load(database: DatabaseSync, table: FoundTable, signal: AbortSignal): Promise<readonly string[]> {
  const rows: (readonly SheetCell[])[] = [];
  for await (const row of table.rows()) rows.push(row);
  const [titles = [], ...body] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return [];
  if (width > MOST_COLUMNS)
    throw new PseudoError('LimitExceeded', `"${table.name}" has more than ${MOST_COLUMNS} columns.`);
  const short = `t${table.number}`;
  const columns = columnNames(titles, width).map(quoteName);
  const declared = columns.map((name, i) => (isNumeric(body, i) ? `${name} NUMERIC` : name));
  database.exec(`CREATE TABLE ${short} (${declared.join(', ')})`);
  const insert = database.prepare(`INSERT INTO ${short} VALUES (${columns.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const [i, row] of body.entries()) {
    if (i % 1_000 === 0) signal.throwIfAborted();
    insert.run(...Array.from({length: width}, (_, column) => inputValue(row[column] ?? null)));
  }
  database.exec('COMMIT');
  return [short, ...alias(database, table.name, short)];
}

/** Text that is a number in every row, as CSV has it; 007 and 1,000 are none. */
function isNumeric(rows: readonly (readonly SheetCell[])[], column: number): boolean {
  return rows.every(row => {
    const value = cellValue(row[column] ?? null);
    return value === null || value === '' || /^-?(0|[1-9]\d{0,14})(\.\d+)?([eE][+-]?\d{1,3})?$/.test(String(value));
  });
}

/** The sheet's own name too, unless it is taken. */
function alias(database: DatabaseSync, name: string, short: string): readonly string[] {
  try {
    database.exec(`CREATE VIEW ${quoteName(name)} AS SELECT * FROM ${short}`);
    return [name];
  } catch {
    return [];
  }
}

function inputValue(cell: SheetCell): string | number | null {
  const value = cellValue(cell);
  return typeof value === 'boolean' ? Number(value) : value;
}

function plainValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return value instanceof Uint8Array ? `${value.length} bytes` : String(value);
}

function schemaOf(database: DatabaseSync): string {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT 20").all();
  const columnsOf = database.prepare('SELECT name FROM pragma_table_info(?) LIMIT 50');
  const lines = tables.map(nameOf).map(name => `${name}(${columnsOf.all(name).map(nameOf).join(', ')})`);
  return `Tables: ${lines.join('; ') || 'none'}.`;
}

function nameOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : '';
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`;
}
