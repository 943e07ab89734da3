import type {Block, Cell} from '../model.ts';
import {markdownInline} from './markdown-inline.ts';

/** The pipe table that begins at a line, and the line after it; undefined when there is none. */
export function tableAt(lines: readonly string[], start: number): [Block, number] | undefined {
  const first = lines[start] ?? '';
  if (!first.includes('|') || !/^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[start + 1] ?? ''))
    return undefined;
  if (!(lines[start + 1] ?? '').includes('|')) return undefined;
  const header = cellsOf(first);
  const rows: Cell[][] = [header];
  let at = start + 2;
  for (; at < lines.length && (lines[at] ?? '').includes('|'); at++) {
    const cells = cellsOf(lines[at] ?? '').slice(0, header.length);
    rows.push([...cells, ...Array.from({length: header.length - cells.length}, () => ({spans: []}))]);
  }
  return [{type: 'table', rows, headerRows: 1}, at];
}

/** Split at bars that are not escaped. */
function cellsOf(line: string): Cell[] {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return bare.split(/(?<!\\)\|/).map(cell => {
    const text = cell.trim().replaceAll('\\|', '|');
    return {spans: markdownInline(text)};
  });
}
