import {describe, expect, test} from 'vitest';
import {runInMemory} from '../../testing/run-line-in-memory.ts';
import {tableCommands} from '../table-commands.ts';

const options = {commands: tableCommands};
const html =
  '<p>x</p><table><tr><th>a</th><th>a</th><th></th></tr><tr><td>1</td><td>x|y</td></tr></table><table><tr><td>second</td><td>2</td></tr></table>';
const files = {
  'sales.csv': 'region,amount,id\nnorth,12,007\nsouth,7.5,010\n"a, ""b""",30,\n',
  'page.html': html,
  'plain.txt': 'no table',
};
const run = async (command: string) => (await runInMemory(command, {files, options})).result;

describe('table list', () => {
  test('tells tables with their size and first row', async () => {
    expect(await run('table list --in page.html')).toMatchObject({
      exit_code: 0,
      result: {
        format: 'html',
        count: 2,
        tables: [
          {number: 1, rows: 2, columns: 3, first_row: ['a', 'a', '']},
          {number: 2, rows: 1, columns: 2},
        ],
      },
    });
  });

  test('says when there is none', async () => {
    expect(await run('table list --in plain.txt')).toMatchObject({
      exit_code: 0,
      stdout: 'no tables\n',
      result: {count: 0},
    });
  });
});

describe('table to-csv', () => {
  test('quotes what needs quotes', async () => {
    expect((await run('table to-csv --in sales.csv --delimiter semicolon')).stdout).toBe(
      'region;amount;id\nnorth;12;007\nsouth;7.5;010\n"a, ""b""";30;\n',
    );
  });

  test('takes the table that is named', async () => {
    expect((await run('table to-csv --in page.html --table 2')).stdout).toBe('second,2\n');
    expect(await run('table to-csv --in page.html --table 3')).toMatchObject({
      error_code: 'CommandFailed',
      stderr: expect.stringContaining('There are: 1 "table 1", 2 "table 2"'),
    });
  });
});

describe('table to-json', () => {
  test('names columns by the first row, each by a name of its own', async () => {
    expect(JSON.parse((await run('table to-json --in page.html')).stdout)).toEqual([
      {a: '1', a_2: 'x|y', column_3: ''},
    ]);
    expect(JSON.parse((await run('table to-json --in sales.csv --no-header --max-rows 1')).stdout)).toEqual([
      ['region', 'amount', 'id'],
    ]);
  });
});

describe('table query', () => {
  const query = (sql: string, more = '') =>
    run(`table query --in sales.csv --sql "${sql.replaceAll('"', '\\"')}" ${more}`);

  test('answers in three forms', async () => {
    const sql = 'SELECT region, amount FROM t1 WHERE amount > 8 ORDER BY amount';
    expect((await query(sql)).stdout).toBe('| region | amount |\n| --- | --- |\n| north | 12 |\n| a, "b" | 30 |\n');
    expect((await query(sql, '--format csv')).stdout).toBe('region,amount\nnorth,12\n"a, ""b""",30\n');
    expect(JSON.parse((await query(sql, '--format json')).stdout)).toEqual([
      {region: 'north', amount: 12},
      {region: 'a, "b"', amount: 30},
    ]);
  });

  test('leaves text that only looks like a number as it is', async () => {
    expect(JSON.parse((await query("SELECT id FROM t1 WHERE id = '007'", '--format json')).stdout)).toEqual([
      {id: '007'},
    ]);
  });

  test('says where the mistake is, and which tables and columns there are', async () => {
    expect(await query('SELECT price FROM t1')).toMatchObject({
      error_code: 'InvalidArguments',
      stderr: 'InvalidArguments: SQL: no such column: price. Tables: t1(region, amount, id).\n',
    });
  });

  test('takes a semicolon at the end and in quotes', async () => {
    expect((await query("SELECT ';' AS sign; -- done", '--format csv')).stdout).toBe('sign\n;\n');
  });

  test('stops at the row limit', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    expect(await query(endless, '--max-rows 5')).toMatchObject({exit_code: 0, result: {rows: 5, truncated: true}});
  });

  test.each([
    "ATTACH '/etc/passwd' AS x",
    "  -- harmless\n ATTACH '/etc/passwd' AS x",
    'PRAGMA database_list',
    "VACUUM INTO '/tmp/x'",
    'DROP TABLE t1',
    'INSERT INTO t1 VALUES (1, 2, 3)',
    "SELECT load_extension('/tmp/x')",
    'WITH x AS (SELECT 1) DELETE FROM t1',
    'SELECT * FROM pragma_database_list',
    'SELECT 1; SELECT 2',
  ])('refuses %s', async sql => {
    expect(await query(sql)).toMatchObject({error_code: 'InvalidArguments'});
  });
});
