import {damaged} from '../failures.ts';
import type {ReadContext} from '../read-context.ts';
import {childrenOf, textOf} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {type Archive, openArchive} from '../zip/archive.ts';

export interface Relationship {
  /** The last word of its type address, e.g. `hyperlink`. */
  readonly type: string;
  /** A part's name inside the package, or an address when it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** An Open Packaging Conventions container (ECMA-376 part 2): parts and the relationships between them. */
export interface OfficePackage {
  readonly archive: Archive;
  readonly mainPart: string;
  relationshipsOf(part: string): Promise<ReadonlyMap<string, Relationship>>;
  /** The first related part of that type that is there. */
  related(part: string, type: string): Promise<string | undefined>;
}

/** Opens the container, finds its main part and reads the core properties into the metadata. */
export async function openPackage(context: ReadContext): Promise<OfficePackage> {
  const archive = openArchive(context.bytes, context.format, context.limits);
  const relationshipsOf = (part: string) => readRelationships(archive, part, context);
  const related = async (part: string, type: string): Promise<string | undefined> => {
    for (const relationship of (await relationshipsOf(part)).values())
      if (relationship.type === type && !relationship.isExternal && archive.has(relationship.target))
        return relationship.target;
    return undefined;
  };
  const mainPart = await related('', 'officeDocument');
  if (mainPart === undefined) throw damaged(context.format, 'its main part is missing');
  await readCoreProperties(archive, await related('', 'core-properties'), context);
  return {archive, mainPart, relationshipsOf, related};
}

async function readRelationships(
  archive: Archive,
  part: string,
  context: ReadContext,
): Promise<ReadonlyMap<string, Relationship>> {
  const slash = part.lastIndexOf('/');
  const directory = part.slice(0, slash + 1);
  const bytes = archive.find(`${directory}_rels/${part.slice(slash + 1)}.rels`);
  const found = new Map<string, Relationship>();
  if (!bytes) return found;
  for (const {attributes} of childrenOf(await parseXml(bytes, context))) {
    const isExternal = attributes.TargetMode === 'External';
    const target = attributes.Target ?? '';
    found.set(attributes.Id ?? '', {
      type: (attributes.Type ?? '').split('/').at(-1) ?? '',
      target: isExternal ? target : resolvePart(directory, target),
      isExternal,
    });
  }
  return found;
}

/** A target is relative to the folder of its part, or absolute inside the package. */
export function resolvePart(directory: string, target: string): string {
  const path = target.startsWith('/') ? target : `${directory}${target}`;
  const steps: string[] = [];
  for (const step of decodePath(path).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function readCoreProperties(archive: Archive, part: string | undefined, context: ReadContext): Promise<void> {
  const bytes = part === undefined ? undefined : archive.find(part);
  if (!bytes) return;
  for (const child of childrenOf(await parseXml(bytes, context))) {
    const field = coreFields[child.name];
    const value = textOf(child).trim();
    if (field && value !== '') context.metadata[field] = value;
  }
}

const coreFields: Readonly<Record<string, keyof ReadContext['metadata']>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:language': 'language',
  'cp:keywords': 'keywords',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
};
