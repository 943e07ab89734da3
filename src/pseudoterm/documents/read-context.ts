import {setImmediate} from 'node:timers/promises';
import type {DocumentFormat} from './format.ts';
import type {DocumentLimits} from './limits.ts';
import type {AnchorKind, Block} from './model.ts';
import type {PageRange} from './page-range.ts';

/** What is known about a document beside its text. Only what the file says. */
export interface DocumentMetadata {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  language?: string;
  /** As the file has it, ISO 8601 where possible. */
  created?: string;
  modified?: string;
  /** The program that wrote it. */
  producer?: string;
}

/** A page, slide, sheet or chapter, known before its text is read. */
export interface DocumentPart {
  readonly kind: AnchorKind;
  readonly number: number;
  readonly name?: string;
}

/** All that a reader needs and all that it tells beside its blocks. */
export interface ReadContext {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly limits: DocumentLimits;
  readonly signal: AbortSignal | undefined;
  /** Undefined: everything. */
  readonly pages: PageRange | undefined;
  readonly metadata: DocumentMetadata;
  /** Filled before the first block. */
  parts: readonly DocumentPart[];
  /** Something in the text is missing or uncertain. The same words are kept once. */
  warn(warning: string): void;
  readonly warnings: readonly string[];
  /** Lets timers and the abort signal have their turn now and then. Throws when aborted. */
  breathe(): Promise<void>;
}

/** Blocks in reading order. A consumer may stop early. */
export type DocumentReader = (context: ReadContext) => AsyncGenerator<Block, void, undefined>;

export function createReadContext(
  given: Pick<ReadContext, 'bytes' | 'format' | 'limits' | 'signal' | 'pages'>,
): ReadContext {
  const warnings = new Set<string>();
  let lastBreath = performance.now();
  return {
    ...given,
    metadata: {},
    parts: [],
    warn: warning => void warnings.add(warning),
    get warnings() {
      return [...warnings];
    },
    async breathe() {
      given.signal?.throwIfAborted();
      if (performance.now() - lastBreath < breathMs) return;
      await setImmediate();
      lastBreath = performance.now();
      given.signal?.throwIfAborted();
    },
  };
}

/** Short beside the smallest useful time limit. */
const breathMs = 25;
