import {type NoteBlock, tidySpans} from '../model.ts';
import {cellSpans} from '../table-grid.ts';
import {childrenOf, findAll, textOf, type XmlElement, type XmlNode} from '../xml/node.ts';
import {type HtmlScope, htmlBlocks} from './blocks.ts';

/** The label of a note that a link refers to; undefined for other links. EPUB 3.3 and DPUB-ARIA words, and pandoc's. */
export function noteReference(link: XmlElement): string | undefined {
  if (!hasWord(link, ['noteref', 'doc-noteref', 'footnote-ref'])) return undefined;
  const id = (link.attributes.href ?? '').split('#')[1];
  return id === undefined || id === '' ? undefined : textOf(link).trim().replaceAll(/[[\]]/g, '') || id;
}

/** True for the list of notes at an end, and for a single one that stands by itself. */
export function isNotes(element: XmlElement): boolean {
  const words = ['footnotes', 'endnotes', 'rearnotes', 'doc-footnotes', 'doc-endnotes'];
  return hasWord(element, words) || (element.name === 'aside' && hasWord(element, ['footnote', 'doc-footnote']));
}

/** The notes in such an element, in order; their label is their number. */
export function readNotes(element: XmlElement, scope: HtmlScope): NoteBlock[] {
  const items = element.name === 'aside' ? [element] : findAll(element, 'li');
  return items.map((item, index) => {
    const spans = tidySpans(cellSpans(htmlBlocks(withoutReturns(item), scope)));
    return {type: 'note', id: scope.notePrefix + String(index + 1), spans};
  });
}

/** Links that lead back to the text. */
function withoutReturns(element: XmlElement): XmlElement {
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child];
    if (
      child.name === 'a' &&
      (hasWord(child, ['doc-backlink', 'footnote-back', 'backlink']) || /^[↩↑^]/u.test(textOf(child)))
    )
      return [];
    return [childrenOf(child).length > 0 ? withoutReturns(child) : child];
  });
  return {...element, children};
}

function hasWord(element: XmlElement, words: readonly string[]): boolean {
  const {attributes} = element;
  const found = `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''} ${attributes.class ?? ''}`.split(/\s+/);
  return words.some(word => found.includes(word));
}
