import {PseudoError} from '../pseudo-error.ts';

/** How much one document may cost. Above any of these the work ends with `LimitExceeded`. */
export interface DocumentLimits {
  /** Size of the file as it lies there. */
  readonly inputBytes: number;
  /** Files inside of a zip container. */
  readonly entries: number;
  /** What one of them may become when inflated. */
  readonly entryBytes: number;
  /** What all of them together may become: the sum that the directory declares. */
  readonly inflatedBytes: number;
  /** How many times larger than its packed form an entry of more than 16 MiB may be. */
  readonly ratio: number;
  /** Nesting of elements, groups, lists. */
  readonly depth: number;
  /** Elements held at once: of a whole file where it must be held, else of one paragraph, table or row. */
  readonly elements: number;
  /** Cells of one document. */
  readonly cells: number;
  readonly pages: number;
  /** UTF-16 units of extracted text. */
  readonly outputChars: number;
}

/** For one run of 512 MiB; a caller may lower any of them. */
export const defaultDocumentLimits: DocumentLimits = {
  inputBytes: 64 * 1024 * 1024,
  entries: 10_000,
  entryBytes: 64 * 1024 * 1024,
  inflatedBytes: 192 * 1024 * 1024,
  ratio: 300,
  depth: 256,
  elements: 1_000_000,
  cells: 5_000_000,
  pages: 10_000,
  outputChars: 32 * 1024 * 1024,
};

/** The error for something that is more than its limit; `what` begins the sentence. */
export function limitExceeded(what: string, limit: number, unit: string): PseudoError {
  return new PseudoError('LimitExceeded', `${what}; the limit is ${limit} ${unit}.`, {limit, unit});
}
