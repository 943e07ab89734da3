import {joinCode} from '../join-code.ts';
import type {Block} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {xmlUnits} from '../xml/parse-xml.ts';
import {odfNotes, readOdfBlocks} from './blocks.ts';
import type {OdfScope} from './inline.ts';
import {openOdf} from './open-odf.ts';

/** OpenDocument text: paragraphs, lists and tables one by one, notes at the end. */
export async function* readOdt(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {archive, styles, formulas} = await openOdf(context);
  const scope: OdfScope = {context, styles, formulas, notes: new Map(), counters: new Map()};
  if (context.pages) context.warn('This format has no fixed pages; all of it was read.');
  yield* joinCode(bodyBlocks(archive.read('content.xml'), scope));
  yield* odfNotes(scope);
}

async function* bodyBlocks(bytes: Uint8Array, scope: OdfScope): AsyncGenerator<Block, void, undefined> {
  for await (const {element, within} of xmlUnits(bytes, units, scope.context)) {
    if (element.name === 'office:automatic-styles') scope.styles.load(element);
    else if (!within.some(({name}) => name === 'text:tracked-changes')) yield* readOdfBlocks(element, scope);
  }
}

const units: ReadonlySet<string> = new Set([
  'office:automatic-styles',
  'text:p',
  'text:h',
  'text:list',
  'table:table',
  'draw:frame',
  'draw:custom-shape',
]);
