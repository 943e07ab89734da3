/** Reads any part of a command's or session's output again, as text, with cursors that stay valid. */
import {type LogCursor, logCursor} from '../../core/index.ts';
import {foldOutput} from '../../screen/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {commandOutput, type OutputSource, outputRegion, readRange} from './command-output.ts';
import {compilePattern, type LinearPattern} from './linear-pattern.ts';
import {linesOf} from './log-lines.ts';
import {wholeLength} from './whole-length.ts';

const SLICE_BYTES = 256 * 1024;

export interface ReadRequest {
  readonly cursor?: LogCursor | undefined;
  /** First line wanted; negative counts from the end. */
  readonly offsetLines?: number | undefined;
  readonly limitLines?: number | undefined;
  readonly grep?: string | undefined;
  readonly contextLines: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface ReadResult {
  readonly text: string;
  readonly cursor: LogCursor;
  /** Where to go on: everything before it is in `text`, or was not asked for. */
  readonly nextCursor: LogCursor;
  readonly missedBytes: number;
  /** Lines in the whole region, when they were counted. */
  readonly totalLines: number | null;
  /** Left out between the beginning and the end of a long output. */
  readonly omitted?: {readonly bytes: number; readonly lines: number} | null;
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
  if (request.grep !== undefined)
    return grepLines(source, range, compilePattern(request.grep, 'grep pattern'), request);
  if (request.offsetLines !== undefined || request.limitLines !== undefined) return pageLines(source, range, request);
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
  const slice = await readRange(source, from, to);
  const isEnd = to === range.to;
  const lineEnd = isEnd ? 0 : slice.bytes.lastIndexOf(10) + 1;
  const whole = isEnd && !isGrowing ? slice.bytes.length : wholeLength(slice.bytes);
  const bytes = slice.bytes.subarray(0, lineEnd || whole || (isEnd ? 0 : slice.bytes.length));
  const text = foldOutput(bytes, {columns: source.tracker.cols});
  const start = to - slice.bytes.length;
  return {
    text: lineEnd > 0 ? `${text}\n` : text,
    cursor: range.from,
    nextCursor: logCursor(start + bytes.length),
    missedBytes: from - range.from + slice.missedBytes,
    totalLines: null,
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
  const slice = await readRange(source, from, range.to);
  const cut = from > range.from ? slice.bytes.indexOf(10) + 1 : 0;
  return {
    text: foldOutput(slice.bytes.subarray(cut), {columns: source.tracker.cols}),
    cursor: logCursor(range.to - slice.bytes.length + cut),
    nextCursor: range.to,
    missedBytes: slice.missedBytes,
    totalLines: null,
  };
}

async function pageLines(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  request: ReadRequest,
): Promise<ReadResult> {
  const offset = request.offsetLines ?? 0;
  if (offset < 0) return lastLines(source, range, request, -offset);
  const page = new LinePage(request.maxOutputBytes, request.limitLines);
  let nextCursor: LogCursor | null = null;
  let total = 0;
  let missedBytes = 0;
  for await (const chunk of linesOf(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    for (const [index, line] of chunk.lines.entries())
      if (nextCursor === null && total + index >= offset && !page.add(line)) nextCursor = chunk.after(index);
    total += chunk.lines.length;
  }
  return {...page.result(range.from, nextCursor ?? range.to), missedBytes, totalLines: total};
}

/** The last `count` lines, of these the first `limitLines`; without such a limit the newest are kept when not all fit. */
async function lastLines(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  request: ReadRequest,
  count: number,
): Promise<ReadResult> {
  const {limitLines, maxOutputBytes} = request;
  const kept: string[] = [];
  let keptBytes = 0;
  let total = 0;
  let missedBytes = 0;
  for await (const chunk of linesOf(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    total += chunk.lines.length;
    for (const line of chunk.lines) {
      kept.push(line);
      keptBytes += Buffer.byteLength(line) + 1;
      while (kept.length > count || (limitLines === undefined && keptBytes > maxOutputBytes && kept.length > 1))
        keptBytes -= Buffer.byteLength(kept.shift() ?? '') + 1;
    }
  }
  const page = new LinePage(maxOutputBytes, limitLines);
  for (const line of kept) if (!page.add(line)) break;
  return {...page.result(range.from, range.to), missedBytes, totalLines: total};
}

async function grepLines(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  pattern: LinearPattern,
  request: ReadRequest,
): Promise<ReadResult> {
  const {contextLines} = request;
  const page = new LinePage(request.maxOutputBytes);
  const before: string[] = [];
  let after = 0;
  let total = 0;
  let missedBytes = 0;
  let lastShown = -1;
  let nextCursor: LogCursor | null = null;
  /** False when the page is full. */
  const show = (line: string, number: number): boolean => {
    const isApart = contextLines > 0 && lastShown >= 0 && number > lastShown + 1;
    lastShown = number;
    return (!isApart || page.add('--')) && page.add(line);
  };
  for await (const chunk of linesOf(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    for (const [index, line] of chunk.lines.entries()) {
      const number = total + index;
      if (nextCursor !== null) break;
      const isMatch = pattern.test(line);
      if (isMatch) after = contextLines + 1;
      const fits = !isMatch || before.splice(0).every((earlier, at, all) => show(earlier, number - all.length + at));
      if (!fits || (after > 0 && !show(line, number))) nextCursor = chunk.after(index);
      if (after > 0) after--;
      else if (before.push(line) > contextLines) before.shift();
    }
    total += chunk.lines.length;
  }
  return {...page.result(range.from, nextCursor ?? range.to), missedBytes, totalLines: total};
}

/** Whole lines while they fit. Of a line that is too long for any page, as much as fits. */
class LinePage {
  readonly #limit: number;
  readonly #lines: string[] = [];
  #room: number;

  constructor(maxBytes: number, limitLines = Number.MAX_SAFE_INTEGER) {
    this.#room = maxBytes;
    this.#limit = limitLines;
  }

  /** False when the line is for the next page. */
  add(line: string): boolean {
    if (this.#lines.length >= this.#limit) return false;
    const bytes = Buffer.from(line);
    if (bytes.length > this.#room && this.#lines.length > 0) return false;
    const fitting = bytes.subarray(0, this.#room);
    this.#lines.push(fitting.toString('utf8', 0, wholeLength(fitting)));
    this.#room = Math.max(0, this.#room - bytes.length - 1);
    return true;
  }

  result(cursor: LogCursor, nextCursor: LogCursor): Pick<ReadResult, 'text' | 'cursor' | 'nextCursor'> {
    return {text: this.#lines.join('\n'), cursor, nextCursor};
  }
}
