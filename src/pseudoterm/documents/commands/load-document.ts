import type {FileAccess, ResourceLimits} from '../../command.ts';
import {detectFormat} from '../detect-format.ts';
import {type DocumentFormat, documentFormats, isDocumentFormat} from '../format.ts';
import {type DocumentLimits, defaultDocumentLimits} from '../limits.ts';

export interface LoadedDocument {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly limits: DocumentLimits;
}

/** Flags of every builtin that reads a document. */
export const documentFlags = {
  in: {type: 'path', required: true, about: 'the document'},
  format: {
    type: 'choice',
    choices: ['auto', ...documentFormats],
    default: 'auto',
    about: 'what it is; auto looks at the bytes',
  },
} as const;

/** What a document of some ten megabytes needs: 64 MiB in, 64 MiB out, one minute, 768 MiB. */
export const documentResources = {
  inputBytes: 64 * 1024 * 1024,
  outputBytes: 64 * 1024 * 1024,
  timeMs: 60_000,
  memoryBytes: 768 * 1024 * 1024,
} as const;

export async function loadDocument(
  path: string,
  format: string,
  {files, limits}: {readonly files: FileAccess; readonly limits: ResourceLimits},
): Promise<LoadedDocument> {
  const inputBytes = Math.min(limits.inputBytes, defaultDocumentLimits.inputBytes);
  const bytes = await files.read(path, {maxBytes: inputBytes});
  const own = {
    ...defaultDocumentLimits,
    inputBytes,
    outputChars: Math.min(defaultDocumentLimits.outputChars, limits.outputBytes),
  };
  return {bytes, limits: own, format: isDocumentFormat(format) ? format : detectFormat(bytes, path, own)};
}

/** The last part of a path without its extension. */
export function stemOf(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'document';
}
