import {unsupported} from '../failures.ts';
import {type DocumentLimits, defaultDocumentLimits, limitExceeded} from '../limits.ts';
import type {PageRange} from '../page-range.ts';
import {createReadContext} from '../read-context.ts';
import {GuessingRecogniser} from './guessing-recogniser.ts';
import {imageFacts} from './image-size.ts';
import {pdfPages} from './pdf-pages.ts';
import {type OcrLanguage, openRecogniser, type Recogniser} from './tesseract.ts';

export interface OcrOptions {
  /** Without it they are guessed, page by page. */
  readonly languages?: readonly OcrLanguage[] | undefined;
  readonly pages?: PageRange | undefined;
  /** Where the packages that recognise text may be, beside where cotty’s own are. */
  readonly packages?: string | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecognisedPage {
  readonly page: number;
  readonly text: string;
  readonly confidence: number;
}

/**
 * The printed text of a picture or of the pages of a PDF. Throws `NotSupported` for anything else and where the packages that
 * recognise text are missing, `LimitExceeded` for pictures above {@link mostPixels}, `CommandFailed` for damaged ones.
 */
export async function recogniseDocument(bytes: Uint8Array, options: OcrOptions): Promise<RecognisedPage[]> {
  const limits = {...defaultDocumentLimits, ...options.limits};
  if (bytes.byteLength > limits.inputBytes)
    throw limitExceeded(`The file has ${bytes.byteLength} bytes`, limits.inputBytes, 'bytes');
  const isPdf = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
  if (!isPdf) refuseUnreadable(bytes);
  using recogniser = await openReader(options);
  if (!isPdf) return [{page: 1, ...(await recogniser.recognise(bytes))}];
  const {signal, pages} = options;
  const context = createReadContext({bytes, format: 'pdf', limits, signal, pages});
  // Awaited here: the recogniser lives until this function ends.
  return await recognisePages(pdfPages(context, mostPixels), recogniser);
}

/** A page of A4 at 600 dpi has 35 million. */
export const mostPixels = 50_000_000;

function refuseUnreadable(bytes: Uint8Array): void {
  if (/^(II\*\0|MM\0\*)/.test(String.fromCharCode(...bytes.subarray(0, 4))))
    throw unsupported('tiff', 'TIFF pictures cannot be read.', 'Convert it to PNG.');
  const facts = imageFacts(bytes);
  if (!facts)
    throw unsupported(
      'unknown',
      'This is neither a picture nor a PDF.',
      'Give a PNG, JPEG, BMP, GIF, WebP or PDF file.',
    );
  const {width, height} = facts;
  if (width * height > mostPixels) throw limitExceeded(`The picture is ${width} × ${height}`, mostPixels, 'pixels');
}

async function openReader({languages, packages}: OcrOptions): Promise<Recogniser | GuessingRecogniser> {
  return languages ? await openRecogniser(languages, packages) : await GuessingRecogniser.open(packages);
}

async function recognisePages(
  pages: ReturnType<typeof pdfPages>,
  recogniser: Recogniser | GuessingRecogniser,
): Promise<RecognisedPage[]> {
  const found: RecognisedPage[] = [];
  for await (const {page, image} of pages)
    found.push({page, ...(image ? await recogniser.recognise(image) : {text: '', confidence: 0})});
  return found;
}
