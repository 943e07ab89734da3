import {type Block, plainText, type Span, tidySpans} from '../model.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {childNamed, childrenOf, type XmlElement} from '../xml/node.ts';
import {type OdfScope, readInline} from './inline.ts';

interface ListPlace {
  readonly depth: number;
  readonly style: string | undefined;
  /** Of this item; undefined for bullets and for further paragraphs. */
  readonly number: number | undefined;
  /** The item's first paragraph carries its mark. */
  isMarked: boolean;
}

/** Blocks of any element of an OpenDocument body. */
export function readOdfBlocks(element: XmlElement, scope: OdfScope, place?: ListPlace): Block[] {
  switch (element.name) {
    case 'text:h':
    case 'text:p':
      return readParagraph(element, scope, place);
    case 'text:list':
      return readList(element, scope, place);
    case 'table:table':
      return readTable(element, scope);
    case 'text:tracked-changes':
    case 'office:annotation':
    case 'svg:title':
    case 'svg:desc':
    case 'office:forms':
    case 'table:desc':
    case 'presentation:notes':
      return [];
    default:
      return childrenOf(element).flatMap(child => readOdfBlocks(child, scope, place));
  }
}

function readParagraph(element: XmlElement, scope: OdfScope, place: ListPlace | undefined): Block[] {
  const {spans: raw, frames} = readInline(element, scope);
  const block = toBlock(element, raw, scope, place);
  return [...(block ? [block] : []), ...frames.flatMap(frame => readOdfBlocks(frame, scope))];
}

function toBlock(
  element: XmlElement,
  raw: readonly Span[],
  scope: OdfScope,
  place: ListPlace | undefined,
): Block | undefined {
  const style = scope.styles.paragraph(element.attributes['text:style-name']);
  if (style.isCode && !place) return {type: 'code', text: plainText(raw)};
  const spans = tidySpans(style.isTableTitle ? raw.map(span => ({...span, bold: true})) : raw);
  if (spans.length === 0) return undefined;
  const outline = Number(element.attributes['text:outline-level'] ?? 1);
  const level = element.name === 'text:h' ? Math.min(6, Math.max(1, outline)) : place ? undefined : style.headingLevel;
  if (level !== undefined) return {type: 'heading', level, spans: spans.map(flat)};
  if (!place) return {type: 'paragraph', spans, ...(style.isQuote ? {quote: 1} : {})};
  if (place.isMarked) return {type: 'paragraph', spans, itemDepth: place.depth};
  place.isMarked = true;
  return {type: 'item', depth: place.depth, ...(place.number === undefined ? {} : {number: place.number}), spans};
}

function flat(span: Span): Span {
  return span.text.includes('\n') ? {...span, text: span.text.replaceAll('\n', ' ')} : span;
}

function readList(list: XmlElement, scope: OdfScope, outer: ListPlace | undefined): Block[] {
  const depth = outer ? outer.depth + 1 : 0;
  const style = list.attributes['text:style-name'] ?? outer?.style ?? styleOfFirst(list, scope);
  const {isNumbered, start} = scope.styles.listLevel(style, depth);
  const counter = listCounter(list, style, depth, start, scope);
  return childrenOf(list).flatMap(item => {
    if (item.name !== 'text:list-item' && item.name !== 'text:list-header') return readOdfBlocks(item, scope);
    const given = item.attributes['text:start-value'];
    const isItem = item.name === 'text:list-item' && hasOwnText(item);
    if (isItem) counter.value = given === undefined ? counter.value + 1 : Number(given);
    const place: ListPlace = {
      depth,
      style,
      number: isNumbered && isItem ? counter.value : undefined,
      isMarked: item.name === 'text:list-header',
    };
    return childrenOf(item).flatMap(child => readOdfBlocks(child, scope, place));
  });
}

/** A list may take its style from its paragraphs. */
function styleOfFirst(list: XmlElement, scope: OdfScope): string | undefined {
  const item = childrenOf(list)[0];
  const paragraph = item ? childrenOf(item)[0] : undefined;
  return scope.styles.paragraph(paragraph?.attributes['text:style-name']).listStyle;
}

/** An item that only holds a deeper list has no mark of its own. */
function hasOwnText(item: XmlElement): boolean {
  return childrenOf(item).some(child => child.name === 'text:p' || child.name === 'text:h');
}

/** LibreOffice ends a list at every paragraph in between and continues it by name or by flag. */
function listCounter(
  list: XmlElement,
  style: string | undefined,
  depth: number,
  start: number,
  scope: OdfScope,
): {value: number} {
  const {counters} = scope;
  const key = `${style ?? ''} ${depth}`;
  const continued = list.attributes['text:continue-list'];
  const isContinued = list.attributes['text:continue-numbering'] === 'true' || continued !== undefined;
  const known = (continued === undefined ? undefined : counters.get(`#${continued} ${depth}`)) ?? counters.get(key);
  const counter = isContinued && known ? known : {value: start - 1};
  counters.set(key, counter);
  const id = list.attributes['xml:id'];
  if (id !== undefined) counters.set(`#${id} ${depth}`, counter);
  return counter;
}

/** A table of one cell is a frame around text. */
function readTable(table: XmlElement, scope: OdfScope): Block[] {
  const grid = new TableGrid(scope.context);
  const rows = [...rowsOf(table, false)];
  const cells = rows[0] ? childrenOf(rows[0].row) : [];
  if (rows.length === 1 && cells.length === 1 && cells[0])
    return childrenOf(cells[0]).flatMap(child => readOdfBlocks(child, scope));
  for (const {row, isHeader} of rows) {
    if (isHeader) grid.headerRows++;
    for (const cell of childrenOf(row)) addCell(cell, grid, scope);
    grid.endRow();
  }
  const block = grid.finish();
  return block ? [block] : [];
}

function* rowsOf(element: XmlElement, isHeader: boolean): Generator<{row: XmlElement; isHeader: boolean}> {
  for (const child of childrenOf(element)) {
    if (child.name === 'table:table-row') yield {row: child, isHeader};
    else if (child.name === 'table:table-header-rows') yield* rowsOf(child, true);
    else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group')
      yield* rowsOf(child, isHeader);
  }
}

/** Covered cells stand in the file, so spans need no counting. */
function addCell(cell: XmlElement, grid: TableGrid, scope: OdfScope): void {
  const repeat = Math.min(1000, Number(cell.attributes['table:number-columns-repeated'] ?? 1));
  const spans =
    cell.name === 'table:table-cell' ? cellSpans(childrenOf(cell).flatMap(child => readOdfBlocks(child, scope))) : [];
  for (let copy = 0; copy < repeat; copy++) grid.add(spans);
}

/** The notes and comments met so far as blocks, in order. */
export function odfNotes(scope: OdfScope): Block[] {
  return [...scope.notes].map(([id, body]) => {
    const author = childNamed(body, 'dc:creator');
    const name = author?.children.filter(child => typeof child === 'string').join('') ?? '';
    const content = childrenOf(body).filter(child => child.name.startsWith('text:'));
    const text = cellSpans(content.flatMap(child => readOdfBlocks(child, scope)));
    return {type: 'note', id, spans: tidySpans(name === '' ? text : [{text: `${name}: `}, ...text])};
  });
}
