import type {Block} from '../model.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {childrenOf, type XmlElement} from '../xml/node.ts';
import type {HtmlScope, ReadBlocks} from './html-scope.ts';

/** A table with its caption before it; tables that only lay out the page become what stands in them. */
export function tableBlocks(table: XmlElement, scope: HtmlScope, readBlocks: ReadBlocks): Block[] {
  const caption = childrenOf(table, 'caption').flatMap(element => readBlocks(element, scope));
  const rows = [...rowsOf(table, false)].map(({row, isInHead}) => ({
    isInHead,
    cells: cellsOf(row).map(cell => ({cell, blocks: readBlocks(cell, scope)})),
  }));
  if (isLayout(table, rows)) return [...caption, ...rows.flatMap(({cells}) => cells.flatMap(({blocks}) => blocks))];
  const grid = new TableGrid(scope.context);
  let isHeader = true;
  for (const {cells, isInHead} of rows) {
    if (cells.length === 0) continue;
    for (const {cell, blocks} of cells) grid.add(cellSpans(blocks), spanOf(cell, 'colspan'), spanOf(cell, 'rowspan'));
    grid.endRow();
    isHeader &&= isInHead || (grid.rowCount === 1 && cells.every(({cell}) => cell.name === 'th'));
    if (isHeader) grid.headerRows++;
  }
  const block = grid.finish();
  return block ? [...caption, block] : caption;
}

function* rowsOf(element: XmlElement, isInHead: boolean): Generator<{row: XmlElement; isInHead: boolean}> {
  for (const child of childrenOf(element)) {
    if (child.name === 'tr') yield {row: child, isInHead};
    else if (child.name === 'thead') yield* rowsOf(child, true);
    else if (child.name === 'tbody' || child.name === 'tfoot') yield* rowsOf(child, false);
  }
}

/** Line numbers beside code are no cells. */
function cellsOf(row: XmlElement): XmlElement[] {
  return childrenOf(row).filter(
    cell => (cell.name === 'td' || cell.name === 'th') && !/\b(linenos|gutter)\b/.test(cell.attributes.class ?? ''),
  );
}

interface TableRow {
  readonly isInHead: boolean;
  readonly cells: readonly {readonly cell: XmlElement; readonly blocks: readonly Block[]}[];
}

/** A table of one cell, or one without titles whose cells hold what no cell of a table holds. */
function isLayout(table: XmlElement, rows: readonly TableRow[]): boolean {
  if (['presentation', 'none'].includes(table.attributes.role ?? '')) return true;
  if (rows.length <= 1 && rows.every(({cells}) => cells.length <= 1)) return true;
  const all = rows.flatMap(({cells}) => cells);
  const hasTitles = rows.some(({isInHead}) => isInHead) || all.some(({cell}) => cell.name === 'th');
  const isColumn = rows.every(({cells}) => cells.length <= 1);
  const isOfPage = (block: Block) => isOfPages(block) || (isColumn && block.type === 'item');
  return !hasTitles && all.some(({cell, blocks}) => blocks.some(isOfPage) || hasTable(cell));
}

function isOfPages(block: Block): boolean {
  return block.type === 'heading' || block.type === 'table' || (block.type === 'code' && block.text.includes('\n'));
}

function hasTable(element: XmlElement): boolean {
  return childrenOf(element).some(child => child.name === 'table' || hasTable(child));
}

/** A rowspan of 0 reaches to the end of the table. */
function spanOf(cell: XmlElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(cell.attributes[name] ?? '1', 10);
  if (value === 0 && name === 'rowspan') return 1000;
  return value > 0 ? value : 1;
}
