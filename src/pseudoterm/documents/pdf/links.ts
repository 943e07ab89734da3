import {linkTarget} from '../link-target.ts';
import type {PdfDocument} from './open-pdf.ts';

export interface PageLink {
  readonly href: string;
  /** Left, bottom, right, top in points. */
  readonly rect: readonly number[];
}

/**
 * The links of the wanted pages, by page number. All at once and by type: asking each page for its annotations makes
 * pdf.js read the text of the page a second time.
 */
export async function documentLinks(
  document: PdfDocument,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly PageLink[]>> {
  const skipped = new Set<number>();
  for (let page = 1; page <= document.numPages; page++) if (!wanted.has(page)) skipped.add(page - 1);
  const annotations: readonly object[] = await document
    .getAnnotationsByType(new Set([linkType]), skipped)
    .catch(() => []);
  const links = new Map<number, PageLink[]>();
  for (const annotation of annotations) {
    if (!('url' in annotation && 'rect' in annotation && 'pageIndex' in annotation)) continue;
    const {url, rect, pageIndex} = annotation;
    const href = linkTarget(typeof url === 'string' ? url : undefined);
    if (href === undefined || !Array.isArray(rect) || typeof pageIndex !== 'number') continue;
    const group = links.get(pageIndex + 1) ?? [];
    links.set(pageIndex + 1, group);
    group.push({href, rect: rect.map(Number)});
  }
  return links;
}

/** `AnnotationType.LINK` of pdf.js. */
const linkType = 2;
