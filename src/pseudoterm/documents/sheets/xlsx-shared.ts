import type {OfficePackage} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, textOf, type XmlElement} from '../xml/node.ts';
import type {NumberKind} from './number-format.ts';

/** What the cells of all sheets refer to. */
export interface Workbook {
  readonly office: OfficePackage;
  readonly context: ReadContext;
  readonly strings: readonly string[];
  /** By the style index of a cell. */
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
}

/** The text of `si` or `is`: plain or in runs, without the phonetic guides of Japanese. */
export function richText(element: XmlElement): string {
  return childrenOf(element)
    .map(child => (child.name === 's:t' ? textOf(child) : child.name === 's:r' ? textOf(childNamed(child, 's:t')) : ''))
    .join('')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
