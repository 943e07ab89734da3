import {linkTarget} from '../link-target.ts';
import {childNamed, childrenOf, textOf, type XmlElement} from '../xml/node.ts';
import {xmlUnits} from '../xml/parse-xml.ts';
import {numberCell} from './number-format.ts';
import {cellText, type SheetCell} from './sheet.ts';
import {richText, type Workbook} from './xlsx-shared.ts';

/** The rows of one worksheet part, each parsed as it comes. */
export async function* sheetRows(
  part: string,
  workbook: Workbook,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  const bytes = workbook.office.archive.read(part);
  const links = await readLinks(bytes, part, workbook);
  for await (const {element} of xmlUnits(bytes, rowUnit, workbook.context)) {
    const row = readRow(element, workbook, links);
    if (row.length > 0) yield row;
  }
}

const rowUnit: ReadonlySet<string> = new Set(['s:row']);

function readRow(row: XmlElement, workbook: Workbook, links: ReadonlyMap<string, string>): SheetCell[] {
  const cells: SheetCell[] = [];
  for (const element of childrenOf(row, 's:c')) {
    const reference = element.attributes.r ?? '';
    const column = columnOf(reference) ?? cells.length;
    const value = readCell(element, workbook);
    if (value === null || value === '') continue;
    while (cells.length < column && cells.length < mostColumns) cells.push(null);
    cells[column] = withLink(value, links.get(reference));
  }
  return cells;
}

function readCell(element: XmlElement, workbook: Workbook): SheetCell {
  const type = element.attributes.t ?? 'n';
  if (type === 'inlineStr') {
    const inline = childNamed(element, 's:is');
    return inline ? richText(inline) : null;
  }
  const raw = textOf(childNamed(element, 's:v'));
  if (raw === '') return type === 'str' ? null : uncomputed(element, workbook);
  switch (type) {
    case 's':
      return workbook.strings[Number(raw)] ?? null;
    case 'b':
      return raw === '1' || raw === 'true';
    case 'n': {
      const kind = workbook.kinds[Number(element.attributes.s ?? 0)] ?? 'plain';
      const value = Number(raw);
      return Number.isFinite(value) ? numberCell(value, kind, workbook.is1904) : raw;
    }
    default:
      // str, e (an error such as #REF!), d (ISO 8601)
      return raw;
  }
}

/** Libraries write formulas without their results, which office programs put in when they save. */
function uncomputed(element: XmlElement, {context}: Workbook): SheetCell {
  const formula = textOf(childNamed(element, 's:f')).trim();
  if (formula === '') return null;
  context.warn(
    'Some formulas have no result in the file and are shown as they are; an office program would compute them.',
  );
  return {value: null, shown: `=${formula}`};
}

/** `BC12` → 54. Undefined when there is no reference or it lies outside of any sheet. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (const character of reference) {
    const code = character.charCodeAt(0);
    if (code < 65 || code > 90) break;
    column = column * 26 + (code - 64);
  }
  return column >= 1 && column <= mostColumns ? column - 1 : undefined;
}

const mostColumns = 16_384;

function withLink(cell: SheetCell, href: string | undefined): SheetCell {
  if (href === undefined || cell === null) return cell;
  return typeof cell === 'object' ? {...cell, href} : {value: cell, shown: cellText(cell), href};
}

/** Links stand behind the rows; only that end of the part is looked at. */
async function readLinks(bytes: Uint8Array, part: string, {office, context}: Workbook): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.lastIndexOf('sheetData>');
  if (end === -1 || buffer.indexOf('hyperlink', end) === -1) return found;
  const relationships = await office.relationshipsOf(part);
  const tail = new TextDecoder().decode(bytes.subarray(end + 'sheetData>'.length));
  const wrapped = new TextEncoder().encode(`<tail ${declarations}>${tail}</tail>`);
  for await (const {element} of xmlUnits(wrapped, linkUnits, context)) {
    const related = relationships.get(element.attributes['r:id'] ?? element.attributes['d3p1:id'] ?? '');
    const href = linkTarget(related?.isExternal ? related.target : undefined);
    if (href !== undefined) found.set((element.attributes.ref ?? '').split(':')[0] ?? '', href);
  }
  return found;
}

/** The usual prefixes, since the root that declares them is not in the tail. */
const declarations = ['', ':x']
  .map(prefix => `xmlns${prefix}="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`)
  .concat('xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"')
  .join(' ');

const linkUnits: ReadonlySet<string> = new Set(['s:hyperlink']);
