import {defineBuiltin, type JsonValue} from '../../command.ts';
import {cellValue, type SheetCell} from '../../documents/sheets/sheet.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {chooseFlags, chooseTable} from './choose-table.ts';
import {columnNames} from './column-names.ts';
import {openTables} from './open-tables.ts';
import {tableLimits} from './table-limits.ts';

export const tableToJson = defineBuiltin({
  name: 'table to-json',
  summary: 'a sheet or a table of a document as JSON, one object a row',
  details:
    'The first row has the names. Values keep their types: numbers, true and false, dates as ISO 8601 text, null for nothing.',
  flags: {
    ...chooseFlags,
    ...outFlags,
    'no-header': {type: 'boolean', about: 'rows as arrays, the first one included'},
    'max-rows': {type: 'int', min: 1, max: 10_000_000, default: 10_000_000, about: 'stop after so many'},
  },
  examples: ['table to-json --in book.xlsx --out book.json'],
  capabilities: ['read', 'write'],
  resourceLimits: tableLimits,
  audit: {resultFields: ['format', 'table', 'rows']},
  async run({flags, files, signal}) {
    const {format, tables, warnings} = await openTables({bytes: await files.read(flags.in), path: flags.in, signal});
    const table = chooseTable(tables, flags);
    const most = flags['max-rows'] + (flags['no-header'] ? 0 : 1);
    const rows: (readonly SheetCell[])[] = [];
    for await (const row of table.rows()) {
      if (rows.length >= most) break;
      rows.push(row);
    }
    const values = flags['no-header'] ? rows.map(row => row.map(cellValue)) : toObjects(rows);
    const text = `[\n${values.map(value => JSON.stringify(value)).join(',\n')}\n]\n`;
    const result = {format, table: table.name, rows: values.length, tables: tables.length, warnings: [...warnings]};
    return await deliverText({text, result, out: flags.out, overwrite: flags.overwrite, files});
  },
});

function toObjects(rows: readonly (readonly SheetCell[])[]): readonly JsonValue[] {
  const [titles = [], ...body] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const names = columnNames(titles, width);
  return body.map(row => Object.fromEntries(names.map((name, i) => [name, cellValue(row[i] ?? null)])));
}
