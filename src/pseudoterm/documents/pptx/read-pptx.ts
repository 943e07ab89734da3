import type {Block} from '../model.ts';
import {openPackage} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, childrenOf} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {slideBlocks} from './slide.ts';

/** PresentationML (ECMA-376 part 1, 19): slides in the order of the show, hidden ones too, with their speaker notes. */
export async function* readPptx(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const office = await openPackage(context);
  const root = await parseXml(office.archive.read(office.mainPart), context);
  const relationships = await office.relationshipsOf(office.mainPart);
  const list = childNamed(root, 'p:sldIdLst');
  const slides = (list ? childrenOf(list, 'p:sldId') : []).flatMap(({attributes}) => {
    const target = relationships.get(attributes['r:id'] ?? '')?.target;
    return target !== undefined && office.archive.has(target) ? [target] : [];
  });
  context.parts = slides.map((_, index) => ({kind: 'slide', number: index + 1}));
  for (const [index, part] of slides.entries()) {
    const number = index + 1;
    if (context.pages && !context.pages.has(number)) continue;
    yield {type: 'anchor', kind: 'slide', number};
    yield* await slideBlocks(part, office, context);
    await context.breathe();
  }
}
