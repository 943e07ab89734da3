import {defineBuiltin} from '../../command.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {chooseFlags} from './choose-table.ts';
import {csvLine} from './csv-line.ts';
import {openTables} from './open-tables.ts';
import {tableLimits} from './table-limits.ts';

export const tableQuery = defineBuiltin({
  name: 'table query',
  summary: 'ask sheets and tables with SQL (SQLite, in memory)',
  details: [
    'Every sheet is a table of its name, and also t1, t2, …; the first row names the columns. One SELECT, WITH or VALUES.',
    'Names with blanks go into brackets: SELECT [unit price] FROM [Sheet 1]. Nothing is written to the file.',
  ].join('\n'),
  flags: {
    in: chooseFlags.in,
    sql: {type: 'string', required: true, value: 'SQL', about: 'the question'},
    format: {type: 'choice', choices: ['table', 'csv', 'json'], default: 'table', about: 'form of the answer'},
    ...outFlags,
    'max-rows': {type: 'int', min: 1, max: 1_000_000, default: 10_000, about: 'most rows of the answer'},
  },
  examples: ['table query --in book.xlsx --sql "SELECT region, sum(amount) FROM t1 GROUP BY region"'],
  capabilities: ['read', 'write'],
  resourceLimits: tableLimits,
  audit: {resultFields: ['rows']},
  async run({flags, files, signal}) {
    const {tables, warnings} = await openTables({bytes: await files.read(flags.in), path: flags.in, signal});
    const {askTables} = await import('./ask-tables.ts');
    const {columns, rows, isCut, names} = await askTables(tables, flags.sql, {most: flags['max-rows'], signal});
    const text =
      flags.format === 'json'
        ? `${JSON.stringify(rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null]))))}\n`
        : flags.format === 'csv'
          ? [columns, ...rows].map(row => csvLine(row, ',', false)).join('')
          : markdown(columns, rows);
    const result = {
      columns: [...columns],
      rows: rows.length,
      truncated: isCut,
      tables: [...names],
      warnings: [...warnings],
    };
    return await deliverText({text, result, out: flags.out, overwrite: flags.overwrite, files});
  },
});

function markdown(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const line = (cells: readonly (string | number | null)[]) =>
    `| ${cells
      .map(cell =>
        String(cell ?? '')
          .replaceAll('|', '\\|')
          .replace(/\r?\n/g, '<br>'),
      )
      .join(' | ')} |\n`;
  return `${line(columns)}|${' --- |'.repeat(columns.length)}\n${rows.map(line).join('')}`;
}
