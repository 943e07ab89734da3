import {type Block, plainText, type Span} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {TableGrid} from '../table-grid.ts';
import type {Line, Segment} from './lines.ts';
import {markOf} from './list-marks.ts';

interface Column {
  start: number;
  end: number;
}

/** The table that begins at a line: at least two lines in a row of two or more parts each that stand below each other. */
export function tableFrom(
  lines: readonly Line[],
  start: number,
  context: ReadContext,
): {readonly block: Block; readonly lines: number} | undefined {
  const count = runLength(lines, start);
  if (count < 2) return undefined;
  const lookedAt = lines.slice(start, start + count);
  // Narrow cells stand close together: then smaller gaps part them too.
  return gridOf(lookedAt, context) ?? gridOf(lookedAt.map(inPieces), context);
}

function inPieces(line: Line): Line {
  return {...line, segments: line.segments.flatMap(({pieces}) => pieces.map(piece => ({...piece, pieces: [piece]})))};
}

function gridOf(run: readonly Line[], context: ReadContext): ReturnType<typeof tableFrom> {
  const columns = columnsOf(run);
  if (columns.length < 2) return undefined;
  const full = run.filter(line => new Set(line.segments.map(segment => columnAt(segment, columns))).size >= 2);
  if (full.length < 2 || run.some(line => hasClash(line, columns))) return undefined;
  const grid = new TableGrid(context);
  for (const row of tableRows(run, columns)) {
    for (const cell of row) grid.add(cell);
    grid.endRow();
  }
  const block = grid.finish();
  return block && block.rows.length >= 2 ? {block: {...block, headerRows: 1}, lines: run.length} : undefined;
}

/** Lines of several parts, with single ones between them that go on inside of a cell. */
function runLength(lines: readonly Line[], start: number): number {
  const first = lines[start];
  if (!first || first.segments.length < 2 || markOf(first) || first.isMono) return 0;
  let lastFull = start;
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at];
    const before = lines[at - 1];
    if (!line || !before || line.isMono) break;
    const gap = before.y - line.y;
    if (gap > before.size * 3 || Math.abs(line.size - first.size) > 1.6) break;
    if (line.segments.length >= 2 && !markOf(line)) lastFull = at;
    else if (at - lastFull > 4 || gap > line.size * 1.6) break;
  }
  // Lines after the last full one belong to its cells when they do not begin in the first column.
  while (lastFull + 1 < at) {
    const next = lines[lastFull + 1];
    if (!next || next.segments.length > 1 || next.x < first.x + first.size) break;
    lastFull++;
  }
  return lastFull - start + 1;
}

/** Where the parts of the lines overlap they are one column. */
function columnsOf(run: readonly Line[]): Column[] {
  const columns: Column[] = [];
  for (const segment of run.flatMap(line => line.segments).toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last && segment.x < last.end) last.end = Math.max(last.end, segment.end);
    else columns.push({start: segment.x, end: segment.end});
  }
  return columns;
}

function columnAt(segment: Segment, columns: readonly Column[]): number {
  return columns.findIndex(column => segment.x >= column.start && segment.x < column.end);
}

/** Two parts of one line in one column: the columns were not found right. */
function hasClash(line: Line, columns: readonly Column[]): boolean {
  const places = line.segments.map(segment => columnAt(segment, columns));
  return new Set(places).size < places.length;
}

/**
 * Lines to rows. Within a cell lines are closer than rows are; so a line that is close to the one before and does not
 * fill all columns goes on with its row, and so does one that leaves the first column empty, to the nearer side.
 */
function tableRows(run: readonly Line[], columns: readonly Column[]): Span[][][] {
  const rows: Span[][][] = [];
  const closest = closestGap(run);
  const numeric = numericColumns(run, columns);
  let isOpen = false;
  for (const [at, line] of run.entries()) {
    const cells: Span[][] = columns.map(() => []);
    for (const segment of line.segments) cells[columnAt(segment, columns)]?.push(...segment.spans);
    const gap = (run[at - 1]?.y ?? Number.POSITIVE_INFINITY) - line.y;
    const isClose = closest !== undefined && gap < closest * 1.15;
    const isFull = cells.every(cell => cell.length > 0);
    const startsEmpty = cells[0]?.length === 0;
    const row = rows.at(-1);
    const hasNumber = cells.some((cell, column) => numeric[column] && isNumber(cell));
    const goesOn = row && (closest === undefined ? startsEmpty && !hasNumber : isClose && (!isFull || isOpen));
    if (goesOn) append(row, cells);
    else rows.push(cells);
    // A row that began without its first cell waits for it.
    isOpen = rows.at(-1)?.[0]?.length === 0;
  }
  return rows;
}

/** Columns of which at least half the entries are numbers; no text goes on with a number there. */
function numericColumns(run: readonly Line[], columns: readonly Column[]): boolean[] {
  return columns.map((_, at) => {
    const entries = run.flatMap(line => line.segments.filter(segment => columnAt(segment, columns) === at));
    return entries.filter(entry => isNumber(entry.spans)).length * 2 >= entries.length;
  });
}

function isNumber(spans: readonly Span[]): boolean {
  return /^[-+(–]?[€$£¥]?\s?\d[\d.,\s]*[%)€]?$/.test(plainText(spans).trim());
}

/** The gap between lines of one cell; undefined when all gaps are alike, so that every line is a row. */
function closestGap(run: readonly Line[]): number | undefined {
  const gaps = run.slice(1).map((line, at) => (run[at]?.y ?? 0) - line.y);
  const least = Math.min(...gaps);
  const most = Math.max(...gaps);
  return most > least * 1.15 && least < (run[0]?.size ?? 10) * 1.45 ? least : undefined;
}

function append(row: readonly Span[][], cells: readonly Span[][]): void {
  for (const [at, cell] of cells.entries()) {
    const target = row[at];
    if (cell.length > 0 && target) target.push(...(target.length > 0 ? [{text: ' '}] : []), ...cell);
  }
}
