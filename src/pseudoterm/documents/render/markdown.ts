import type {Block, Cell, CodeBlock, ItemBlock, RowsBlock, Span, TableBlock} from '../model.ts';
import {escapeLineStart, markdownSpans, noteLabel} from './markdown-spans.ts';
import type {Renderer} from './renderer.ts';

/** CommonMark with pipe tables, footnotes and an HTML comment at each page, slide, sheet and chapter. */
export function createMarkdownRenderer(): Renderer {
  let previous: Block | undefined;
  const indents = new ListIndents();
  return {
    begin: () => '',
    block(block) {
      if (block.type !== 'item' && !isInsideItem(block)) indents.clear();
      const body = renderBlock(block, indents);
      if (body === '') return '';
      const gap = previous === undefined ? '' : areTight(previous, block) ? '\n' : '\n\n';
      previous = block;
      return gap + body;
    },
    end: () => (previous === undefined ? '' : '\n'),
  };
}

function areTight(previous: Block, block: Block): boolean {
  if (block.type === 'rows' && !block.isStart) return true;
  return (previous.type === 'item' && block.type === 'item') || (previous.type === 'note' && block.type === 'note');
}

function isInsideItem(block: Block): boolean {
  return (block.type === 'paragraph' || block.type === 'code') && block.itemDepth !== undefined;
}

function renderBlock(block: Block, indents: ListIndents): string {
  switch (block.type) {
    case 'anchor':
      return `<!-- ${block.kind} ${block.number}${block.name === undefined ? '' : `: ${block.name.replaceAll('--', '- -')}`} -->`;
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownSpans(block.spans, {lineBreak: ' ', plainWeight: true})}`;
    case 'paragraph': {
      const text = paragraph(block.spans);
      const indent = block.itemDepth === undefined ? '' : indents.inside(block.itemDepth);
      return prefixLines(text, `${indent}${'> '.repeat(block.quote ?? 0)}`);
    }
    case 'item':
      return item(block, indents);
    case 'code':
      return prefixLines(fenced(block), block.itemDepth === undefined ? '' : indents.inside(block.itemDepth));
    case 'table':
      return table(block);
    case 'rows':
      return sheetRows(block);
    case 'note':
      return `[^${noteLabel(block.id)}]: ${prefixFollowing(paragraph(block.spans), '    ')}`;
    case 'remark':
      return prefixLines(`**Notes:** ${paragraph(block.spans)}`, '> ');
    case 'rule':
      return '---';
    default:
      return block satisfies never;
  }
}

function paragraph(spans: readonly Span[]): string {
  return markdownSpans(spans, {lineBreak: '  \n'}).split('\n').map(escapeLineStart).join('\n');
}

function item(block: ItemBlock, indents: ListIndents): string {
  const marker = block.number === undefined ? '- ' : `${block.number}. `;
  const indent = indents.enter(block.depth, marker.length);
  const quote = '> '.repeat(block.quote ?? 0);
  const text = prefixFollowing(paragraph(block.spans), quote + indent + ' '.repeat(marker.length));
  return quote + indent + marker + text;
}

function fenced(block: CodeBlock): string {
  const longest = Math.max(2, ...[...block.text.matchAll(/^\s*(`{3,})/gm)].map(match => match[1]?.length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${block.language ?? ''}\n${block.text.replace(/\n$/, '')}\n${fence}`;
}

function table(block: TableBlock): string {
  const [first, ...rest] = block.rows;
  if (!first) return '';
  const hasHeader = block.headerRows > 0;
  const header = hasHeader ? first : first.map(() => emptyCell);
  const body = hasHeader ? rest : block.rows;
  return [row(header), `|${' --- |'.repeat(first.length)}`, ...body.map(row)].join('\n');
}

function sheetRows(block: RowsBlock): string {
  const width = Math.max(0, ...block.rows.map(cells => cells.length));
  return block.rows
    .flatMap((cells, index) => {
      const line = row(cells.map(cell => ({spans: [typeof cell === 'string' ? {text: cell} : cell]})));
      if (index > 0 || !block.isStart) return [line];
      return [line + ' |'.repeat(width - cells.length), `|${' --- |'.repeat(width)}`];
    })
    .join('\n');
}

function row(cells: readonly Cell[]): string {
  return `| ${cells.map(cell => markdownSpans(cell.spans, {lineBreak: '<br>', inCell: true})).join(' | ')} |`;
}

const emptyCell: Cell = {spans: []};

function prefixLines(text: string, prefix: string): string {
  return prefix === '' ? text : prefix + prefixFollowing(text, prefix);
}

function prefixFollowing(text: string, prefix: string): string {
  return text.includes('\n') ? text.split('\n').join(`\n${prefix}`) : text;
}

/** How far each list depth is indented: by the markers of the items above it. */
class ListIndents {
  #widths: number[] = [];

  clear(): void {
    this.#widths = [];
  }

  enter(depth: number, markerWidth: number): string {
    const above = this.#above(depth);
    this.#widths = [...this.#widths.slice(0, depth)];
    while (this.#widths.length < depth) this.#widths.push(2);
    this.#widths.push(markerWidth);
    return above;
  }

  /** Nothing when there is no item to be inside of. */
  inside(depth: number): string {
    return this.#widths.length === 0 ? '' : this.#above(depth + 1);
  }

  #above(depth: number): string {
    let width = 0;
    for (let at = 0; at < depth; at++) width += this.#widths[at] ?? 2;
    return ' '.repeat(width);
  }
}
