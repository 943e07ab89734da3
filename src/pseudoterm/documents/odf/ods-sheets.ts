import {linkTarget} from '../link-target.ts';
import type {ReadContext} from '../read-context.ts';
import {numberCell} from '../sheets/number-format.ts';
import type {Sheet, SheetCell, SheetNote} from '../sheets/sheet.ts';
import {childNamed, childrenOf, findAll, textOf, type XmlElement} from '../xml/node.ts';
import {type Surrounding, xmlUnits} from '../xml/parse-xml.ts';
import {openOdf} from './open-odf.ts';

/** OpenDocument spreadsheet (ODF 1.3 part 3, 9.1): its sheets; each is read again from the packed content. */
export async function openOds(context: ReadContext): Promise<Sheet[]> {
  const {archive} = await openOdf(context);
  const bytes = archive.read('content.xml');
  const names = await sheetNames(bytes, context);
  return names.map((name, index) => ({
    name,
    isHidden: false,
    rows: () => sheetRows(bytes, index, context),
    notes: () => sheetNotes(bytes, index, context),
  }));
}

async function sheetNames(bytes: Uint8Array, context: ReadContext): Promise<string[]> {
  const tables = new Set<Surrounding>();
  for await (const {within} of xmlUnits(bytes, rowUnit, context)) {
    const table = sheetAround(within);
    if (table) tables.add(table);
  }
  return [...tables].map(({attributes}) => attributes['table:name'] ?? '');
}

/** Also the first one only when the row is inside of a tracked change or a sub-table. */
function sheetAround(within: readonly Surrounding[]): Surrounding | undefined {
  if (within.some(({name}) => name === 'table:tracked-changes')) return undefined;
  return within.find(({name}) => name === 'table:table');
}

const rowUnit: ReadonlySet<string> = new Set(['table:table-row']);

async function* rowElements(
  bytes: Uint8Array,
  index: number,
  context: ReadContext,
): AsyncGenerator<XmlElement, void, undefined> {
  let table: Surrounding | undefined;
  let number = -1;
  for await (const {element, within} of xmlUnits(bytes, rowUnit, context)) {
    const around = sheetAround(within);
    if (!around) continue;
    if (around !== table) {
      table = around;
      number++;
    }
    if (number === index) yield element;
    else if (number > index) return;
  }
}

async function* sheetRows(
  bytes: Uint8Array,
  index: number,
  context: ReadContext,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  for await (const element of rowElements(bytes, index, context)) {
    const row = readRow(element);
    if (row.length === 0) continue;
    const copies = Math.min(mostCopies, repeatOf(element, 'table:number-rows-repeated'));
    for (let copy = 0; copy < copies; copy++) {
      yield row;
      await context.breathe();
    }
  }
}

function repeatOf(element: XmlElement, name: string): number {
  const repeat = Number(element.attributes[name] ?? 1);
  return Math.max(repeat, 1);
}

/** A sheet has no more rows than this. */
const mostCopies = 1_048_576;

/** Empty cells are repeated to the edge of the sheet; only those before a filled one count. */
function readRow(row: XmlElement): SheetCell[] {
  const cells: SheetCell[] = [];
  let empty = 0;
  for (const element of childrenOf(row)) {
    const repeat = Math.min(mostColumns, repeatOf(element, 'table:number-columns-repeated'));
    const cell = element.name === 'table:table-cell' ? readCell(element) : null;
    if (cell === null || cell === '') {
      empty += repeat;
      continue;
    }
    for (; empty > 0 && cells.length < mostColumns; empty--) cells.push(null);
    empty = 0;
    for (let copy = 0; copy < repeat && cells.length < mostColumns; copy++) cells.push(cell);
  }
  return cells;
}

const mostColumns = 16_384;

function readCell(element: XmlElement): SheetCell {
  const {attributes} = element;
  const text = cellParagraphs(element);
  const href = linkTarget(findAll(element, 'text:a')[0]?.attributes['xlink:href']);
  const value = typedValue(attributes, text);
  if (href !== undefined && value !== null && typeof value !== 'object') return {value, shown: text, href};
  return value;
}

function typedValue(attributes: XmlElement['attributes'], text: string): SheetCell {
  switch (attributes['office:value-type']) {
    case 'float':
      // Booleans out of formulas are numbers that are shown as words.
      if (/^(TRUE|FALSE)$/.test(text)) return text === 'TRUE';
      return Number(Number(attributes['office:value']).toPrecision(15));
    case 'currency':
      return Number(Number(attributes['office:value']).toPrecision(15));
    case 'percentage':
      return numberCell(Number(attributes['office:value']), 'percent', false);
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date':
      return attributes['office:date-value'] ?? text;
    case 'time':
      return clockText(attributes['office:time-value'] ?? '') ?? text;
    default:
      return text === '' ? null : text;
  }
}

/** `PT08H30M00S` → `08:30:00`. */
function clockText(duration: string): string | undefined {
  const match = /^PT(\d+)H(\d+)M(\d+)/.exec(duration);
  return match
    ? match
        .slice(1, 4)
        .map(part => part.padStart(2, '0'))
        .join(':')
    : undefined;
}

function cellParagraphs(element: XmlElement): string {
  return childrenOf(element, 'text:p').map(paragraphText).join('\n');
}

function paragraphText(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child;
    else if (child.name === 'text:s') text += ' '.repeat(Math.min(1000, Number(child.attributes['text:c'] ?? 1)));
    else if (child.name === 'text:tab') text += '\t';
    else if (child.name === 'text:line-break') text += '\n';
    else text += paragraphText(child);
  }
  return text;
}

async function sheetNotes(bytes: Uint8Array, index: number, context: ReadContext): Promise<SheetNote[]> {
  const notes: SheetNote[] = [];
  let rowNumber = 1;
  for await (const row of rowElements(bytes, index, context)) {
    let column = 0;
    for (const cell of childrenOf(row)) {
      const annotation = childNamed(cell, 'office:annotation');
      const text = annotation ? childrenOf(annotation, 'text:p').map(textOf).join('\n').trim() : '';
      if (text !== '') notes.push({cell: `${columnName(column)}${rowNumber}`, text});
      column += repeatOf(cell, 'table:number-columns-repeated');
    }
    rowNumber += repeatOf(row, 'table:number-rows-repeated');
  }
  return notes;
}

/** 0 → A, 26 → AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
