import {encrypted} from '../failures.ts';
import {formulaText} from '../formula-text.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf, textOf} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {type Archive, openArchive} from '../zip/archive.ts';
import {OdfStyles} from './styles.ts';

/** An opened OpenDocument package: its content still packed, the styles shared by all of it. */
export interface OdfPackage {
  readonly archive: Archive;
  readonly styles: OdfStyles;
  /** Embedded formulas as text, by the name of their folder. */
  readonly formulas: ReadonlyMap<string, string>;
}

/** Opens the container, refuses encrypted ones, reads the metadata and the common styles. */
export async function openOdf(context: ReadContext): Promise<OdfPackage> {
  const archive = openArchive(context.bytes, context.format, context.limits);
  const manifest = archive.find('META-INF/manifest.xml');
  if (manifest && new TextDecoder().decode(manifest).includes('encryption-data')) throw encrypted(context.format);
  await readMeta(archive, context);
  const styles = new OdfStyles();
  const common = archive.find('styles.xml');
  if (common) {
    const element = childNamed(await parseXml(common, context), 'office:styles');
    if (element) styles.load(element);
  }
  return {archive, styles, formulas: await readFormulas(archive, context)};
}

/** Formulas are small documents beside the large one (ODF 1.3 part 3, 14). */
async function readFormulas(archive: Archive, context: ReadContext): Promise<Map<string, string>> {
  const formulas = new Map<string, string>();
  for (const name of archive.names) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1];
    if (folder === undefined) continue;
    const bytes = archive.read(name);
    const head = new TextDecoder().decode(bytes.subarray(0, 1000));
    if (/<(\w+:)?math\b/.test(head)) formulas.set(folder, formulaText(await parseXml(bytes, context)));
  }
  return formulas;
}

async function readMeta(archive: Archive, context: ReadContext): Promise<void> {
  const bytes = archive.find('meta.xml');
  if (!bytes) return;
  const meta = childNamed(await parseXml(bytes, context), 'office:meta');
  for (const child of meta ? childrenOf(meta) : []) {
    const field = metaFields[child.name];
    const value = textOf(child).trim();
    if (field && value !== '') context.metadata[field] = value;
  }
}

const metaFields: Readonly<Record<string, keyof ReadContext['metadata']>> = {
  'dc:title': 'title',
  'meta:initial-creator': 'author',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'meta:keyword': 'keywords',
  'dc:language': 'language',
  'meta:creation-date': 'created',
  'dc:date': 'modified',
  'meta:generator': 'producer',
};
