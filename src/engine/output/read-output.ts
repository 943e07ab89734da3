/** Reads any part of a command's or session's output again, as text, with cursors that stay valid. */
import {CottyError, type LogCursor, logCursor} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Searcher} from '../search/searcher.ts';
import {commandOutput, outputRegion} from './command-output.ts';
import {grepLines} from './grep-lines.ts';
import type {OutputSource} from './output-source.ts';
import {pageLines} from './page-lines.ts';
import {readForReader} from './read-for-reader.ts';
import type {ReadResult} from './read-result.ts';
import {showOutput} from './shown-text.ts';
import {judgedBytes, wholeCharacters} from './whole-length.ts';

const SLICE_BYTES = 256 * 1024;

export interface ReadRequest {
  readonly cursor?: LogCursor | undefined;
  /** First line wanted; negative counts from the end. */
  readonly offsetLines?: number | undefined;
  readonly limitLines?: number | undefined;
  readonly grep?: string | undefined;
  readonly contextLines: number;
  readonly maxOutputBytes: number;
  /** As it was printed: control sequences, invisible characters and all. */
  readonly raw?: boolean | undefined;
  readonly searcher: Searcher;
  readonly signal: AbortSignal;
}

/** The region is one command's output, or the whole stream of the session when `record` is null. */
export async function readOutput(
  source: OutputSource,
  record: CommandRecord | null,
  request: ReadRequest,
): Promise<ReadResult> {
  const region = record
    ? outputRegion(record, source.tracker)
    : {from: source.log.oldest, to: source.tracker.outputEnd};
  const from = request.cursor === undefined ? region.from : logCursor(Math.max(request.cursor, region.from));
  const range = {from: logCursor(Math.min(from, region.to)), to: region.to};
  if (request.raw) return readRaw(source, range, request, record !== null);
  if (request.grep !== undefined) return grepLines(source, range, {...request, pattern: request.grep});
  if (request.offsetLines !== undefined || request.limitLines !== undefined)
    return pageLines(source, range, {...request, offset: request.offsetLines ?? 0});
  if (request.cursor !== undefined) {
    const isGrowing = record ? record.phase !== 'ended' : source.tracker.phase !== 'exited';
    const result = await readForward(source, range, {maxBytes: request.maxOutputBytes, isGrowing});
    // Before a session's region there is only what retention has dropped.
    const dropped = record ? 0 : Math.max(0, region.from - request.cursor);
    return {...result, missedBytes: result.missedBytes + dropped};
  }
  if (record) {
    const output = await commandOutput(source, record, request.maxOutputBytes);
    return {
      text: output.text,
      cursor: region.from,
      nextCursor: output.cursor,
      missedBytes: output.missedBytes,
      totalLines: output.lines,
      omitted: output.omitted,
      hidden: output.hidden,
    };
  }
  return readTail(source, range, request.maxOutputBytes);
}

/**
 * As much as fits after the cursor. Unless the end is reached it ends with a line feed, so that pages can be joined; while more
 * is to come, an unfinished character or control sequence is left for the next page.
 */
async function readForward(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  {maxBytes, isGrowing}: {readonly maxBytes: number; readonly isGrowing: boolean},
): Promise<ReadResult> {
  const from = await firstStored(source, range);
  const to = logCursor(Math.min(range.to, from + maxBytes));
  const slice = await readForReader(source, from, to);
  const isEnd = to === range.to;
  const lineEnd = isEnd ? 0 : slice.bytes.lastIndexOf(10) + 1;
  const whole = isEnd && !isGrowing ? slice.bytes.length : judgedBytes(slice.bytes);
  const bytes = slice.bytes.subarray(0, lineEnd || whole || (isEnd ? 0 : slice.bytes.length));
  const start = to - slice.bytes.length;
  const {text, hidden} = await showOutput(source, logCursor(start), {bytes, columns: source.tracker.cols});
  return {
    text: lineEnd > 0 ? `${text}\n` : text,
    cursor: range.from,
    nextCursor: logCursor(start + bytes.length),
    missedBytes: from - range.from + slice.missedBytes,
    totalLines: null,
    hidden,
  };
}

/** By cursor, or from the beginning of a command, or the end of a session's stream: what was printed, in whole characters. */
async function readRaw(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  {cursor, grep, offsetLines, limitLines, maxOutputBytes}: ReadRequest,
  isCommand: boolean,
): Promise<ReadResult> {
  if (grep !== undefined || offsetLines !== undefined || limitLines !== undefined)
    throw new CottyError(
      'invalid_argument',
      'Raw output has no lines to count or search.',
      'Use raw with cursor and max_output_bytes alone; leave it out for grep, offset_lines and limit_lines.',
    );
  const isTail = cursor === undefined && !isCommand;
  const start = isTail ? logCursor(Math.max(range.from, range.to - maxOutputBytes)) : range.from;
  const from = await firstStored(source, {from: start, to: range.to});
  const to = logCursor(Math.min(range.to, from + maxOutputBytes));
  const slice = await readForReader(source, from, to);
  const bytes = to === range.to ? slice.bytes : slice.bytes.subarray(0, wholeCharacters(slice.bytes));
  return {
    text: Buffer.from(bytes).toString('utf8'),
    cursor: start,
    nextCursor: logCursor(to - slice.bytes.length + bytes.length),
    missedBytes: from - start + slice.missedBytes,
    totalLines: null,
    hidden: 0,
  };
}

/** Where the log begins to hold the range; its end when nothing of it is there. A reader does not crawl over what is gone. */
async function firstStored(source: OutputSource, range: {from: LogCursor; to: LogCursor}): Promise<LogCursor> {
  for (let at: number = range.from; at < range.to; at += SLICE_BYTES) {
    if (at >= source.recent.oldest) return logCursor(at);
    const slice = await source.log.readOutput(logCursor(at), logCursor(Math.min(range.to, at + SLICE_BYTES)));
    if (slice.bytes.length > 0) return slice.from;
    at = Math.max(at, Math.min(slice.from, range.to) - SLICE_BYTES);
  }
  return range.to;
}

async function readTail(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  maxBytes: number,
): Promise<ReadResult> {
  const from = logCursor(Math.max(range.from, range.to - maxBytes));
  const slice = await readForReader(source, from, range.to);
  const cut = from > range.from ? slice.bytes.indexOf(10) + 1 : 0;
  const cursor = logCursor(range.to - slice.bytes.length + cut);
  const bytes = slice.bytes.subarray(cut);
  const {text, hidden} = await showOutput(source, cursor, {bytes, columns: source.tracker.cols});
  return {text, cursor, nextCursor: range.to, missedBytes: slice.missedBytes, totalLines: null, hidden};
}
