import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {portions} from '../sheets/sheet-blocks.ts';
import {openCsv} from './csv-rows.ts';

/** A CSV file as one table whose first row has the titles. */
export async function* readCsv(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const budget = {cells: context.limits.cells};
  for (const sheet of openCsv(context)) yield* portions(sheet, context, budget);
}
