import {type Block, type Span, tidySpans} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {cellSpans, TableGrid} from '../table-grid.ts';
import type {PdfPage} from './open-pdf.ts';
import type {Fragment} from './page-fragments.ts';

interface TagNode {
  readonly role: string;
  readonly children: readonly (TagNode | TagLeaf)[];
  readonly alt?: string;
}

interface TagLeaf {
  readonly type: string;
  readonly id: string;
}

export interface TaggedBlocks {
  readonly blocks: readonly Block[];
  /** Size of the letters of paragraphs, for files whose tags tell nothing of headings. */
  readonly sizes: ReadonlyMap<Block, number>;
  /** True when the tags themselves name headings. */
  readonly tellsHeadings: boolean;
}

/**
 * The blocks of a page by its structure tree (ISO 32000-2, 14.8), which says exactly what is a heading, an item or a
 * cell. Undefined when there is none or it leaves out more than a tenth of the text.
 */
export async function taggedBlocks(
  page: PdfPage,
  fragments: readonly Fragment[],
  context: ReadContext,
): Promise<TaggedBlocks | undefined> {
  if (!fragments.some(fragment => fragment.tag !== undefined)) return undefined;
  const tree: unknown = await page.getStructTree().catch(() => null);
  if (!isNode(tree)) return undefined;
  const reader = new TagReader(fragments, context);
  const blocks = reader.read(tree);
  const all = fragments.reduce((sum, fragment) => sum + fragment.text.trim().length, 0);
  return reader.used >= all * 0.9 ? {blocks, sizes: reader.sizes, tellsHeadings: reader.tellsHeadings} : undefined;
}

function isNode(value: unknown): value is TagNode {
  return typeof value === 'object' && value !== null && 'children' in value && Array.isArray(value.children);
}

class TagReader {
  /** Letters that the tree has led to. */
  used = 0;
  tellsHeadings = false;
  readonly sizes = new Map<Block, number>();
  #lastSize = 0;
  readonly #byTag = new Map<string, Fragment[]>();
  readonly #context: ReadContext;

  constructor(fragments: readonly Fragment[], context: ReadContext) {
    this.#context = context;
    for (const fragment of fragments) {
      if (fragment.tag === undefined) continue;
      const group = this.#byTag.get(fragment.tag) ?? [];
      this.#byTag.set(fragment.tag, [...group, fragment]);
    }
  }

  read(node: TagNode, depth = -1): Block[] {
    const {role} = node;
    const named = /^H([1-6])$/.exec(role)?.[1] ?? (role === 'H' || role === 'Title' ? '1' : undefined);
    if (named !== undefined) this.tellsHeadings = true;
    const level = named ?? this.#styleLevel(node);
    if (level !== undefined) {
      const spans = this.#spans(node).map(({text}) => ({text: text.replaceAll('\n', ' ')}));
      return spans.length > 0 ? [{type: 'heading', level: Number(level), spans: tidySpans(spans)}] : [];
    }
    if (role === 'Table') return this.#table(node);
    if (role === 'L') return this.#list(node, depth + 1);
    if (role === 'Code') return [{type: 'code', text: codeText(this.#fragments(node))}];
    if (role === 'Figure' || role === 'Formula') return this.#figure(node);
    if (inlineRoles.has(role) || !this.#hasBlocks(node)) return this.#paragraph(node, depth);
    return this.#mixed(node, depth);
  }

  /** LibreOffice names content by its paragraph style, also where it does not say that the style is a heading. */
  #styleLevel(node: TagNode): string | undefined {
    if (node.role !== 'P') return undefined;
    const [first] = node.children;
    if (!first || isNode(first) || !('id' in first)) return undefined;
    const name = this.#byTag.get(first.id)?.[0]?.tagName ?? '';
    return /^Heading ?([1-6])$/i.exec(name)?.[1] ?? (name === 'Title' ? '1' : undefined);
  }

  /** Runs of inline children become paragraphs between the blocks. */
  #mixed(node: TagNode, depth: number): Block[] {
    const blocks: Block[] = [];
    let inline: (TagNode | TagLeaf)[] = [];
    const flush = (): void => {
      if (inline.length > 0) blocks.push(...this.#paragraph({role: 'P', children: inline}, depth));
      inline = [];
    };
    for (const child of node.children) {
      if (isBlock(child, node)) {
        flush();
        blocks.push(...this.read(child, depth));
      } else inline.push(child);
    }
    flush();
    return blocks;
  }

  #hasBlocks(node: TagNode): boolean {
    return node.children.some(child => isBlock(child, node));
  }

  #paragraph(node: TagNode, depth: number): Block[] {
    const fragments = this.#fragments(node);
    const spans = this.#toSpans(fragments);
    if (spans.length === 0) return [];
    if (spans.every(span => span.code || span.text.trim() === '')) return [{type: 'code', text: codeText(fragments)}];
    const block: Block = {type: 'paragraph', spans, ...(depth >= 0 ? {itemDepth: depth} : {})};
    this.sizes.set(block, this.#lastSize);
    return [block];
  }

  #list(node: TagNode, depth: number): Block[] {
    let counter = 0;
    return node.children.flatMap(child => {
      if (!isNode(child)) return [];
      if (child.role === 'L') return this.#list(child, depth + 1);
      if (child.role !== 'LI') return this.read(child, depth - 1);
      counter++;
      return this.#item(child, depth, counter);
    });
  }

  #item(node: TagNode, depth: number, position: number): Block[] {
    const parts = node.children.filter(isNode);
    const label = parts.filter(part => part.role === 'Lbl').flatMap(part => this.#spans(part));
    const body = parts.filter(part => part.role !== 'Lbl').flatMap(part => this.read(part, Math.min(8, depth)));
    const mark = label
      .map(span => span.text)
      .join('')
      .trim();
    const [first, ...rest] = body;
    if (first?.type !== 'paragraph') return body;
    const given = markIn(mark === '' ? first.spans.map(span => span.text).join('') : `${mark} `);
    const spans = tidySpans(mark === '' ? dropStart(first.spans, given.length) : first.spans);
    const number = given.isNumber ? (given.number ?? position) : undefined;
    return [{type: 'item', depth: Math.min(8, depth), ...(number === undefined ? {} : {number}), spans}, ...rest];
  }

  #table(node: TagNode): Block[] {
    const grid = new TableGrid(this.#context);
    const before: Block[] = [];
    let isHeader = true;
    for (const {row, isInHead} of this.#rows(node, false, before)) {
      const cells = row.children.filter(isNode);
      for (const cell of cells) grid.add(cellSpans(this.read({...cell, role: 'Div'})));
      grid.endRow();
      isHeader &&= isInHead || (cells.length > 0 && cells.every(cell => cell.role === 'TH'));
      if (isHeader) grid.headerRows++;
    }
    const block = grid.finish();
    return block ? [...before, block] : before;
  }

  *#rows(node: TagNode, isInHead: boolean, before: Block[]): Generator<{row: TagNode; isInHead: boolean}> {
    for (const child of node.children) {
      if (!isNode(child)) continue;
      if (child.role === 'TR') yield {row: child, isInHead};
      else if (['THead', 'TBody', 'TFoot'].includes(child.role))
        yield* this.#rows(child, child.role === 'THead', before);
      else if (child.role === 'Caption') before.push(...this.read(child));
    }
  }

  #figure(node: TagNode): Block[] {
    const spans = this.#spans(node);
    const alt = node.alt?.trim();
    const described = alt ? [{text: `[image: ${alt}] `}] : [];
    const all = tidySpans([...described, ...spans]);
    return all.length > 0 ? [{type: 'paragraph', spans: all}] : [];
  }

  #spans(node: TagNode): Span[] {
    return this.#toSpans(this.#fragments(node));
  }

  #toSpans(fragments: readonly Fragment[]): Span[] {
    this.#lastSize = Math.max(0, ...fragments.map(fragment => Math.round(fragment.size * 2) / 2));
    return tidySpans(joinFragments(fragments));
  }

  #fragments(node: TagNode | TagLeaf): Fragment[] {
    if (isNode(node)) return node.children.flatMap(child => this.#fragments(child));
    if (!('id' in node)) return [];
    const found = this.#byTag.get(node.id) ?? [];
    this.#byTag.delete(node.id);
    for (const fragment of found) this.used += fragment.text.trim().length;
    return found;
  }
}

/** Code among words is a part of their line. */
function isBlock(child: TagNode | TagLeaf, {children}: TagNode): child is TagNode {
  if (!isNode(child) || inlineRoles.has(child.role)) return false;
  const isAmongWords = children.some(other => !isNode(other) || inlineRoles.has(other.role));
  return child.role !== 'Code' || !isAmongWords;
}

/** Lines as they stand below each other, indented by the width of a letter. */
function codeText(fragments: readonly Fragment[]): string {
  const letters = fragments.reduce((sum, {text}) => sum + text.length, 0);
  const letter = fragments.reduce((sum, {width}) => sum + width, 0) / Math.max(1, letters);
  const left = Math.min(...fragments.map(({x}) => x));
  let code = '';
  let last: Fragment | undefined;
  for (const fragment of fragments) {
    const isNewLine = last === undefined || Math.abs(last.y - fragment.y) > Math.max(last.size, fragment.size) * 0.6;
    if (isNewLine && last) code += '\n';
    if (isNewLine && letter > 0) code += ' '.repeat(Math.max(0, Math.round((fragment.x - left) / letter)));
    code += fragment.text;
    last = fragment;
  }
  return code;
}

/** A blank where a new line begins or a gap is left, and none between East Asian characters. */
function joinFragments(fragments: readonly Fragment[]): Span[] {
  const spans: Span[] = [];
  let last: Fragment | undefined;
  for (const fragment of fragments) {
    const isNewLine = last !== undefined && Math.abs(last.y - fragment.y) > Math.max(last.size, fragment.size) * 0.6;
    const isApart = last !== undefined && !isNewLine && fragment.x - last.x - last.width > fragment.size * 0.12;
    if (last?.isMono && fragment.isMono && isNewLine) spans.push({text: '\n', code: true});
    else if ((isNewLine || isApart) && !/\s$/.test(last?.text ?? '') && !/^\s/.test(fragment.text)) {
      const touches = eastAsian.test(last?.text.slice(-1) ?? '') && eastAsian.test(fragment.text.slice(0, 1));
      if (!touches) spans.push({text: ' '});
    }
    spans.push({
      text: fragment.text,
      ...(fragment.href === undefined ? {} : {href: fragment.href}),
      ...(fragment.isMono ? {code: true} : {}),
    });
    last = fragment;
  }
  return spans;
}

function markIn(text: string): {
  readonly length: number;
  readonly isNumber: boolean;
  readonly number: number | undefined;
} {
  const match = /^\s*(?:[•‣◦▪▫●○■□◆–*-]|\uf0b7|((\d{1,3})|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+/u.exec(text);
  if (!match) return {length: 0, isNumber: false, number: undefined};
  return {
    length: match[0].length,
    isNumber: match[1] !== undefined,
    number: match[2] === undefined ? undefined : Number(match[2]),
  };
}

function dropStart(spans: readonly Span[], length: number): Span[] {
  let left = length;
  return spans.flatMap(span => {
    const taken = Math.min(left, span.text.length);
    left -= taken;
    return taken === span.text.length ? [] : [{...span, text: span.text.slice(taken)}];
  });
}

const inlineRoles: ReadonlySet<string> = new Set(
  'Span Link Em Strong Quote Reference Annot Note Lbl Ruby RB Warichu BibEntry Sub NonStruct'.split(' '),
);

const eastAsian = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;
