import {defineBuiltin} from '../../command.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {chooseFlags, chooseTable} from './choose-table.ts';
import {csvLine} from './csv-line.ts';
import {openTables} from './open-tables.ts';
import {tableLimits} from './table-limits.ts';

const DELIMITERS = {comma: ',', semicolon: ';', tab: '\t'} as const;

export const tableToCsv = defineBuiltin({
  name: 'table to-csv',
  summary: 'a sheet or a table of a document as CSV',
  details: 'Values as they are stored: dates as ISO 8601, 25.6% as 0.256. With --shown as a person sees them.',
  flags: {
    ...chooseFlags,
    ...outFlags,
    delimiter: {type: 'choice', choices: ['comma', 'semicolon', 'tab'], default: 'comma', about: 'between the fields'},
    shown: {type: 'boolean', about: 'cells as the sheet shows them'},
    'max-rows': {type: 'int', min: 1, max: 10_000_000, default: 10_000_000, about: 'stop after so many'},
  },
  examples: ['table to-csv --in book.xlsx --sheet Sales --out sales.csv'],
  capabilities: ['read', 'write'],
  resourceLimits: tableLimits,
  audit: {resultFields: ['format', 'table', 'rows']},
  async run({flags, files, signal}) {
    const {format, tables, warnings} = await openTables({bytes: await files.read(flags.in), path: flags.in, signal});
    const table = chooseTable(tables, flags);
    const lines: string[] = [];
    for await (const row of table.rows()) {
      if (lines.length >= flags['max-rows']) break;
      lines.push(csvLine(row, DELIMITERS[flags.delimiter], flags.shown));
    }
    const result = {format, table: table.name, rows: lines.length, tables: tables.length, warnings: [...warnings]};
    return await deliverText({text: lines.join(''), result, out: flags.out, overwrite: flags.overwrite, files});
  },
});
