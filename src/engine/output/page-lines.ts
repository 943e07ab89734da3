/** Output by numbers of lines. */
import type {LogCursor} from '../../core/index.ts';
import {StepBudget} from '../../patterns/index.ts';
import type {PenState} from '../../screen/index.ts';
import {type PickedLines, sizeOf, type WantedLines} from '../search/pick-lines.ts';
import type {Searcher} from '../search/searcher.ts';
import {LinePage} from './line-page.ts';
import {afterLines, type LineChunk, lineChunks} from './log-lines.ts';
import type {OutputSource} from './output-source.ts';
import type {ReadResult} from './read-result.ts';
import {penAt} from './shown-text.ts';

export interface LinesRequest {
  /** First line wanted; negative counts from the end. */
  readonly offset: number;
  readonly limitLines?: number | undefined;
  readonly maxOutputBytes: number;
  readonly searcher: Searcher;
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
  const {offset, limitLines, maxOutputBytes: bytes} = request;
  const columns = source.tracker.cols;
  const page = new LinePage(bytes, limitLines);
  let nextCursor: LogCursor | null = null;
  let total = 0;
  let missedBytes = 0;
  let {state: style} = await penAt(source, range.from);
  for await (const chunk of lineChunks(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    const wanted: WantedLines = nextCursor === null ? {type: 'from', number: offset - total, bytes} : {type: 'none'};
    const {lines, picked, style: end} = await pick(chunk, wanted, {columns, style, range, request});
    style = end;
    for (const {number, text} of picked)
      if (nextCursor === null && !page.add(text)) nextCursor = afterLines(chunk, number, {all: lines, columns});
    total += lines;
  }
  return {...page.result(range.from, nextCursor ?? range.to), missedBytes, totalLines: total};
}

/** The last lines, of these the first `limitLines`; without such a limit the newest are kept when not all fit. */
async function lastLines(source: OutputSource, range: Range, request: LinesRequest): Promise<ReadResult> {
  const {limitLines, maxOutputBytes} = request;
  const count = -request.offset;
  const bytes = limitLines === undefined ? maxOutputBytes : Number.POSITIVE_INFINITY;
  const kept: string[] = [];
  let keptBytes = 0;
  let total = 0;
  let missedBytes = 0;
  let {state: style} = await penAt(source, range.from);
  for await (const chunk of lineChunks(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    const options = {columns: source.tracker.cols, style, range, request};
    const {lines, picked, style: end} = await pick(chunk, {type: 'last', count, bytes}, options);
    style = end;
    total += lines;
    for (const {text} of picked) {
      kept.push(text);
      keptBytes += sizeOf(text);
      while (kept.length > count || (keptBytes > bytes && kept.length > 1)) keptBytes -= sizeOf(kept.shift() ?? '');
    }
  }
  const page = new LinePage(maxOutputBytes, limitLines);
  for (const line of kept) if (!page.add(line)) break;
  return {...page.result(range.from, range.to), missedBytes, totalLines: total};
}

interface PickOptions {
  readonly columns: number;
  readonly style: PenState;
  readonly range: Range;
  readonly request: LinesRequest;
}

async function pick(
  {bytes}: LineChunk,
  wanted: WantedLines,
  {columns, style, range, request}: PickOptions,
): Promise<PickedLines> {
  const {searcher, signal} = request;
  // Without a pattern there is nothing to run out of.
  const options = {allBytes: range.to - range.from, budget: new StepBudget(), signal};
  return (await searcher.pick({bytes, style, columns}, wanted, options)).result;
}
