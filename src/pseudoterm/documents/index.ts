import type {AnyBuiltin} from '../command.ts';
import {docExtract} from './commands/doc-extract.ts';
import {docInfo} from './commands/doc-info.ts';
import {docOcr} from './commands/doc-ocr.ts';

/** What a document says of itself. */
export {type DocumentDescription, describeDocument} from './describe-document.ts';
/** What kind of document some bytes are. */
export {detectFormat} from './detect-format.ts';
/** The text of a document. */
export {
  type Anchor,
  type Extraction,
  type ExtractMode,
  type ExtractOptions,
  extractDocument,
} from './extract-document.ts';
/** The formats that can be read. */
export {type DocumentFormat, documentFormats} from './format.ts';
/** How much a document may cost. */
export {type DocumentLimits, defaultDocumentLimits} from './limits.ts';
/** `1-3,7` as a range of pages. */
export {type PageRange, parsePageRange} from './page-range.ts';

/** `doc …`, for a runner of Node.js. */
export const documentCommands: readonly AnyBuiltin[] = [docExtract, docInfo, docOcr];
