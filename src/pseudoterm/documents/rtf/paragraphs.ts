import {type Block, plainText, type Span, tidySpans} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {ListMarks, typedMark} from './list-marks.ts';

/** What `\pard` resets. */
export interface ParagraphFormat {
  style: number | undefined;
  outlineLevel: number | undefined;
  listDepth: number;
  /** Of all lines, and of the first against the others; in twips. */
  leftIndent: number;
  firstIndent: number;
  inTable: boolean;
}

export interface RtfStyle {
  readonly name: string;
  readonly outlineLevel: number | undefined;
}

export function plainFormat(): ParagraphFormat {
  return {style: undefined, outlineLevel: undefined, listDepth: 0, leftIndent: 0, firstIndent: 0, inTable: false};
}

/** Gathers text into paragraphs, cells and rows, and gives the finished blocks. */
export class ParagraphBuilder {
  format = plainFormat();
  /** The mark that stands before the paragraph, as printed. */
  listText = '';
  readonly #context: ReadContext;
  readonly #styles: ReadonlyMap<number, RtfStyle>;
  #spans: Span[] = [];
  #cell: Block[] = [];
  #grid: TableGrid | undefined;
  #rowCells = 0;
  #isHeaderRow = false;
  #ready: Block[] = [];
  readonly #marks = new ListMarks();

  constructor(context: ReadContext, styles: ReadonlyMap<number, RtfStyle>) {
    this.#context = context;
    this.#styles = styles;
  }

  add(span: Span): void {
    this.#spans.push(span);
  }

  take(): Block[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  endParagraph(): void {
    const block = this.#block();
    if (this.format.inTable) {
      if (block) this.#cell.push(block);
      return;
    }
    this.endTable();
    if (block) this.#ready.push(block);
  }

  endCell(): void {
    const block = this.#block();
    if (block) this.#cell.push(block);
    this.#grid ??= new TableGrid(this.#context);
    this.#grid.add(cellSpans(this.#cell));
    this.#rowCells++;
    this.#cell = [];
  }

  /** A cell or row of a table inside of a cell: kept as lines of text. */
  endInnerCell(sign: string): void {
    this.#spans.push({text: sign});
  }

  markHeaderRow(isHeader: boolean): void {
    this.#isHeaderRow = isHeader;
  }

  endRow(): void {
    if (!this.#grid || this.#rowCells === 0) return;
    if (this.#isHeaderRow && this.#grid.headerRows === this.#grid.rowCount) this.#grid.headerRows++;
    this.#grid.endRow();
    this.#rowCells = 0;
  }

  endTable(): void {
    this.endRow();
    const table = this.#grid?.finish();
    this.#grid = undefined;
    if (table) this.#ready.push(table);
  }

  /** The present paragraph; its text is gone afterwards. */
  #block(): Block | undefined {
    const style = this.#styles.get(this.format.style ?? 0);
    const raw = this.#spans;
    this.#spans = [];
    const mark = this.listText.trim();
    this.listText = '';
    if (isCodeStyle(style?.name)) return {type: 'code', text: plainText(raw)};
    const spans = tidySpans(raw);
    if (spans.length === 0) return undefined;
    const level = this.format.outlineLevel ?? style?.outlineLevel ?? headingByName(style?.name ?? '');
    if (level !== undefined && level < 9 && !this.format.inTable)
      return {type: 'heading', level: Math.min(6, level + 1), spans: spans.map(flat)};
    if (mark !== '') return this.#item(mark, this.format.listDepth, spans);
    const typed = this.format.firstIndent < 0 ? typedMark(spans) : undefined;
    if (typed) return this.#item(typed.mark, this.#marks.depthAt(this.format.leftIndent), typed.rest);
    this.#marks.clear();
    return {type: 'paragraph', spans, ...(/quot/.test(style?.name ?? '') ? {quote: 1} : {})};
  }

  #item(mark: string, listDepth: number, spans: Span[]): Block {
    const depth = Math.min(8, listDepth);
    const number = this.#marks.numberOf(mark, depth);
    return {type: 'item', depth, ...(number === undefined ? {} : {number}), spans};
  }
}

/** Whether text in a style of that name is code. */
export function isCodeStyle(name = ''): boolean {
  return /preformatted|source[ _]?(code|text)|\bcode\b|verbatim|teletype/.test(name);
}

/** Outline levels are counted from 0. */
function headingByName(name: string): number | undefined {
  const level = /^heading ?([1-9])/.exec(name)?.[1];
  if (level !== undefined) return Number(level) - 1;
  return name === 'title' ? 0 : undefined;
}

function flat(span: Span): Span {
  return span.text.includes('\n') ? {...span, text: span.text.replaceAll('\n', ' ')} : span;
}
