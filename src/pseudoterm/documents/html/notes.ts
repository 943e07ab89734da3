import {type NoteBlock, tidySpans} from '../model.ts';
import {cellSpans} from '../table-grid.ts';
import {childrenOf, findAll, textOf, type XmlElement, type XmlNode} from '../xml/node.ts';
import type {HtmlScope, ReadBlocks} from './html-scope.ts';

/**
 * The label of a note that a link refers to; undefined for other links. The words of EPUB 3.3 and DPUB-ARIA, of pandoc, of
 * LibreOffice (`sdfootnote`) and Word (`_ftn`). Remembers which note it was.
 */
export function noteReference(link: XmlElement, {noteLabels}: HtmlScope): string | undefined {
  const id = (link.attributes.href ?? '').split('#')[1];
  if (id === undefined || id === '') return undefined;
  const words = ['noteref', 'doc-noteref', 'footnote-ref', 'sdfootnoteanc', 'sdendnoteanc'];
  if (!hasWord(link, words) && !/^_(ftn|edn)\d+$/.test(id)) return undefined;
  const label = markOf(link) || id;
  noteLabels.set(id, label);
  return label;
}

/** True for the list of notes at an end, and for a single one that stands by itself. */
export function isNotes(element: XmlElement): boolean {
  const words = ['footnotes', 'endnotes', 'rearnotes', 'doc-footnotes', 'doc-endnotes'];
  return hasWord(element, words) || isSingleNote(element);
}

function isSingleNote(element: XmlElement): boolean {
  if (element.name === 'aside') return hasWord(element, ['footnote', 'doc-footnote']);
  return element.name === 'div' && /^(sdfootnote|sdendnote|ftn|edn)\d+$/.test(element.attributes.id ?? '');
}

/** The notes in such an element, in order, with the labels of the links to them; of others the label is the number. */
export function readNotes(element: XmlElement, scope: HtmlScope, readBlocks: ReadBlocks): NoteBlock[] {
  const items = isSingleNote(element) ? [element] : findAll(element, 'li');
  return items.map((item, index) => {
    const label = labelOf(item, scope) ?? String(index + 1);
    const spans = tidySpans(cellSpans(readBlocks(withoutReturns(item, label), scope)));
    return {type: 'note', id: scope.notePrefix + label, spans};
  });
}

function labelOf(note: XmlElement, {noteLabels}: HtmlScope): string | undefined {
  const names = [note, ...findAll(note, 'a')].flatMap(({attributes}) => [attributes.id, attributes.name]);
  for (const name of names) {
    const label = name === undefined ? undefined : noteLabels.get(name);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Links that lead back to the text. */
function withoutReturns(element: XmlElement, label: string): XmlElement {
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child];
    if (child.name === 'a' && isReturn(child, label)) return [];
    return [childrenOf(child).length > 0 ? withoutReturns(child, label) : child];
  });
  return {...element, children};
}

function isReturn(link: XmlElement, label: string): boolean {
  if (hasWord(link, ['doc-backlink', 'footnote-back', 'backlink', 'sdfootnotesym', 'sdendnotesym'])) return true;
  const leadsWithin = (link.attributes.href ?? '').startsWith('#');
  return /^[↩↑^]/u.test(textOf(link)) || (leadsWithin && markOf(link) === label);
}

/** `[1]` → `1` */
function markOf(link: XmlElement): string {
  return textOf(link).replaceAll(/[[\]]/g, '').trim();
}

function hasWord(element: XmlElement, words: readonly string[]): boolean {
  const {attributes} = element;
  const found = `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''} ${attributes.class ?? ''}`.split(/\s+/);
  return words.some(word => found.includes(word));
}
