/**
 * What every reader produces and every renderer takes: a flat stream of blocks in reading order. Flat, because it can be
 * cut, counted and forgotten as it passes; nesting of lists and quotes is a number on the block.
 */

/** A run of text in one style. A line break inside of a block is `\n` in the text. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** Raised or lowered letters. */
  readonly script?: 'super' | 'sub';
  /** Where a link leads; never a `javascript:` or `data:` address. */
  readonly href?: string;
  /** This span is a reference to the note of that id; its text is the mark as printed. */
  readonly note?: string;
}

export type AnchorKind = 'page' | 'slide' | 'sheet' | 'chapter';

/** Where a page, slide, sheet or chapter begins. */
export interface AnchorBlock {
  readonly type: 'anchor';
  readonly kind: AnchorKind;
  /** Counted from 1, as the file has them. */
  readonly number: number;
  readonly name?: string;
}

export interface HeadingBlock {
  readonly type: 'heading';
  /** 1 to 6. */
  readonly level: number;
  readonly spans: readonly Span[];
}

export interface ParagraphBlock {
  readonly type: 'paragraph';
  readonly spans: readonly Span[];
  /** Inside of a list item of this depth (0 = top), as its further paragraph. */
  readonly itemDepth?: number;
  /** Levels of quotation. */
  readonly quote?: number;
}

export interface ItemBlock {
  readonly type: 'item';
  /** 0 = top. */
  readonly depth: number;
  /** The number of an ordered item; absent for bullets. */
  readonly number?: number;
  readonly spans: readonly Span[];
  readonly quote?: number;
}

export interface CodeBlock {
  readonly type: 'code';
  readonly text: string;
  readonly language?: string;
  readonly itemDepth?: number;
}

export interface TableBlock {
  readonly type: 'table';
  /** Every row has a cell for every column; a cell covered by a merged one is empty. */
  readonly rows: readonly (readonly Cell[])[];
  /** Rows at the top that are titles; 0 when the file does not say. */
  readonly headerRows: number;
}

export interface Cell {
  readonly spans: readonly Span[];
}

/** Some rows of a sheet; long sheets come in several of these, so that they are never held whole. */
export interface RowsBlock {
  readonly type: 'rows';
  /** The first rows of this sheet; the very first one has the titles. */
  readonly isStart: boolean;
  readonly rows: readonly (readonly (string | Span)[])[];
}

/** A foot- or endnote or a comment, given after the text that refers to it. */
export interface NoteBlock {
  readonly type: 'note';
  readonly id: string;
  readonly spans: readonly Span[];
}

/** Speaker notes of the present slide. */
export interface RemarkBlock {
  readonly type: 'remark';
  readonly spans: readonly Span[];
}

export interface RuleBlock {
  readonly type: 'rule';
}

export type Block =
  | AnchorBlock
  | HeadingBlock
  | ParagraphBlock
  | ItemBlock
  | CodeBlock
  | TableBlock
  | RowsBlock
  | NoteBlock
  | RemarkBlock
  | RuleBlock;

/** The text of spans without any style. */
export function plainText(spans: readonly Span[]): string {
  return spans.map(span => span.text).join('');
}

/** The same spans without blanks at both ends, with neighbours of one style joined; empty when nothing is left. */
export function tidySpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    if (span.text === '') continue;
    const last = joined.at(-1);
    if (last && hasSameStyle(last, span)) joined[joined.length - 1] = {...last, text: last.text + span.text};
    else joined.push(span);
  }
  trimEnd(joined);
  trimStart(joined);
  return joined;
}

function hasSameStyle(a: Span, b: Span): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.strike === b.strike &&
    a.code === b.code &&
    a.script === b.script &&
    a.href === b.href &&
    a.note === undefined &&
    b.note === undefined
  );
}

function trimStart(spans: Span[]): void {
  for (let first = spans[0]; first; first = spans[0]) {
    const text = first.text.trimStart();
    if (text === first.text) return;
    if (text !== '') {
      spans[0] = {...first, text};
      return;
    }
    spans.shift();
  }
}

function trimEnd(spans: Span[]): void {
  for (let last = spans.at(-1); last; last = spans.at(-1)) {
    const text = last.text.trimEnd();
    if (text === last.text) return;
    if (text !== '') {
      spans[spans.length - 1] = {...last, text};
      return;
    }
    spans.pop();
  }
}
