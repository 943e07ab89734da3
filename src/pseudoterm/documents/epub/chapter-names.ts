import {decodeText} from '../decode-text.ts';
import {parseHtml} from '../html/parse-html.ts';
import {resolvePart} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {descend, findAll, textOf, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import type {Archive} from '../zip/archive.ts';

/** What the table of contents calls each chapter file: from the navigation document, else from the NCX of EPUB 2. */
export async function chapterNames(
  root: XmlElement,
  opf: string,
  archive: Archive,
  context: ReadContext,
): Promise<ReadonlyMap<string, string>> {
  const items = findAll(root, 'item');
  const pathOf = (item: XmlElement | undefined): string | undefined => {
    const part = resolvePart(directoryOf(opf), item?.attributes.href ?? '');
    return item && archive.has(part) ? part : undefined;
  };
  const navigation = pathOf(items.find(item => item.attributes.properties?.split(' ').includes('nav')));
  if (navigation !== undefined) return fromNavigation(navigation, archive, context);
  const ncx = pathOf(items.find(item => item.attributes['media-type'] === 'application/x-dtbncx+xml'));
  return ncx === undefined ? new Map() : fromNcx(ncx, archive, context);
}

async function fromNavigation(part: string, archive: Archive, context: ReadContext): Promise<Map<string, string>> {
  const root = await parseHtml(decodeText(archive.read(part)).text, context);
  const links = findAll(root, 'nav').flatMap(nav => findAll(nav, 'a'));
  return firstNames(links.map(link => [resolve(part, link.attributes.href), textOf(link)]));
}

async function fromNcx(part: string, archive: Archive, context: ReadContext): Promise<Map<string, string>> {
  const points = allPoints(await parseXml(archive.read(part), context));
  return firstNames(
    points.map(point => {
      const source = findAll(point, 'content')[0]?.attributes.src;
      return [resolve(part, source), textOf(descend(point, 'navLabel', 'text'))];
    }),
  );
}

function allPoints(element: XmlElement): XmlElement[] {
  return findAll(element, 'navPoint').flatMap(point => [point, ...allPoints(point)]);
}

function resolve(part: string, href: string | undefined): string {
  return resolvePart(directoryOf(part), (href ?? '').split('#')[0] ?? '');
}

function directoryOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}

/** Several entries may lead into one file; the first one is its name. */
function firstNames(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [part, name] of pairs) {
    const tidy = name.trim().replaceAll(/\s+/g, ' ');
    if (tidy !== '' && !names.has(part)) names.set(part, tidy);
  }
  return names;
}
