/** The tables of a document, whatever its format: sheets of workbooks, tables of texts. */
import {detectFormat} from '../../documents/detect-format.ts';
import type {DocumentFormat} from '../../documents/format.ts';
import {defaultDocumentLimits} from '../../documents/limits.ts';
import {plainText, type TableBlock} from '../../documents/model.ts';
import {openReader} from '../../documents/open-reader.ts';
import {createReadContext, type ReadContext} from '../../documents/read-context.ts';
import type {Sheet, SheetCell} from '../../documents/sheets/sheet.ts';

export interface FoundTable {
  /** Counted from 1 over the document. */
  readonly number: number;
  /** The sheet's name, or where the table stands: `page 3`. */
  readonly name: string;
  rows(): AsyncIterable<readonly SheetCell[]>;
}

export interface OpenTables {
  readonly format: DocumentFormat;
  readonly tables: readonly FoundTable[];
  readonly warnings: readonly string[];
}

interface OpenOptions {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Throws what the readers throw. Sheets are read row by row; tables of texts are held whole. */
export async function openTables({bytes, path, signal}: OpenOptions): Promise<OpenTables> {
  const format = detectFormat(bytes, path);
  const context = createReadContext({bytes, format, limits: defaultDocumentLimits, signal, pages: undefined});
  const sheets = await openSheets(format, context);
  const tables = sheets ? sheets.map(ofSheet) : await tablesOfText(format, context);
  return {format, tables, warnings: context.warnings};
}

async function openSheets(format: DocumentFormat, context: ReadContext): Promise<readonly Sheet[] | undefined> {
  switch (format) {
    case 'xlsx':
      return await (await import('../../documents/sheets/xlsx-workbook.ts')).openXlsx(context);
    case 'ods':
      return await (await import('../../documents/odf/ods-sheets.ts')).openOds(context);
    case 'csv':
      return (await import('../../documents/plain/csv-rows.ts')).openCsv(context);
    default:
      return undefined;
  }
}

function ofSheet(sheet: Sheet, index: number): FoundTable {
  return {number: index + 1, name: sheet.name, rows: () => sheet.rows()};
}

async function tablesOfText(format: DocumentFormat, context: ReadContext): Promise<readonly FoundTable[]> {
  const read = await openReader(format);
  const tables: FoundTable[] = [];
  let place = '';
  for await (const block of read(context)) {
    if (block.type === 'anchor') place = `${block.kind} ${block.name ?? block.number}`;
    if (block.type === 'table') tables.push(ofBlock(block, tables.length + 1, place));
    await context.breathe();
  }
  return tables;
}

function ofBlock(block: TableBlock, number: number, place: string): FoundTable {
  return {
    number,
    name: place === '' ? `table ${number}` : place,
    async *rows() {
      for (const row of block.rows) yield row.map(cell => plainText(cell.spans));
    },
  };
}
