import {type Block, tidySpans} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {cellSpans} from '../table-grid.ts';
import {childNamed, childrenOf, type XmlElement} from '../xml/node.ts';
import {xmlUnits} from '../xml/parse-xml.ts';
import {odfNotes, readOdfBlocks} from './blocks.ts';
import type {OdfScope} from './inline.ts';
import {openOdf} from './open-odf.ts';

/** OpenDocument presentation: each slide's title, its frames in drawing order, its speaker notes. */
export async function* readOdp(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const {archive, styles, formulas} = await openOdf(context);
  const bytes = archive.read('content.xml');
  const scope: OdfScope = {context, styles, formulas, notes: new Map(), counters: new Map()};
  let number = 0;
  context.parts = await slideNames(bytes, context);
  for await (const {element} of xmlUnits(bytes, slideUnits, context)) {
    if (element.name === 'office:automatic-styles') styles.load(element);
    else if (++number && (!context.pages || context.pages.has(number))) yield* slideBlocks(element, number, scope);
  }
  yield* odfNotes(scope);
}

const slideUnits: ReadonlySet<string> = new Set(['office:automatic-styles', 'draw:page']);

async function slideNames(bytes: Uint8Array, context: ReadContext): Promise<ReadContext['parts']> {
  const parts: ReadContext['parts'][number][] = [];
  for await (const {element} of xmlUnits(bytes, slideUnits, context))
    if (element.name === 'draw:page') parts.push({kind: 'slide', number: parts.length + 1});
  return parts;
}

function* slideBlocks(slide: XmlElement, number: number, scope: OdfScope): Generator<Block> {
  yield {type: 'anchor', kind: 'slide', number};
  const shapes = childrenOf(slide).filter(shape => shape.name.startsWith('draw:'));
  const title = shapes.find(shape => shape.attributes['presentation:class'] === 'title');
  if (title) {
    const spans = tidySpans(cellSpans(readOdfBlocks(title, scope))).map(span => ({
      ...span,
      text: span.text.replaceAll('\n', ' '),
    }));
    if (spans.length > 0) yield {type: 'heading', level: 2, spans};
  }
  for (const shape of shapes) if (shape !== title) yield* shapeBlocks(shape, scope);
  const notes = childNamed(slide, 'presentation:notes');
  const remarks = notes ? childrenOf(notes).filter(frame => frame.attributes['presentation:class'] === 'notes') : [];
  const spans = tidySpans(cellSpans(remarks.flatMap(frame => readOdfBlocks(frame, scope))));
  if (spans.length > 0) yield {type: 'remark', spans};
}

/** Page numbers, dates and footers repeat on every slide. */
function shapeBlocks(shape: XmlElement, scope: OdfScope): Block[] {
  if (['page-number', 'date-time', 'footer', 'header'].includes(shape.attributes['presentation:class'] ?? ''))
    return [];
  return readOdfBlocks(shape, scope);
}
