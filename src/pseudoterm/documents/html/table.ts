import type {Block} from '../model.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {childrenOf, type XmlElement} from '../xml/node.ts';
import {type HtmlScope, htmlBlocks} from './blocks.ts';

/** A table with its caption before it; tables that only lay out the page become what stands in them. */
export function tableBlocks(table: XmlElement, scope: HtmlScope): Block[] {
  const rows = [...rowsOf(table, false)];
  const caption = childrenOf(table, 'caption').flatMap(element => htmlBlocks(element, scope));
  if (isLayout(table, rows))
    return [...caption, ...rows.flatMap(({row}) => cellsOf(row).flatMap(cell => htmlBlocks(cell, scope)))];
  const grid = new TableGrid(scope.context);
  let isHeader = true;
  for (const {row, isInHead} of rows) {
    const cells = cellsOf(row);
    if (cells.length === 0) continue;
    for (const cell of cells)
      grid.add(cellSpans(htmlBlocks(cell, scope)), spanOf(cell, 'colspan'), spanOf(cell, 'rowspan'));
    grid.endRow();
    isHeader &&= isInHead || (grid.rowCount === 1 && cells.every(cell => cell.name === 'th'));
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

function cellsOf(row: XmlElement): XmlElement[] {
  return childrenOf(row).filter(cell => cell.name === 'td' || cell.name === 'th');
}

function isLayout(table: XmlElement, rows: readonly {readonly row: XmlElement}[]): boolean {
  if (['presentation', 'none'].includes(table.attributes.role ?? '')) return true;
  return rows.length <= 1 && rows.every(({row}) => cellsOf(row).length <= 1);
}

/** A rowspan of 0 reaches to the end of the table. */
function spanOf(cell: XmlElement, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(cell.attributes[name] ?? '1', 10);
  if (value === 0 && name === 'rowspan') return 1000;
  return value > 0 ? value : 1;
}
