import {type Block, type Span, tidySpans} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import type {HeadingLevels, PageLevels} from './heading-levels.ts';
import {joinLines} from './join-lines.ts';
import type {Line} from './lines.ts';
import {ListDepths, markOf} from './list-marks.ts';
import type {LaidPage} from './running-heads.ts';
import {tableFrom} from './table-lines.ts';

/** The blocks of a page by the look of its lines: size, place, gaps, marks. */
export function* pageBlocks(page: LaidPage, allLevels: HeadingLevels, context: ReadContext): Generator<Block> {
  const {lines} = page;
  const levels = allLevels.onPage(lines);
  const depths = new ListDepths();
  for (let at = 0; at < lines.length; ) {
    const table = tableFrom(lines, at, context);
    if (table) {
      yield table.block;
      at += table.lines;
      depths.clear();
      continue;
    }
    const line = lines[at];
    if (!line) return;
    const count = groupLength(lines, at, levels);
    const group = lines.slice(at, at + count);
    at += count;
    yield* groupBlocks(line, group, lines, levels, depths);
  }
}

function* groupBlocks(
  first: Line,
  group: readonly Line[],
  all: readonly Line[],
  levels: PageLevels,
  depths: ListDepths,
): Generator<Block> {
  if (first.isMono) {
    yield {type: 'code', text: codeText(group)};
    return;
  }
  const level = headingLevel(group, levels);
  if (level !== undefined) {
    depths.clear();
    const spans = tidySpans(group.flatMap((line, index) => [...(index > 0 ? [{text: ' '}] : []), ...lineSpans(line)]));
    yield {type: 'heading', level, spans: spans.map(({text}) => ({text}))};
    return;
  }
  const mark = markOf(first);
  const columnEnd = columnEndOf(all, first);
  if (mark) {
    const depth = depths.enter(first.x);
    const spans = tidySpans(joinLines([{...first, segments: mark.rest}, ...group.slice(1)], columnEnd));
    if (spans.length > 0)
      yield {type: 'item', depth, ...(mark.number === undefined ? {} : {number: mark.number}), spans};
    return;
  }
  if (!depths.holds(first.x)) depths.clear();
  const spans = tidySpans(joinLines(group, columnEnd));
  const inside = depths.depth;
  if (spans.length > 0) yield {type: 'paragraph', spans, ...(inside === undefined ? {} : {itemDepth: inside})};
}

/** A heading may go over some lines; then only all of them together are named in the bookmarks. */
function headingLevel(group: readonly Line[], levels: PageLevels): number | undefined {
  const [first] = group;
  if (!first || group.length > 4) return undefined;
  return levels.levelOf({...first, text: group.map(line => line.text).join(' ')});
}

/** How many lines from here make one block. */
function groupLength(lines: readonly Line[], start: number, levels: PageLevels): number {
  const first = lines[start];
  if (!first) return 1;
  const mark = markOf(first);
  const isHeading = levels.levelOf(first) !== undefined;
  let count = 1;
  for (let at = start + 1; at < lines.length; at++) {
    const before = lines[at - 1];
    const line = lines[at];
    if (!before || !line) break;
    const gap = before.y - line.y;
    if (gap <= 0 || gap > before.size * (line.isMono ? 2.6 : 1.75) || line.isMono !== first.isMono) break;
    if (first.isMono) {
      count++;
      continue;
    }
    if (Math.abs(line.size - before.size) > 0.6 || markOf(line) || line.segments.length > 2) break;
    if (!isHeading && levels.levelOf(line) !== undefined) break;
    if (isHeading && levels.levelOf(line) === undefined) break;
    if (mark ? line.x < first.x + 1 : !isBelow(first, line)) break;
    if (gap > usualGap(lines, at) * 1.3) break;
    count++;
  }
  return count;
}

/** It begins at about the same place, or both are centred. */
function isBelow(first: Line, line: Line): boolean {
  const isCentred = Math.abs(first.x + first.end - line.x - line.end) < first.size;
  return isCentred || Math.abs(line.x - first.x) <= first.size * 3;
}

/** The gap between the lines around, the smaller one. */
function usualGap(lines: readonly Line[], at: number): number {
  const gaps: number[] = [];
  for (let near = Math.max(1, at - 3); near < Math.min(lines.length, at + 4); near++) {
    const gap = (lines[near - 1]?.y ?? 0) - (lines[near]?.y ?? 0);
    if (gap > 1) gaps.push(gap);
  }
  return gaps.length === 0 ? Number.POSITIVE_INFINITY : Math.max(Math.min(...gaps), (lines[at]?.size ?? 10) * 1.05);
}

/** The right edge of the text set in that size. */
function columnEndOf(lines: readonly Line[], first: Line): number {
  return Math.max(
    ...lines.filter(line => Math.abs(line.size - first.size) < 1 && line.x < first.end).map(line => line.end),
  );
}

function lineSpans(line: Line): Span[] {
  return line.segments.flatMap((segment, index) => [...(index > 0 ? [{text: ' '}] : []), ...segment.spans]);
}

/** Indentation by the width of a letter; an empty line where the gap is wide. */
function codeText(group: readonly Line[]): string {
  const left = Math.min(...group.map(line => line.x));
  const widths = group
    .filter(line => line.text.length > 4 && line.segments.length === 1)
    .map(line => (line.end - line.x) / line.text.length);
  const letter = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? (group[0]?.size ?? 10) * 0.6;
  return group
    .map((line, index) => {
      const before = group[index - 1];
      const blank = before && before.y - line.y > before.size * 1.75 ? '\n' : '';
      let text = '';
      for (const segment of line.segments) {
        const column = Math.round((segment.x - left) / letter);
        text = text.padEnd(Math.max(column, text === '' ? 0 : text.length + 1));
        text += segment.spans.map(span => span.text).join('');
      }
      return blank + text.trimEnd();
    })
    .join('\n');
}
