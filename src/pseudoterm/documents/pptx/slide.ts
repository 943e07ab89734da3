import {imageText} from '../image-text.ts';
import {type Block, tidySpans} from '../model.ts';
import type {OfficePackage} from '../ooxml/package.ts';
import type {ReadContext} from '../read-context.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import {childNamed, childrenOf, descend, findAll, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';
import {chartBlocks} from './chart.ts';
import {type SlideScope, textBlocks} from './text.ts';

/** One slide: its title as a heading, its shapes in drawing order, the speaker notes. */
export async function slideBlocks(part: string, office: OfficePackage, context: ReadContext): Promise<Block[]> {
  const root = await parseXml(office.archive.read(part), context);
  if (['0', 'false'].includes(root.attributes.show ?? '1')) context.warn('Some slides are hidden in the show.');
  const scope: SlideScope = {context, links: await office.relationshipsOf(part)};
  const tree = descend(root, 'p:cSld', 'p:spTree');
  const shapes = tree ? [...shapesOf(tree)] : [];
  const title = shapes.find(isTitle) ?? guessTitle(shapes);
  const blocks: Block[] = [];
  if (title) blocks.push(...titleBlock(title, scope));
  for (const shape of shapes) {
    if (shape === title || isFurniture(shape)) continue;
    blocks.push(...(await shapeBlocks(shape, scope, office)));
  }
  return [...blocks, ...(await speakerNotes(part, office, context))];
}

function* shapesOf(tree: XmlElement): Generator<XmlElement> {
  for (const child of childrenOf(tree)) {
    if (child.name === 'p:grpSp') yield* shapesOf(child);
    else if (child.name === 'mc:AlternateContent') yield* shapesOf(childNamed(child, 'mc:Choice') ?? child);
    else if (['p:sp', 'p:graphicFrame', 'p:pic', 'p:cxnSp'].includes(child.name)) yield child;
  }
}

function placeholder(shape: XmlElement): string | undefined {
  const element = descend(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
  return element && (element.attributes.type ?? 'body');
}

function isTitle(shape: XmlElement): boolean {
  return ['title', 'ctrTitle'].includes(placeholder(shape) ?? '');
}

/** Dates, footers and slide numbers repeat on every slide. */
function isFurniture(shape: XmlElement): boolean {
  return ['dt', 'ftr', 'sldNum', 'hdr'].includes(placeholder(shape) ?? '');
}

/**
 * Slides made without placeholders have a title all the same: the text box set in clearly larger letters than the
 * others, short and in the upper part.
 */
function guessTitle(shapes: readonly XmlElement[]): XmlElement | undefined {
  if (shapes.some(shape => placeholder(shape) !== undefined && !isFurniture(shape))) return undefined;
  const sized = shapes
    .filter(shape => shape.name === 'p:sp')
    .map(shape => ({shape, size: largestSize(shape), top: topOf(shape), length: textLength(shape)}))
    .filter(each => each.length > 0);
  const [first, second] = sized.toSorted((a, b) => b.size - a.size);
  if (!first || first.size < smallestTitle || first.length > longestTitle) return undefined;
  if (second && first.size < second.size * 1.15) return undefined;
  return sized.every(each => each === first || each.top >= first.top) ? first.shape : undefined;
}

/** Hundredths of a point. */
const smallestTitle = 2000;
const longestTitle = 150;

function largestSize(shape: XmlElement): number {
  const sizes = ['a:rPr', 'a:defRPr'].flatMap(name =>
    findAll(shape, name).map(({attributes}) => Number(attributes.sz ?? 0)),
  );
  return Math.max(0, ...sizes);
}

function topOf(shape: XmlElement): number {
  return Number(descend(shape, 'p:spPr', 'a:xfrm', 'a:off')?.attributes.y ?? 0);
}

function textLength(shape: XmlElement): number {
  return findAll(shape, 'a:t').reduce((sum, text) => sum + text.children.join('').length, 0);
}

function titleBlock(shape: XmlElement, scope: SlideScope): Block[] {
  const body = childNamed(shape, 'p:txBody');
  const spans = tidySpans(body ? cellSpans(textBlocks(body, scope, false)) : []);
  if (spans.length === 0) return [];
  return [
    {type: 'heading', level: 2, spans: spans.map(span => ({...span, text: span.text.replaceAll(/[\n\v]/g, ' ')}))},
  ];
}

async function shapeBlocks(shape: XmlElement, scope: SlideScope, office: OfficePackage): Promise<Block[]> {
  if (shape.name === 'p:pic') return pictureBlocks(shape);
  if (shape.name === 'p:graphicFrame') return frameBlocks(shape, scope, office);
  const body = childNamed(shape, 'p:txBody');
  const isBody = ['body', 'obj', 'subTitle'].includes(placeholder(shape) ?? '');
  return body ? textBlocks(body, scope, isBody && placeholder(shape) !== 'subTitle') : [];
}

function pictureBlocks(shape: XmlElement): Block[] {
  const text = imageText(descend(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes.descr);
  return text === undefined ? [] : [{type: 'paragraph', spans: [{text}]}];
}

async function frameBlocks(frame: XmlElement, scope: SlideScope, office: OfficePackage): Promise<Block[]> {
  const table = findAll(frame, 'a:tbl')[0];
  if (table) return tableBlocks(table, scope);
  const chart = scope.links.get(findAll(frame, 'c:chart')[0]?.attributes['r:id'] ?? '');
  if (chart && !chart.isExternal) return chartBlocks(office.archive.find(chart.target), scope.context);
  const diagram = scope.links.get(findAll(frame, 'dgm:relIds')[0]?.attributes['r:dm'] ?? '');
  const data = diagram && office.archive.find(diagram.target);
  if (!data) return [];
  const points = findAll(await parseXml(data, scope.context), 'dgm:pt');
  return points.flatMap(point => findAll(point, 'dgm:t').flatMap(text => textBlocks(text, scope, true)));
}

function tableBlocks(table: XmlElement, scope: SlideScope): Block[] {
  const grid = new TableGrid(scope.context);
  for (const row of childrenOf(table, 'a:tr')) {
    for (const cell of childrenOf(row, 'a:tc')) {
      const body = childNamed(cell, 'a:txBody');
      grid.add(body ? cellSpans(textBlocks(body, scope, false)) : []);
    }
    grid.endRow();
  }
  if (['1', 'true'].includes(childNamed(table, 'a:tblPr')?.attributes.firstRow ?? '0')) grid.headerRows = 1;
  const block = grid.finish();
  return block ? [block] : [];
}

async function speakerNotes(part: string, office: OfficePackage, context: ReadContext): Promise<Block[]> {
  const notes = await office.related(part, 'notesSlide');
  const bytes = notes === undefined ? undefined : office.archive.find(notes);
  if (notes === undefined || !bytes) return [];
  const scope: SlideScope = {context, links: await office.relationshipsOf(notes)};
  const tree = descend(await parseXml(bytes, context), 'p:cSld', 'p:spTree');
  const bodies = (tree ? [...shapesOf(tree)] : []).filter(shape => placeholder(shape) === 'body');
  const spans = tidySpans(
    cellSpans(bodies.flatMap(shape => childrenOf(shape, 'p:txBody').flatMap(body => textBlocks(body, scope, false)))),
  );
  return spans.length === 0 ? [] : [{type: 'remark', spans}];
}
