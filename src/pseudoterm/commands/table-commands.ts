import type {AnyBuiltin} from '../command.ts';
import {tableList} from './table/list.ts';
import {tableQuery} from './table/query.ts';
import {tableToCsv} from './table/to-csv.ts';
import {tableToJson} from './table/to-json.ts';

/** Commands on sheets and tables; they need the document readers. */
export const tableCommands: readonly AnyBuiltin[] = [tableList, tableToCsv, tableToJson, tableQuery];
