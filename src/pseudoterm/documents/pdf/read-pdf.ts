import {isPseudoError} from '../../pseudo-error.ts';
import {joinCode} from '../join-code.ts';
import {type Block, plainText} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {HeadingLevels} from './heading-levels.ts';
import {pageLines} from './lines.ts';
import {documentLinks} from './links.ts';
import {loadPdfjs} from './load-pdfjs.ts';
import {openPdf, type PdfDocument, type PdfPage} from './open-pdf.ts';
import {Outline} from './outline.ts';
import {pageBlocks} from './page-blocks.ts';
import {pageFragments} from './page-fragments.ts';
import {type LaidPage, RunningHeads} from './running-heads.ts';
import {type TaggedBlocks, taggedBlocks} from './tagged.ts';

/**
 * PDF page by page: by its tags where the file has them, else by the look of the lines. Pages are read in portions, so
 * that what repeats on them can be told from the text.
 */
export async function* readPdf(context: ReadContext): AsyncGenerator<Block, void, undefined> {
  const document = await openPdf(context);
  try {
    context.parts = Array.from({length: document.numPages}, (_, index) => ({kind: 'page', number: index + 1}));
    const wanted = context.parts.map(part => part.number).filter(number => context.pages?.has(number) ?? true);
    const levels = new HeadingLevels(await Outline.read(document));
    const heads = new RunningHeads();
    const source: PageSource = {
      document,
      links: await documentLinks(document, new Set(wanted)),
      isTagged: (await document.getMarkInfo().catch(() => null))?.Marked === true,
      pictures: [],
    };
    for (let at = 0; at < wanted.length; at += portionPages) {
      const pages: ReadPage[] = [];
      for (const number of wanted.slice(at, at + portionPages)) {
        pages.push(await readPage(source, number, context).catch(error => brokenPage(error, number, context)));
        await context.breathe();
      }
      yield* portionBlocks(pages, levels, heads, context);
    }
    warnOfPictures(source.pictures, context);
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Enough to tell what repeats, few enough to be held. */
const portionPages = 32;

interface ReadPage extends LaidPage {
  readonly tagged: TaggedBlocks | undefined;
}

interface PageSource {
  readonly document: PdfDocument;
  readonly links: Awaited<ReturnType<typeof documentLinks>>;
  readonly isTagged: boolean;
  /** Numbers of pages that are drawn and have no text. */
  readonly pictures: number[];
}

async function readPage(source: PageSource, number: number, context: ReadContext): Promise<ReadPage> {
  const {isTagged} = source;
  const page = await source.document.getPage(number);
  const read = await pageFragments(page, {isTagged, links: source.links.get(number) ?? []}, context);
  const tagged = isTagged ? await taggedBlocks(page, read.fragments, context) : undefined;
  if (read.fragments.length === 0 && (await isDrawn(page))) source.pictures.push(number);
  page.cleanup();
  return {number, height: read.height, lines: pageLines(read), tagged};
}

function warnOfPictures(pages: readonly number[], context: ReadContext): void {
  if (pages.length === 0) return;
  const listed = pages.slice(0, 10).join(', ') + (pages.length > 10 ? ', …' : '');
  const pagesAre = pages.length === 1 ? `Page ${listed} is a picture` : `Pages ${listed} are pictures`;
  context.warn(`${pagesAre} without text. Read with: doc ocr --in FILE`);
}

/** One damaged page does not cost the others. */
function brokenPage(error: unknown, number: number, context: ReadContext): ReadPage {
  context.signal?.throwIfAborted();
  if (isPseudoError(error)) throw error;
  context.warn(`Page ${number} is damaged and was left out.`);
  return {number, height: 0, lines: [], tagged: undefined};
}

async function* portionBlocks(
  pages: readonly ReadPage[],
  levels: HeadingLevels,
  heads: RunningHeads,
  context: ReadContext,
): AsyncGenerator<Block, void, undefined> {
  const laid = heads.remove(pages.filter(page => !page.tagged));
  levels.learn([...laid, ...pages.filter(page => page.tagged)]);
  const tellsHeadings = pages.some(page => page.tagged?.tellsHeadings);
  const byNumber = new Map(laid.map(page => [page.number, page]));
  for (const page of pages) {
    yield {type: 'anchor', kind: 'page', number: page.number};
    const plain = byNumber.get(page.number);
    if (page.tagged) yield* joinCode(tellsHeadings ? page.tagged.blocks : withHeadings(page.tagged, levels));
    else if (plain) yield* pageBlocks(plain, levels, context);
  }
}

/** Some programs tag headings as paragraphs; then the size of their letters tells. */
function withHeadings({blocks, sizes}: TaggedBlocks, levels: HeadingLevels): Block[] {
  return blocks.map(block => {
    if (block.type !== 'paragraph' || block.itemDepth !== undefined) return block;
    const text = plainText(block.spans);
    const level = levels.levelOf({text, size: sizes.get(block) ?? 0, isMono: false});
    return level === undefined ? block : {type: 'heading', level, spans: [{text: text.replaceAll('\n', ' ')}]};
  });
}

/** A picture, or more lines and shapes than a frame and a logo have. */
async function isDrawn(page: PdfPage): Promise<boolean> {
  const {OPS} = await loadPdfjs();
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const {fnArray} = await page.getOperatorList();
  const shapes = fnArray.filter(operation => operation === OPS.constructPath).length;
  return shapes > 20 || fnArray.some(operation => pictures.has(operation));
}
