import {type Block, plainText, type Span, tidySpans} from '../model.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {childNamed, childrenOf, descend, type XmlElement} from '../xml/node.ts';
import type {Numbering} from './numbering.ts';
import {type RunScope, readRuns} from './runs.ts';
import {numberingOf, toHeadingLevel, type WordStyle} from './styles.ts';

export interface BodyScope extends RunScope {
  readonly numbering: Numbering;
}

/** Blocks of a `w:p` or `w:tbl`, or of all of them inside of any other element. */
export function readBody(element: XmlElement, scope: BodyScope): Block[] {
  if (element.name === 'w:p') return readParagraph(element, scope);
  if (element.name === 'w:tbl') return readTable(element, scope);
  if (skipped.has(element.name)) return [];
  return childrenOf(element).flatMap(child => readBody(child, scope));
}

const skipped: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:sdtPr', 'w:tcPr', 'w:trPr', 'w:tblPr']);

function readParagraph(paragraph: XmlElement, scope: BodyScope): Block[] {
  const {spans: raw, textBoxes} = readRuns(paragraph, scope);
  const properties = childNamed(paragraph, 'w:pPr');
  const style = scope.styles.get(childNamed(properties, 'w:pStyle')?.attributes['w:val'] ?? '');
  const block = toBlock(raw, properties, style, scope);
  return [
    ...(block ? [block] : []),
    ...textBoxes.flatMap(box => childrenOf(box).flatMap(child => readBody(child, scope))),
  ];
}

function toBlock(
  raw: readonly Span[],
  properties: XmlElement | undefined,
  style: WordStyle | undefined,
  scope: BodyScope,
): Block | undefined {
  if (style?.isCode) return {type: 'code', text: plainText(raw)};
  const spans = tidySpans(style?.isTableTitle ? raw.map(span => ({...span, bold: true})) : raw);
  if (spans.length === 0) return undefined;
  const list = numberingOf(childNamed(properties, 'w:numPr')) ?? style?.numbering;
  const mark = list && scope.numbering.next(list);
  const level = toHeadingLevel(childNamed(properties, 'w:outlineLvl')?.attributes['w:val']) ?? style?.headingLevel;
  if (level !== undefined) {
    const label = mark?.label ? [{text: `${mark.label} `}] : [];
    return {type: 'heading', level, spans: [...label, ...spans.map(flat)]};
  }
  if (mark) {
    const depth = mark.depth === 0 ? (style?.listDepth ?? 0) : mark.depth;
    if (mark.isBlank) return {type: 'paragraph', spans, itemDepth: depth};
    return {type: 'item', depth, ...(mark.number === undefined ? {} : {number: mark.number}), spans};
  }
  return {type: 'paragraph', spans, ...(style?.isQuote ? {quote: 1} : {})};
}

/** Headings have no line breaks. */
function flat(span: Span): Span {
  return span.text.includes('\n') ? {...span, text: span.text.replaceAll('\n', ' ')} : span;
}

function readTable(table: XmlElement, scope: BodyScope): Block[] {
  const rows = rowsOf(table);
  const onlyCell = rows.length === 1 && rows[0] ? cellsOf(rows[0]) : [];
  // A table of one cell is a frame around text.
  if (onlyCell.length === 1 && onlyCell[0]) return readBody(onlyCell[0], scope);
  const grid = new TableGrid(scope.context);
  let isHeader = true;
  for (const row of rows) {
    const before = Number(descend(row, 'w:trPr', 'w:gridBefore')?.attributes['w:val'] ?? 0);
    if (before > 0) grid.add([], before);
    for (const cell of cellsOf(row)) addCell(cell, grid, scope);
    grid.endRow();
    isHeader &&= descend(row, 'w:trPr', 'w:tblHeader') !== undefined;
    if (isHeader) grid.headerRows++;
  }
  if (grid.headerRows === 0 && marksFirstRow(table)) grid.headerRows = 1;
  const block = grid.finish();
  return block ? [block] : [];
}

function addCell(cell: XmlElement, grid: TableGrid, scope: BodyScope): void {
  const properties = childNamed(cell, 'w:tcPr');
  const merge = childNamed(properties, 'w:vMerge');
  const isCovered = merge !== undefined && merge.attributes['w:val'] !== 'restart';
  const width = Number(childNamed(properties, 'w:gridSpan')?.attributes['w:val'] ?? 1);
  grid.add(isCovered ? [] : cellSpans(readBody(cell, scope)), width);
}

function rowsOf(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap(child =>
    child.name === 'w:tr' ? [child] : wrappers.has(child.name) ? rowsOf(child) : [],
  );
}

function cellsOf(row: XmlElement): XmlElement[] {
  return childrenOf(row).flatMap(child =>
    child.name === 'w:tc' ? [child] : wrappers.has(child.name) ? cellsOf(child) : [],
  );
}

const wrappers: ReadonlySet<string> = new Set(['w:sdt', 'w:sdtContent', 'w:ins', 'w:customXml']);

/** The table style shows the first row as a title (ECMA-376 part 1, 17.4.55). */
function marksFirstRow(table: XmlElement): boolean {
  const look = descend(table, 'w:tblPr', 'w:tblLook')?.attributes;
  if (!look) return false;
  if (look['w:firstRow'] !== undefined) return ['1', 'true', 'on'].includes(look['w:firstRow']);
  return (Number.parseInt(look['w:val'] ?? '0', 16) & 0x20) !== 0;
}
