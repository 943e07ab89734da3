import {childNamed, findAll, textOf} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import type {SheetNote} from './sheet.ts';
import {richText, type Workbook} from './xlsx-shared.ts';

/** The notes fixed to the cells of one worksheet. */
export async function readSheetNotes(part: string, {office, context}: Workbook): Promise<SheetNote[]> {
  const comments = await office.related(part, 'comments');
  const bytes = comments === undefined ? undefined : office.archive.find(comments);
  if (!bytes) return [];
  return findAll(await parseXml(bytes, context), 's:comment').flatMap(comment => {
    const body = childNamed(comment, 's:text');
    const text = body ? (richText(body) || textOf(body)).trim() : '';
    return text === '' ? [] : [{cell: comment.attributes.ref ?? '', text}];
  });
}
