import {decodeText, isBinary} from './decode-text.ts';
import {damaged, encrypted, unsupported} from './failures.ts';
import type {DocumentFormat} from './format.ts';
import {type DocumentLimits, defaultDocumentLimits} from './limits.ts';
import {openArchive} from './zip/archive.ts';

/**
 * The format by what the bytes say; the name's extension only decides between kinds of plain text. Throws `NotSupported`
 * for what is recognised but not read (doc, xls, ppt, images, encrypted office files) and for other binary data.
 */
export function detectFormat(
  bytes: Uint8Array,
  name: string,
  limits: DocumentLimits = defaultDocumentLimits,
): DocumentFormat {
  if (bytes.byteLength === 0) throw damaged('document', 'it is empty');
  const head = latin1(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zippedFormat(bytes, limits);
  if (head.startsWith('\xd0\xcf\x11\xe0')) throw olderOffice(bytes);
  if (head.startsWith('{\\rtf')) return 'rtf';
  const image = imageKind(head);
  if (image) throw unsupported(image, `This is a picture (${image}).`, 'Read the text in it with: doc ocr --in FILE');
  if (isBinary(bytes))
    throw unsupported(
      'unknown',
      'This is binary data of no known document format.',
      'Name the format with --format if you know better.',
    );
  return textFormat(bytes, name);
}

function zippedFormat(bytes: Uint8Array, limits: DocumentLimits): DocumentFormat {
  const archive = openArchive(bytes, 'zip', limits);
  const mime = archive.has('mimetype') ? latin1(archive.read('mimetype').subarray(0, 200)).trim() : '';
  if (mime === 'application/epub+zip') return 'epub';
  const openDocument = /^application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(mime)?.[1];
  if (openDocument === 'text') return 'odt';
  if (openDocument === 'spreadsheet') return 'ods';
  if (openDocument === 'presentation') return 'odp';
  if (archive.has('word/document.xml')) return 'docx';
  if (archive.has('ppt/presentation.xml')) return 'pptx';
  if (archive.has('xl/workbook.xml')) return 'xlsx';
  if (archive.has('xl/workbook.bin'))
    throw unsupported('xlsb', 'This is a binary Excel workbook (xlsb).', 'Save it as xlsx.');
  // The main part of a package may have any name; the content types tell what it is.
  const types = archive.has('[Content_Types].xml') ? decodeText(archive.read('[Content_Types].xml')).text : '';
  if (types.includes('wordprocessingml.document.main')) return 'docx';
  if (types.includes('presentationml.presentation.main')) return 'pptx';
  if (types.includes('spreadsheetml.sheet.main')) return 'xlsx';
  if (archive.has('META-INF/container.xml')) return 'epub';
  throw unsupported('zip', 'This is a zip archive, not a document.', 'Look into it with: archive list --in FILE');
}

/** OLE containers: names of their streams are UTF-16 in the directory. */
function olderOffice(bytes: Uint8Array): Error {
  const text = latin1(bytes.subarray(0, 4 * 1024 * 1024));
  const has = (stream: string): boolean => text.includes([...stream].join('\0'));
  if (has('EncryptedPackage')) return encrypted('office');
  const legacy = (format: string, modern: string): Error =>
    unsupported(
      format,
      `This is an old binary office file (${format}).`,
      `Save it as ${modern} with an office program.`,
    );
  if (has('WordDocument')) return legacy('doc', 'docx');
  if (has('PowerPoint Document')) return legacy('ppt', 'pptx');
  if (has('Workbook') || has('Book')) return legacy('xls', 'xlsx');
  return unsupported('ole', 'This is an OLE container of no known kind.', 'Save it in a modern format.');
}

function imageKind(head: string): string | undefined {
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF8')) return 'gif';
  if (head.startsWith('BM') && head.charCodeAt(6) === 0) return 'bmp';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  return undefined;
}

function textFormat(bytes: Uint8Array, name: string): DocumentFormat {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (['html', 'htm', 'xhtml'].includes(extension)) return 'html';
  if (['csv', 'tsv', 'tab'].includes(extension)) return 'csv';
  if (['md', 'markdown'].includes(extension)) return 'md';
  const start = decodeText(bytes.subarray(0, 1024)).text.trimStart().toLowerCase();
  return /^(<!doctype html|<html[\s>])/.test(start) || /^<\?xml[^>]*>\s*(<!doctype html|<html[\s>])/.test(start)
    ? 'html'
    : 'txt';
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
