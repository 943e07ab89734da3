import {limitExceeded} from '../limits.ts';
import {openPdf} from '../pdf/open-pdf.ts';
import type {ReadContext} from '../read-context.ts';

export interface PageImage {
  readonly page: number;
  /** As a PNM file. */
  readonly image: Uint8Array;
}

/** The pictures on the wanted pages of a PDF, as a scanner put them there: one or a few for each page. */
export async function* pdfImages(context: ReadContext, mostPixels: number): AsyncGenerator<PageImage, void, undefined> {
  const document = await openPdf(context);
  try {
    const {extractImages} = await import('unpdf');
    context.parts = Array.from({length: document.numPages}, (_, index) => ({kind: 'page', number: index + 1}));
    for (const {number} of context.parts) {
      if (context.pages && !context.pages.has(number)) continue;
      await context.breathe();
      for (const {data, width, height, channels} of await extractImages(document, number)) {
        if (width < smallestSide || height < smallestSide) continue;
        if (width * height > mostPixels)
          throw limitExceeded(`Page ${number} has a picture of ${width} × ${height}`, mostPixels, 'pixels');
        yield {page: number, image: toPnm(data, {width, height, channels})};
      }
      (await document.getPage(number)).cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Smaller pictures are ornaments. */
const smallestSide = 40;

function toPnm(
  data: Uint8ClampedArray,
  {width, height, channels}: {readonly width: number; readonly height: number; readonly channels: 1 | 3 | 4},
): Uint8Array {
  const header = new TextEncoder().encode(`${channels === 1 ? 'P5' : 'P6'}\n${width} ${height}\n255\n`);
  const pixels = width * height;
  const file = new Uint8Array(header.byteLength + pixels * (channels === 1 ? 1 : 3));
  file.set(header);
  if (channels !== 4) {
    file.set(data.subarray(0, file.byteLength - header.byteLength), header.byteLength);
    return file;
  }
  for (let from = 0, to = header.byteLength; from < pixels * 4; from += 4) {
    file[to++] = data[from] ?? 255;
    file[to++] = data[from + 1] ?? 255;
    file[to++] = data[from + 2] ?? 255;
  }
  return file;
}
