import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {sheetBlocks} from '../sheets/sheet-blocks.ts';
import {openOds} from './ods-sheets.ts';

/** A workbook as its sheets, one table each. */
export async function* readOds(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  yield* sheetBlocks(await openOds(context), context);
}
