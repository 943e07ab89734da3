import {isPseudoError} from '../pseudo-error.ts';
import {damaged} from './failures.ts';
import type {DocumentFormat} from './format.ts';
import {type DocumentLimits, defaultDocumentLimits, limitExceeded} from './limits.ts';
import type {AnchorBlock, AnchorKind, Block} from './model.ts';
import {openReader} from './open-reader.ts';
import type {PageRange} from './page-range.ts';
import {createReadContext, type DocumentMetadata, type DocumentPart, type ReadContext} from './read-context.ts';
import {createJsonRenderer} from './render/json-text.ts';
import {createMarkdownRenderer} from './render/markdown.ts';
import {createPlainTextRenderer} from './render/plain-text.ts';
import type {Renderer} from './render/renderer.ts';

export type ExtractMode = 'text' | 'md' | 'json';

export interface ExtractOptions {
  readonly format: DocumentFormat;
  readonly mode: ExtractMode;
  readonly pages?: PageRange | undefined;
  /** UTF-16 units of text to keep at most. */
  readonly maxChars?: number | undefined;
  readonly limits?: Partial<DocumentLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a page, slide, sheet or chapter begins in the text. */
export interface Anchor {
  readonly kind: AnchorKind;
  readonly number: number;
  readonly name?: string;
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
}

export interface Extraction {
  readonly text: string;
  readonly anchors: readonly Anchor[];
  /** Pages, slides, sheets or chapters of the whole document, read or not; empty when it has none. */
  readonly parts: readonly DocumentPart[];
  readonly warnings: readonly string[];
  readonly extractedChars: number;
  /** True when `maxChars` left something out. */
  readonly truncated: boolean;
  readonly metadata: DocumentMetadata;
}

/**
 * The text of a document with its structure. Throws `PseudoError`: `LimitExceeded` above a limit, `NotSupported` for
 * encrypted and unreadable kinds, `CommandFailed` for damaged files; and the signal's reason when aborted.
 */
export async function extractDocument(bytes: Uint8Array, options: ExtractOptions): Promise<Extraction> {
  const limits = {...defaultDocumentLimits, ...options.limits};
  if (bytes.byteLength > limits.inputBytes)
    throw limitExceeded(`The file has ${bytes.byteLength} bytes`, limits.inputBytes, 'bytes');
  const {format, signal, pages} = options;
  const context = createReadContext({bytes, format, limits, signal, pages});
  const read = await openReader(format);
  const writer = new TextWriter(rendererFor(options, context.metadata), options.maxChars, limits);
  try {
    for await (const block of read(context)) {
      if (!writer.add(block)) break;
      await context.breathe();
    }
  } catch (error) {
    signal?.throwIfAborted();
    // Whatever a reader stumbles over is in the file.
    throw isPseudoError(error) ? error : damaged(format, error instanceof Error ? error.message : String(error), error);
  }
  warnOfNoPages(context);
  const {text, anchors, truncated} = writer.finish();
  return {
    text,
    anchors,
    parts: context.parts,
    warnings: context.warnings,
    extractedChars: text.length,
    truncated,
    metadata: context.metadata,
  };
}

function warnOfNoPages({pages, parts, warn}: ReadContext): void {
  const [first] = parts;
  if (!pages || !first || parts.some(part => pages.has(part.number))) return;
  const count = parts.length === 1 ? `one ${first.kind}` : `${parts.length} ${first.kind}s`;
  warn(`The document has ${count}, and none of those that were asked for.`);
}

function rendererFor(options: ExtractOptions, metadata: DocumentMetadata): Renderer & {readonly isWhole: boolean} {
  switch (options.mode) {
    case 'md':
      return {...createMarkdownRenderer(), isWhole: false};
    case 'text':
      return {...createPlainTextRenderer(), isWhole: false};
    case 'json':
      return {...createJsonRenderer(options.format, metadata), isWhole: true};
    default:
      return options.mode satisfies never;
  }
}

/** Gathers rendered blocks up to the wanted length. JSON is cut between blocks, text anywhere but inside a character. */
class TextWriter {
  readonly #renderer: Renderer & {readonly isWhole: boolean};
  readonly #maxChars: number;
  readonly #limits: DocumentLimits;
  readonly #pieces: string[] = [];
  readonly #anchors: Anchor[] = [];
  #length = 0;
  #truncated = false;
  #hasBegun = false;

  constructor(renderer: Renderer & {readonly isWhole: boolean}, maxChars: number | undefined, limits: DocumentLimits) {
    this.#renderer = renderer;
    this.#maxChars = maxChars ?? Number.POSITIVE_INFINITY;
    this.#limits = limits;
  }

  /** False when there is no room for more. */
  add(block: Block): boolean {
    this.#begin();
    const piece = this.#renderer.block(block);
    if (this.#length + piece.length > this.#maxChars) {
      this.#truncated = true;
      if (!this.#renderer.isWhole) this.#append(cut(piece, this.#maxChars - this.#length));
      return false;
    }
    if (this.#length + piece.length > this.#limits.outputChars)
      throw limitExceeded('The document has too much text', this.#limits.outputChars, 'characters');
    if (block.type === 'anchor') this.#anchors.push(anchorAt(block, this.#length + leadingBreaks(piece)));
    this.#append(piece);
    return true;
  }

  finish(): {text: string; anchors: readonly Anchor[]; truncated: boolean} {
    this.#begin();
    if (!this.#truncated || this.#renderer.isWhole) this.#append(this.#renderer.end());
    return {text: this.#pieces.join(''), anchors: this.#anchors, truncated: this.#truncated};
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#append(this.#renderer.begin());
  }

  #append(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

function anchorAt(block: AnchorBlock, offset: number): Anchor {
  const {kind, number, name} = block;
  return {kind, number, ...(name === undefined ? {} : {name}), offset};
}

function leadingBreaks(piece: string): number {
  return piece.length - piece.trimStart().length;
}

/** Never between the halves of a surrogate pair. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
