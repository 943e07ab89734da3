import type {Block, Span} from '../../src/pseudoterm/documents/model.ts';
import type {Expectation} from '../../test/documents/expectation.ts';

/** How much of what is expected came out; each is found / wanted. */
export interface Score {
  readonly headings: Share;
  readonly items: Share;
  readonly cells: Share;
  readonly links: Share;
  /** Pieces of text that follow each other in the right order. */
  readonly order: Share;
  readonly words: Share;
}

export interface Share {
  readonly found: number;
  readonly wanted: number;
}

/** Judges blocks; letters and digits only, so that no program loses by its way of escaping. */
export function scoreBlocks(blocks: readonly Block[], expected: Expectation): Score {
  const headings = blocks.flatMap(block => (block.type === 'heading' ? [key(textOf(block.spans))] : []));
  const items = blocks.flatMap(block =>
    block.type === 'item' ? [`${block.depth} ${block.number ?? '-'} ${key(textOf(block.spans))}`] : [],
  );
  const hrefs = new Set(blocks.flatMap(spansOf).flatMap(span => span.href ?? []));
  const links = expected.links ?? [];
  return {
    headings: inOrder(
      (expected.headings ?? []).map(([, text]) => key(text)),
      headings,
    ),
    items: inOrder(
      (expected.items ?? []).map(([depth, number, text]) => `${depth} ${number ?? '-'} ${key(text)}`),
      items,
    ),
    cells: cells(blocks, expected),
    links: {found: links.filter(link => hrefs.has(link)).length, wanted: links.length},
    ...scoreText(blocks.map(blockText).join('\n'), expected),
  };
}

/** Judges bare text. */
export function scoreText(text: string, expected: Expectation): Pick<Score, 'order' | 'words'> {
  const all = key(text);
  const words = expected.words ?? [];
  const lower = all.toLowerCase();
  return {
    order: follows(
      (expected.order ?? []).map(key).filter(part => part !== ''),
      all,
    ),
    words: {found: words.filter(word => lower.includes(key(word).toLowerCase())).length, wanted: words.length},
  };
}

export function add(a: Share, b: Share): Share {
  return {found: a.found + b.found, wanted: a.wanted + b.wanted};
}

export function percent({found, wanted}: Share): string {
  return wanted === 0 ? '–' : `${((found / wanted) * 100).toFixed(1)} %`;
}

/** Cells at their place: the tables are taken in order, each as wide and high as expected. */
function cells(blocks: readonly Block[], expected: Expectation): Share {
  const tables = blocks.flatMap(block =>
    block.type === 'table' ? [block.rows.map(row => row.map(cell => key(textOf(cell.spans))))] : [],
  );
  const wanted = (expected.tables ?? []).map(rows => rows.map(row => row.map(key)));
  if (expected.words) return {found: 0, wanted: 0};
  let found = 0;
  let count = 0;
  for (const [at, rows] of wanted.entries())
    for (const [y, row] of rows.entries())
      for (const [x, text] of row.entries()) {
        count++;
        if (tables[at]?.[y]?.[x] === text) found++;
      }
  return {found, wanted: count};
}

/** A heading may have its number before it, which bookmarks leave out. */
function inOrder(wanted: readonly string[], found: readonly string[]): Share {
  const places = wanted.map(text =>
    found.flatMap((each, at) => (each === text || (text !== '' && each.endsWith(text)) ? [at] : [])),
  );
  return {found: longestChain(places), wanted: wanted.length};
}

function follows(parts: readonly string[], text: string): Share {
  return {found: longestChain(parts.map(part => placesOf(part, text))), wanted: parts.length};
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** The most entries that can each take one of their places with all places rising (Hunt and Szymanski). */
function longestChain(places: readonly (readonly number[])[]): number {
  const ends: number[] = [];
  for (const options of places)
    for (const place of options.toReversed()) {
      const at = ends.findIndex(end => end >= place);
      ends[at === -1 ? ends.length : at] = place;
    }
  return ends.length;
}

function blockText(block: Block): string {
  if (block.type === 'table') return block.rows.map(row => row.map(cell => textOf(cell.spans)).join('\t')).join('\n');
  if (block.type === 'code') return block.text;
  return 'spans' in block ? textOf(block.spans) : '';
}

function spansOf(block: Block): readonly Span[] {
  if (block.type === 'table') return block.rows.flat().flatMap(cell => cell.spans);
  return 'spans' in block ? block.spans : [];
}

function textOf(spans: readonly Span[]): string {
  return spans.map(span => (span.note === undefined ? span.text : '')).join('');
}

function key(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
