import {decodeText} from '../decode-text.ts';
import {damaged, encrypted} from '../failures.ts';
import {htmlBlocks} from '../html/blocks.ts';
import {parseHtml} from '../html/parse-html.ts';
import type {Block} from '../model.ts';
import {resolvePart} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, findAll, textOf, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {type Archive, openArchive} from '../zip/archive.ts';
import {chapterNames} from './chapter-names.ts';

/** EPUB 2 and 3: the chapters of the spine in reading order, as HTML; notes stay where they are printed. */
export async function* readEpub(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const archive = openArchive(context.bytes, 'epub', context.limits);
  await refuseProtected(archive, context);
  const opf = await packagePath(archive, context);
  const root = await parseXml(archive.read(opf), context);
  readMetadata(root, context);
  const chapters = spine(root, opf, archive);
  const names = await chapterNames(root, opf, archive, context);
  context.parts = chapters.map((part, index) => {
    const name = names.get(part);
    return {kind: 'chapter', number: index + 1, ...(name === undefined ? {} : {name})};
  });
  for (const [index, part] of chapters.entries()) {
    const number = index + 1;
    if (context.pages && !context.pages.has(number)) continue;
    const blocks = htmlBlocks(await parseHtml(decodeText(archive.read(part)).text, context), {
      context,
      notePrefix: `${number}-`,
      noteLabels: new Map(),
      link: href => (/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : undefined),
    });
    if (blocks.length === 0) continue;
    const name = names.get(part);
    yield {type: 'anchor', kind: 'chapter', number, ...(name === undefined ? {} : {name})};
    yield* blocks;
  }
}

/** Only the fonts of a readable book may be scrambled (OCF 3.3, 4.4). */
async function refuseProtected(archive: Archive, context: ReadContext): Promise<void> {
  const bytes = archive.find('META-INF/encryption.xml');
  if (!bytes) return;
  const methods = findAll(await parseXml(bytes, context), 'enc:EncryptionMethod').concat(
    findAll(await parseXml(bytes, context), 'EncryptionMethod'),
  );
  if (methods.some(({attributes}) => !/embedding|RC$/.test(attributes.Algorithm ?? ''))) throw encrypted('epub');
}

async function packagePath(archive: Archive, context: ReadContext): Promise<string> {
  const container = await parseXml(archive.read('META-INF/container.xml'), context);
  const path = findAll(container, 'rootfile')[0]?.attributes['full-path'];
  if (path === undefined || !archive.has(path)) throw damaged('epub', 'its package document is missing');
  return path;
}

function readMetadata(root: XmlElement, context: ReadContext): void {
  const metadata = childNamed(root, 'metadata');
  for (const child of metadata ? childrenOf(metadata) : []) {
    const field = fields[child.name];
    const value = textOf(child).trim();
    if (field && value !== '') context.metadata[field] ??= value;
  }
}

const fields: Readonly<Record<string, keyof ReadContext['metadata']>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:language': 'language',
  'dc:date': 'created',
};

function spine(root: XmlElement, opf: string, archive: Archive): string[] {
  const directory = opf.slice(0, opf.lastIndexOf('/') + 1);
  const manifest = new Map(findAll(root, 'item').map(({attributes}) => [attributes.id ?? '', attributes] as const));
  return findAll(root, 'itemref').flatMap(({attributes}) => {
    const item = manifest.get(attributes.idref ?? '');
    const part = resolvePart(directory, item?.href ?? '');
    const isPage = /html|xml/.test(item?.['media-type'] ?? '') && !(item?.properties ?? '').split(' ').includes('nav');
    return isPage && archive.has(part) ? [part] : [];
  });
}
