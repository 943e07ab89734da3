import {joinCode} from '../join-code.ts';
import type {Block} from '../model.ts';
import {openPackage} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {xmlUnits} from '../xml/parse-xml.ts';
import {type BodyScope, readBody} from './body.ts';
import {readNotes} from './notes.ts';
import {Numbering} from './numbering.ts';
import {readStyles} from './styles.ts';

/** WordprocessingML (ECMA-376 part 1, 17): paragraphs and tables one by one, notes at the end. */
export async function* readDocx(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const office = await openPackage(context);
  const {archive, mainPart} = office;
  const partNamed = async (type: string): Promise<Uint8Array | undefined> => {
    const part = await office.related(mainPart, type);
    return part === undefined ? undefined : archive.find(part);
  };
  const scope: BodyScope = {
    context,
    styles: await readStyles(await partNamed('styles'), context),
    numbering: await Numbering.read(await partNamed('numbering'), context),
    links: await office.relationshipsOf(mainPart),
    notes: new Set(),
  };
  if (context.pages) context.warn('This format has no fixed pages; all of it was read.');
  yield* joinCode(bodyBlocks(archive.read(mainPart), scope));
  yield* await readNotes(office, scope);
}

async function* bodyBlocks(bytes: Uint8Array, scope: BodyScope): AsyncGenerator<Block, void, undefined> {
  for await (const {element, within} of xmlUnits(bytes, bodyUnits, scope.context))
    if (!within.some(({name}) => name === 'w:del' || name === 'w:moveFrom')) yield* readBody(element, scope);
}

const bodyUnits: ReadonlySet<string> = new Set(['w:p', 'w:tbl']);
