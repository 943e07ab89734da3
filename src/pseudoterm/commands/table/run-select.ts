/** One SELECT that can do nothing but read, by what the present Node.js offers for that. */
import type {DatabaseSync, StatementSync} from 'node:sqlite';

export interface SelectAnswer {
  readonly columns: readonly string[];
  /** Values in the order of the columns; to be read once, to the end or not. */
  readonly rows: Iterable<readonly unknown[]>;
}

/**
 * Throws SQLite's error, also while the rows are read, when the statement is wrong or would attach, change, configure or
 * load something. Only before Node.js 24.10 do columns of the same name get numbers: `a` and `a:1`.
 */
export function runSelect(database: DatabaseSync, sql: string): SelectAnswer {
  return hasAuthorizer(database) ? selectUnderAuthorizer(database, sql) : selectThroughView(database, sql);
}

function selectUnderAuthorizer(database: DatabaseSync & Authorized, sql: string): SelectAnswer {
  database.setAuthorizer(action => (READING.has(action) ? SQLITE_OK : SQLITE_DENY));
  try {
    const statement = database.prepare(sql);
    if (!givesArrays(statement)) throw new Error('This Node.js gives no rows as arrays');
    const columns = statement.columns().map(column => column.name);
    statement.setReturnArrays(true);
    return {columns, rows: arrays(database, statement)};
  } catch (error) {
    database.setAuthorizer(null);
    throw error;
  }
}

/** SELECT, READ, FUNCTION and RECURSIVE; https://www.sqlite.org/c3ref/c_alter_table.html */
const READING: ReadonlySet<number> = new Set([21, 20, 31, 33]);
const SQLITE_OK = 0;
const SQLITE_DENY = 1;

function* arrays(database: Authorized, statement: StatementSync): Iterable<readonly unknown[]> {
  try {
    for (const row of statement.iterate()) yield Array.isArray(row) ? row : [];
  } finally {
    database.setAuthorizer(null);
  }
}

/**
 * A view holds one SELECT and no more, and an untrusted schema reaches neither pragmas nor extensions:
 * https://www.sqlite.org/pragma.html#pragma_trusted_schema. Its columns have different names, which rows as objects need.
 */
function selectThroughView(database: DatabaseSync, sql: string): SelectAnswer {
  // For the message: a mistake is told as it stands in the query, not in the view.
  database.prepare(sql);
  database.exec('PRAGMA trusted_schema = OFF');
  database.prepare(`CREATE VIEW ${VIEW} AS ${sql}`).run();
  const facts = database.prepare(`SELECT name FROM pragma_table_info('${VIEW}')`).all();
  const columns = facts.map(fact => String(fieldOf(fact, 'name')));
  const rows = database.prepare(`SELECT * FROM ${VIEW}`).iterate();
  return {columns, rows: inOrder(rows, columns)};
}

const VIEW = 'cotty_answer';

function* inOrder(rows: Iterable<unknown>, columns: readonly string[]): Iterable<readonly unknown[]> {
  for (const row of rows) yield columns.map(name => fieldOf(row, name));
}

function fieldOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

/** Since Node.js 22.16. */
interface ArrayStatement {
  columns(): readonly {readonly name: string}[];
  setReturnArrays(enabled: boolean): void;
}

function givesArrays(statement: StatementSync): statement is StatementSync & ArrayStatement {
  return 'setReturnArrays' in statement && 'columns' in statement;
}

/** Since Node.js 24.10. */
interface Authorized {
  setAuthorizer(decide: ((action: number) => number) | null): void;
}

function hasAuthorizer(database: DatabaseSync): database is DatabaseSync & Authorized {
  return 'setAuthorizer' in database;
}
