import {defineBuiltin} from '../../command.ts';
import {cellText} from '../../documents/sheets/sheet.ts';
import {chooseFlags} from './choose-table.ts';
import {openTables} from './open-tables.ts';
import {tableLimits} from './table-limits.ts';

export const tableList = defineBuiltin({
  name: 'table list',
  summary: 'which sheets or tables a file has, their size and first row',
  flags: {in: chooseFlags.in},
  examples: ['table list --in book.xlsx'],
  capabilities: ['read'],
  resourceLimits: tableLimits,
  audit: {resultFields: ['format', 'count']},
  async run({flags, files, signal}) {
    const {format, tables, warnings} = await openTables({bytes: await files.read(flags.in), path: flags.in, signal});
    const found: {number: number; name: string; rows: number; columns: number; first_row: string[]}[] = [];
    for (const table of tables) {
      let rows = 0;
      let columns = 0;
      let first: string[] = [];
      for await (const row of table.rows()) {
        if (rows++ === 0) first = row.slice(0, 50).map(cellText);
        columns = Math.max(columns, row.length);
      }
      found.push({number: table.number, name: table.name, rows, columns, first_row: first});
    }
    const lines = found.map(
      table =>
        `${table.number}  ${table.name}  ${table.rows} rows x ${table.columns} columns  ${table.first_row.join(' | ')}\n`,
    );
    return {
      stdout: lines.join('') || 'no tables\n',
      stderr: warnings.map(warning => `${warning}\n`).join(''),
      result: {format, count: found.length, tables: found, warnings: [...warnings]},
    };
  },
});
