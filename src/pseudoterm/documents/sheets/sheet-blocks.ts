import {limitExceeded} from '../limits.ts';
import type {Block, Span} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {cellText, type Sheet, type SheetCell} from './sheet.ts';

/** All wanted sheets: an anchor, a heading with the name, the rows in portions, the notes of cells. */
export async function* sheetBlocks(
  sheets: readonly Sheet[],
  context: ReadContext,
): AsyncGenerator<Block, void, undefined> {
  context.parts = sheets.map(({name}, index) => ({kind: 'sheet', number: index + 1, name}));
  const budget = {cells: context.limits.cells};
  for (const [index, sheet] of sheets.entries()) {
    const number = index + 1;
    if (context.pages && !context.pages.has(number)) continue;
    if (sheet.isHidden) context.warn(`The sheet "${sheet.name}" is hidden in the file.`);
    yield {type: 'anchor', kind: 'sheet', number, name: sheet.name};
    yield {type: 'heading', level: 2, spans: [{text: sheet.name}]};
    yield* portions(sheet, context, budget);
    for (const {cell, text} of await sheet.notes()) yield {type: 'note', id: `${sheet.name}!${cell}`, spans: [{text}]};
  }
}

/** The rows of a sheet in blocks of bounded size. */
export async function* portions(
  sheet: Sheet,
  context: ReadContext,
  budget: {cells: number},
): AsyncGenerator<Block, void, undefined> {
  let rows: (string | Span)[][] = [];
  let isStart = true;
  for await (const row of sheet.rows()) {
    budget.cells -= row.length;
    if (budget.cells < 0) throw limitExceeded('The sheets have too many cells', context.limits.cells, 'cells');
    rows.push(row.map(toRowCell));
    if (rows.length < portionRows) continue;
    yield {type: 'rows', isStart, rows};
    isStart = false;
    rows = [];
  }
  if (rows.length > 0) yield {type: 'rows', isStart, rows};
}

function toRowCell(cell: SheetCell): string | Span {
  const text = cellText(cell);
  return cell !== null && typeof cell === 'object' && cell.href !== undefined ? {text, href: cell.href} : text;
}

const portionRows = 500;
