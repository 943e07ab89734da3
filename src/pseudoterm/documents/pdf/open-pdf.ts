import {damaged, encrypted} from '../failures.ts';
import {limitExceeded} from '../limits.ts';
import type {ReadContext} from '../read-context.ts';
import {loadPdfjs, type Pdfjs} from './load-pdfjs.ts';
import {PdfData} from './pdf-data.ts';

export type PdfDocument = Awaited<ReturnType<Pdfjs['getDocument']>['promise']>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** Opens a PDF with pdf.js: no eval, no fonts of the system, nothing loaded from anywhere. Reads its metadata. */
export async function openPdf(context: ReadContext): Promise<PdfDocument> {
  const {getDocument} = await loadPdfjs();
  const opening = getDocument({
    data: new Uint8Array(context.bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    BinaryDataFactory: PdfData,
    cMapPacked: false,
    cMapUrl: 'made/',
    wasmUrl: 'here/',
    stopAtErrors: false,
  });
  const document = await opening.promise.catch((error: unknown) => {
    throw openError(error);
  });
  if (document.numPages > context.limits.pages)
    throw limitExceeded(`The document has ${document.numPages} pages`, context.limits.pages, 'pages');
  await readMetadata(document, context);
  return document;
}

function openError(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return encrypted('pdf');
  const message = error instanceof Error ? error.message : String(error);
  return damaged('pdf', `${message.replace(/\.$/, '').toLowerCase()}; it may be cut off or overwritten`, error);
}

async function readMetadata(document: PdfDocument, context: ReadContext): Promise<void> {
  const {info} = await document.getMetadata().catch(() => ({info: {}}));
  for (const [key, value] of Object.entries(info)) {
    const field = infoFields[key];
    if (!field || typeof value !== 'string' || value.trim() === '') continue;
    context.metadata[field] = field === 'created' || field === 'modified' ? isoDate(value) : value.trim();
  }
}

const infoFields: Readonly<Record<string, keyof ReadContext['metadata']>> = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Language: 'language',
  CreationDate: 'created',
  ModDate: 'modified',
  Producer: 'producer',
};

/** `D:20221217024144+01'00'` → `2022-12-17T02:41:44+01:00`. */
function isoDate(value: string): string {
  const match = /^D:(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})?(\d{2})?)?(?:([-+Z])(?:(\d{2})'?(\d{2})?)?)?/.exec(value);
  if (!match) return value;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', sign, hours = '00', minutes = '00'] =
    match;
  if (hour === undefined) return `${year}-${month}-${day}`;
  const zone =
    sign === undefined ? '' : sign === 'Z' || (hours === '00' && minutes === '00') ? 'Z' : `${sign}${hours}:${minutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
