import {limitExceeded} from './limits.ts';
import {type Block, type Cell, type Span, type TableBlock, tidySpans} from './model.ts';
import type {ReadContext} from './read-context.ts';

/** Builds a table row by row; merged cells leave empty ones behind, short rows are filled up. */
export class TableGrid {
  headerRows = 0;
  readonly #rows: Cell[][] = [];
  /** Column → rows still covered by a cell above. */
  readonly #covered = new Map<number, number>();
  readonly #context: ReadContext;
  #row: Cell[] = [];
  #cells = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  add(spans: readonly Span[], colSpan = 1, rowSpan = 1): void {
    this.#skipCovered();
    const width = Math.min(Math.max(1, colSpan), mostSpan);
    for (let extra = 0; extra < width; extra++) {
      if (rowSpan > 1) this.#covered.set(this.#row.length, Math.min(rowSpan, mostSpan));
      this.#put(extra === 0 ? tidySpans(spans) : []);
    }
  }

  endRow(): void {
    this.#skipCovered();
    for (const [column, rows] of this.#covered) {
      if (rows <= 1) this.#covered.delete(column);
      else this.#covered.set(column, rows - 1);
    }
    this.#rows.push(this.#row);
    this.#row = [];
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  /** Null when there is not one cell. Rows without any text at the end are left out. */
  finish(): TableBlock | null {
    const width = Math.max(0, ...this.#rows.map(row => row.length));
    if (width === 0) return null;
    if (width * this.#rows.length > this.#context.limits.cells)
      throw limitExceeded('A table has too many cells', this.#context.limits.cells, 'cells');
    const rows = this.#rows.map(row => [...row, ...Array.from({length: width - row.length}, () => emptyCell)]);
    const headerRows = this.headerRows === 0 && hasBoldTitles(rows) ? 1 : this.headerRows;
    return {type: 'table', rows, headerRows: Math.min(headerRows, rows.length)};
  }

  #skipCovered(): void {
    while ((this.#covered.get(this.#row.length) ?? 0) > 0 && this.#coveredFromAbove(this.#row.length)) this.#put([]);
  }

  /** A span that began in this very row does not cover it. */
  #coveredFromAbove(column: number): boolean {
    return this.#row[column] === undefined;
  }

  #put(spans: readonly Span[]): void {
    if (++this.#cells > this.#context.limits.cells)
      throw limitExceeded('A table has too many cells', this.#context.limits.cells, 'cells');
    this.#row.push(spans.length === 0 ? emptyCell : {spans});
  }
}

/** A first row all in bold over a second one that is not. */
function hasBoldTitles([first, second]: readonly (readonly Cell[])[]): boolean {
  const isBold = (cell: Cell): boolean => cell.spans.length > 0 && cell.spans.every(span => span.bold === true);
  return first !== undefined && second !== undefined && first.every(isBold) && !second.every(isBold);
}

const emptyCell: Cell = {spans: []};

/** Larger spans than this are mistakes or attacks. */
const mostSpan = 1000;

/** What stands in a cell as one run of spans: blocks on lines of their own, lists and inner tables with simple marks. */
export function cellSpans(blocks: readonly Block[]): Span[] {
  const spans: Span[] = [];
  for (const block of blocks) {
    const inner = spansOf(block);
    if (inner.length === 0) continue;
    if (spans.length > 0) spans.push({text: '\n'});
    spans.push(...inner);
  }
  return spans;
}

function spansOf(block: Block): readonly Span[] {
  switch (block.type) {
    case 'heading':
      return block.spans.map(span => ({...span, bold: true}));
    case 'paragraph':
    case 'remark':
    case 'note':
      return block.spans;
    case 'item':
      return [{text: block.number === undefined ? '• ' : `${block.number}. `}, ...block.spans];
    case 'code':
      return [{text: block.text.trimEnd(), code: true}];
    case 'table':
      return block.rows.flatMap((row, index) => [
        ...(index > 0 ? [{text: '\n'}] : []),
        ...row.flatMap((cell, column) => [...(column > 0 ? [{text: ' / '}] : []), ...cell.spans]),
      ]);
    case 'rows':
    case 'anchor':
    case 'rule':
      return [];
    default:
      return block satisfies never;
  }
}
