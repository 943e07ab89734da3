import {type Block, plainText, type Span} from '../model.ts';
import type {Renderer} from './renderer.ts';

/** Text without markup: list marks and indents stay, table cells are parted by tabs, pages begin with `[page 3]`. */
export function createPlainTextRenderer(): Renderer {
  let previous: Block | undefined;
  return {
    begin: () => '',
    block(block) {
      const body = renderBlock(block);
      if (body === '') return '';
      const gap = previous === undefined ? '' : areTight(previous, block) ? '\n' : '\n\n';
      previous = block;
      return gap + body;
    },
    end: () => (previous === undefined ? '' : '\n'),
  };
}

function areTight(previous: Block, block: Block): boolean {
  return (previous.type === 'item' && block.type === 'item') || (block.type === 'rows' && !block.isStart);
}

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'anchor':
      return `[${block.kind} ${block.number}${block.name === undefined ? '' : `: ${block.name}`}]`;
    case 'heading':
      return marked(block.spans);
    case 'paragraph':
      return indent(marked(block.spans), block.itemDepth === undefined ? '' : '  '.repeat(block.itemDepth + 1));
    case 'item': {
      const mark = block.number === undefined ? '- ' : `${block.number}. `;
      const outer = '  '.repeat(block.depth);
      return outer + mark + marked(block.spans).replaceAll('\n', `\n${outer}${' '.repeat(mark.length)}`);
    }
    case 'code':
      return block.text.replace(/\n$/, '');
    case 'table':
      return block.rows.map(cells => cells.map(cell => oneLine(marked(cell.spans))).join('\t')).join('\n');
    case 'rows':
      return block.rows
        .map(cells => cells.map(cell => oneLine(typeof cell === 'string' ? cell : cell.text)).join('\t'))
        .join('\n');
    case 'note':
      return `[${block.id}] ${plainText(block.spans)}`;
    case 'remark':
      return `Notes: ${plainText(block.spans)}`;
    case 'rule':
      return '----';
    default:
      return block satisfies never;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

function marked(spans: readonly Span[]): string {
  return spans.map(span => (span.note === undefined ? span.text : `[${span.note}]`)).join('');
}

function indent(text: string, by: string): string {
  return by === '' ? text : by + text.replaceAll('\n', `\n${by}`);
}
