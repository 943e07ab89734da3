/** Output by numbers of lines. */
import type {LogCursor} from '../../core/index.ts';
import {withoutMarks} from '../../screen/index.ts';
import {linesIn} from '../search/pick-lines.ts';
import {LinePage} from './line-page.ts';
import {afterLines, lineChunks} from './log-lines.ts';
import type {OutputSource} from './output-source.ts';
import type {ReadResult} from './read-result.ts';

export interface LinesRequest {
  /** First line wanted; negative counts from the end. */
  readonly offset: number;
  readonly limitLines?: number | undefined;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

interface Range {
  readonly from: LogCursor;
  readonly to: LogCursor;
}

export function pageLines(source: OutputSource, range: Range, request: LinesRequest): Promise<ReadResult> {
  return request.offset < 0 ? lastLines(source, range, request) : linesFrom(source, range, request);
}

async function linesFrom(source: OutputSource, range: Range, request: LinesRequest): Promise<ReadResult> {
  const {offset} = request;
  const columns = source.tracker.cols;
  const page = new LinePage(request.maxOutputBytes, request.limitLines);
  let nextCursor: LogCursor | null = null;
  let total = 0;
  let missedBytes = 0;
  for await (const chunk of lineChunks(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    const lines = linesIn({...chunk, columns});
    for (const [index, line] of lines.entries())
      if (nextCursor === null && total + index >= offset && !page.add(line))
        nextCursor = afterLines(chunk, index, {all: lines.length, columns});
    total += lines.length;
  }
  return {...page.result(range.from, nextCursor ?? range.to), missedBytes, totalLines: total};
}

/** The last lines, of these the first `limitLines`; without such a limit the newest are kept when not all fit. */
async function lastLines(source: OutputSource, range: Range, request: LinesRequest): Promise<ReadResult> {
  const {limitLines, maxOutputBytes} = request;
  const count = -request.offset;
  const kept: string[] = [];
  let keptBytes = 0;
  let total = 0;
  let missedBytes = 0;
  for await (const chunk of lineChunks(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    const lines = linesIn({...chunk, columns: source.tracker.cols});
    total += lines.length;
    for (const line of lines) {
      kept.push(line);
      keptBytes += sizeOf(line);
      while (kept.length > count || (limitLines === undefined && keptBytes > maxOutputBytes && kept.length > 1))
        keptBytes -= sizeOf(kept.shift() ?? '');
    }
  }
  const page = new LinePage(maxOutputBytes, limitLines);
  for (const line of kept) if (!page.add(line)) break;
  return {...page.result(range.from, range.to), missedBytes, totalLines: total};
}

/** With its line feed. */
function sizeOf(line: string): number {
  return Buffer.byteLength(withoutMarks(line)) + 1;
}
