import {type NoteBlock, tidySpans} from '../model.ts';
import type {OfficePackage} from '../ooxml/package.ts';
import {cellSpans} from '../table-grid.ts';
import {childrenOf, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {type BodyScope, readBody} from './body.ts';
import {noteLabel} from './runs.ts';

/** The notes and comments that the text refers to, in that order. */
export async function readNotes(office: OfficePackage, scope: BodyScope): Promise<NoteBlock[]> {
  const found = new Map<string, NoteBlock['spans']>();
  for (const [kind, relation] of kinds) {
    if (![...scope.notes].some(id => id.startsWith(kind))) continue;
    const part = await office.related(office.mainPart, relation);
    const bytes = part === undefined ? undefined : office.archive.find(part);
    if (part === undefined || !bytes) continue;
    const inner = {...scope, links: await office.relationshipsOf(part)};
    for (const note of childrenOf(await parseXml(bytes, scope.context), `w:${kind}`))
      found.set(`${kind} ${note.attributes['w:id'] ?? ''}`, noteSpans(note, inner));
  }
  return [...scope.notes].flatMap(id => {
    const spans = found.get(id);
    return spans ? [{type: 'note' as const, id: noteLabel(id, scope.notes), spans}] : [];
  });
}

const kinds = [
  ['footnote', 'footnotes'],
  ['endnote', 'endnotes'],
  ['comment', 'comments'],
] as const;

function noteSpans(note: XmlElement, scope: BodyScope): NoteBlock['spans'] {
  const author = note.attributes['w:author'];
  const text = cellSpans(childrenOf(note).flatMap(child => readBody(child, scope)));
  return tidySpans(author === undefined ? text : [{text: `${author}: `}, ...text]);
}
