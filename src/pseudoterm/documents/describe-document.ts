import type {DocumentFormat} from './format.ts';
import {type DocumentLimits, defaultDocumentLimits, limitExceeded} from './limits.ts';
import {openReader} from './open-reader.ts';
import {createReadContext, type DocumentMetadata, type DocumentPart} from './read-context.ts';

export interface DocumentDescription {
  readonly metadata: DocumentMetadata;
  readonly parts: readonly DocumentPart[];
  readonly warnings: readonly string[];
}

/** What a file says of itself: metadata, pages, slides, sheets or chapters. Reads no further than the first block. */
export async function describeDocument(
  bytes: Uint8Array,
  options: {
    readonly format: DocumentFormat;
    readonly limits?: Partial<DocumentLimits> | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<DocumentDescription> {
  const limits = {...defaultDocumentLimits, ...options.limits};
  if (bytes.byteLength > limits.inputBytes)
    throw limitExceeded(`The file has ${bytes.byteLength} bytes`, limits.inputBytes, 'bytes');
  const {format, signal} = options;
  const context = createReadContext({bytes, format, limits, signal, pages: undefined});
  const read = await openReader(format);
  for await (const block of read(context)) if (block) break;
  const {metadata, parts, warnings} = context;
  return {metadata, parts, warnings};
}
