/** The formats that can be read. `txt` is also the answer for any other text. */
export const documentFormats = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'html',
  'csv',
  'rtf',
  'md',
  'txt',
] as const;

export type DocumentFormat = (typeof documentFormats)[number];

export function isDocumentFormat(word: string): word is DocumentFormat {
  return documentFormats.some(format => format === word);
}
