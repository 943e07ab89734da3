import {openPackage} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, findAll, type XmlElement} from '../xml/node.ts';
import {parseXml, xmlUnits} from '../xml/parse-xml.ts';
import {type NumberKind, numberKind} from './number-format.ts';
import type {Sheet} from './sheet.ts';
import {readSheetNotes} from './xlsx-notes.ts';
import {sheetRows} from './xlsx-rows.ts';
import {richText, type Workbook} from './xlsx-shared.ts';

/** SpreadsheetML (ECMA-376 part 1, 18): the sheets in the order of their tabs; charts and macros have no cells. */
export async function openXlsx(context: ReadContext): Promise<Sheet[]> {
  const office = await openPackage(context);
  const {archive, mainPart} = office;
  const root = await parseXml(archive.read(mainPart), context);
  const strings = await office.related(mainPart, 'sharedStrings');
  const styles = await office.related(mainPart, 'styles');
  const workbook: Workbook = {
    office,
    context,
    strings: strings === undefined ? [] : await readStrings(archive.read(strings), context),
    kinds: styles === undefined ? [] : readKinds(await parseXml(archive.read(styles), context)),
    is1904: ['1', 'true'].includes(childNamed(root, 's:workbookPr')?.attributes.date1904 ?? ''),
  };
  const relationships = await office.relationshipsOf(mainPart);
  const sheets = childNamed(root, 's:sheets');
  return (sheets ? childrenOf(sheets, 's:sheet') : []).flatMap(({attributes}) => {
    const related = relationships.get(attributes['r:id'] ?? '');
    if (related?.type !== 'worksheet' || !archive.has(related.target)) return [];
    return [
      {
        name: attributes.name ?? '',
        isHidden: (attributes.state ?? 'visible') !== 'visible',
        rows: () => sheetRows(related.target, workbook),
        notes: () => readSheetNotes(related.target, workbook),
      },
    ];
  });
}

async function readStrings(bytes: Uint8Array, context: ReadContext): Promise<string[]> {
  const strings: string[] = [];
  for await (const {element} of xmlUnits(bytes, stringUnit, context)) strings.push(richText(element));
  return strings;
}

const stringUnit: ReadonlySet<string> = new Set(['s:si']);

function readKinds(styles: XmlElement): NumberKind[] {
  const codes = new Map(
    findAll(styles, 's:numFmt').map(({attributes}) => [Number(attributes.numFmtId), attributes.formatCode ?? '']),
  );
  const formats = childNamed(styles, 's:cellXfs');
  return (formats ? childrenOf(formats, 's:xf') : []).map(({attributes}) => {
    const id = Number(attributes.numFmtId ?? 0);
    return numberKind(id, codes.get(id));
  });
}
