import {limitExceeded} from '../limits.ts';
import {drawPage} from '../pdf/draw/draw-page.ts';
import {pageScale} from '../pdf/draw/page-scale.ts';
import {loadPdfjs} from '../pdf/load-pdfjs.ts';
import {openPdf} from '../pdf/open-pdf.ts';
import type {ReadContext} from '../read-context.ts';

export interface PageImage {
  readonly page: number;
  /** As a PGM file; undefined for a page with nothing on it. */
  readonly image: Uint8Array | undefined;
}

/** The wanted pages of a PDF, drawn one by one. */
export async function* pdfPages(context: ReadContext, mostPixels: number): AsyncGenerator<PageImage, void, undefined> {
  const pdfjs = await loadPdfjs();
  const document = await openPdf(context);
  try {
    context.parts = Array.from({length: document.numPages}, (_, index) => ({kind: 'page', number: index + 1}));
    for (const {number} of context.parts) {
      if (context.pages && !context.pages.has(number)) continue;
      await context.breathe();
      const page = await document.getPage(number);
      const {scale, largestPixels} = await pageScale(pdfjs, page, mostDrawn);
      if (largestPixels > mostPixels)
        throw limitExceeded(`Page ${number} has a picture of ${largestPixels} pixels`, mostPixels, 'pixels');
      const drawn = await drawPage(pdfjs, page, scale);
      yield {page: number, image: drawn.isBlank ? undefined : drawn.toPgm()};
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Of one drawn page: A4 at 400 dpi has 15 million. */
const mostDrawn = 25_000_000;
