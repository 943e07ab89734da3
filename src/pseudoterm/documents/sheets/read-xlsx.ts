import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {sheetBlocks} from './sheet-blocks.ts';
import {openXlsx} from './xlsx-workbook.ts';

/** A workbook as its sheets, one table each. */
export async function* readXlsx(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  yield* sheetBlocks(await openXlsx(context), context);
}
