import type {Span} from '../model.ts';
import {inColumns} from './in-columns.ts';
import type {Fragment, PageFragments} from './page-fragments.ts';

/** A part of a line that stands apart from the others by a wide gap. */
export interface Segment {
  readonly x: number;
  readonly end: number;
  readonly spans: readonly Span[];
  /** The same, parted where gaps are wider than between words, as between narrow cells of a table. */
  readonly pieces: readonly Piece[];
}

export type Piece = Omit<Segment, 'pieces'>;

/** Text on one baseline. */
export interface Line {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly x: number;
  readonly end: number;
  readonly y: number;
  /** Size of most of its letters, rounded to half a point. */
  readonly size: number;
  readonly isMono: boolean;
}

/** The lines of a page from top to bottom; of a page in columns, column after column. */
export function pageLines(page: PageFragments): Line[] {
  const rows = inColumns(page.fragments, page.width) ? streamRows(page.fragments) : sortedRows(page.fragments);
  return rows.map(toLine).filter(line => line.text.trim() !== '');
}

function streamRows(fragments: readonly Fragment[]): Fragment[][] {
  const rows: Fragment[][] = [];
  for (const fragment of fragments) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && isSameLine(last, fragment) && fragment.x >= last.x - 1) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows;
}

/** Fragments gathered by baseline, from the top; those of one line from the left. */
function sortedRows(fragments: readonly Fragment[]): Fragment[][] {
  const rows: Fragment[][] = [];
  const byHeight = fragments.toSorted((a, b) => b.y - a.y);
  for (const fragment of byHeight) {
    const row = rows.at(-1);
    const first = row && mainFragment(row);
    if (row && first && isSameLine(first, fragment)) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map(row => row.toSorted((a, b) => a.x - b.x));
}

/** Raised and lowered letters are smaller than the line they belong to. */
function mainFragment(row: readonly Fragment[]): Fragment | undefined {
  return row.reduce<Fragment | undefined>((best, each) => (best && best.size >= each.size ? best : each), undefined);
}

function isSameLine(a: Fragment, b: Fragment): boolean {
  const larger = Math.max(a.size, b.size);
  const smaller = Math.min(a.size, b.size);
  return Math.abs(a.y - b.y) < (smaller < larger * 0.85 ? larger * 0.5 : larger * 0.3);
}

function toLine(row: readonly Fragment[]): Line {
  const main = mainFragment(row.filter(fragment => fragment.text.trim() !== '')) ?? row[0];
  const segments = toSegments(row, main?.size ?? 10);
  const sizes = new Map<number, number>();
  let mono = 0;
  let letters = 0;
  for (const fragment of row) {
    const length = fragment.text.trim().length;
    const size = Math.round(fragment.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + length);
    if (fragment.isMono) mono += length;
    // Signs of East Asian fonts say nothing: code may have remarks in them.
    if (fragment.isMono || !eastAsian.test(fragment.text)) letters += length;
  }
  const [size] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a), [main?.size ?? 10, -1]);
  return {
    text: segments.map(segment => segment.spans.map(span => span.text).join('')).join(' '),
    segments,
    x: segments[0]?.x ?? 0,
    end: segments.at(-1)?.end ?? 0,
    y: main?.y ?? 0,
    size,
    isMono: letters > 0 && mono > letters * 0.7,
  };
}

function toSegments(row: readonly Fragment[], size: number): Segment[] {
  const segments: Segment[] = [];
  for (const fragment of row) {
    if (fragment.text.trim() === '') continue;
    const end = fragment.x + fragment.width;
    const piece = {x: fragment.x, end, spans: [toSpan(fragment)]};
    const before = segments.at(-1);
    const gap = before ? fragment.x - before.end : Number.POSITIVE_INFINITY;
    if (!before || gap >= size * segmentGap) {
      segments.push({...piece, pieces: [piece]});
      continue;
    }
    const isJoined = gap < size * 0.12 || /\s$/.test(before.spans.at(-1)?.text ?? '') || /^\s/.test(fragment.text);
    const glue = isJoined ? [] : [{text: ' '}];
    segments[segments.length - 1] = {
      x: before.x,
      end: Math.max(before.end, end),
      spans: [...before.spans, ...glue, ...piece.spans],
      pieces: gap >= size * pieceGap ? [...before.pieces, piece] : withLast(before.pieces, piece, glue),
    };
  }
  return segments;
}

function withLast(pieces: readonly Piece[], added: Piece, glue: readonly Span[]): Piece[] {
  const last = pieces.at(-1);
  if (!last) return [added];
  const end = Math.max(last.end, added.end);
  return [...pieces.slice(0, -1), {x: last.x, end, spans: [...last.spans, ...glue, ...added.spans]}];
}

/** Wider than any gap between words, in letter sizes. */
const segmentGap = 1.3;
/** Wider than most of them. */
const pieceGap = 0.6;

function toSpan(fragment: Fragment): Span {
  return {
    text: fragment.text,
    ...(fragment.href === undefined ? {} : {href: fragment.href}),
    ...(fragment.isMono ? {code: true} : {}),
  };
}

const eastAsian = /[\u2e80-\ua4cf\uac00-\ud7af]/;
