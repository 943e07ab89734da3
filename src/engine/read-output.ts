/** Reads any part of a command's or session's output again, as text, with cursors that stay valid. */
import {type LogCursor, logCursor} from '../core/index.ts';
import {foldOutput} from '../screen/index.ts';
import {commandOutput, type OutputSource, outputRegion, readRange} from './command-output.ts';
import type {CommandRecord} from './command-record.ts';
import {compilePattern, type LinearPattern} from './linear-pattern.ts';

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
  readonly nextCursor: LogCursor;
  readonly missedBytes: number;
  /** Lines in the whole region, when they were counted. */
  readonly totalLines: number | null;
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
    const result = await readForward(source, range, request.maxOutputBytes);
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
    };
  }
  return readTail(source, range, request.maxOutputBytes);
}

/** As much as fits after the cursor. Unless the end is reached it ends with a line feed, so that pages can be joined. */
async function readForward(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  maxBytes: number,
): Promise<ReadResult> {
  const to = logCursor(Math.min(range.to, range.from + maxBytes));
  const slice = await readRange(source, range.from, to);
  const lineEnd = to < range.to ? slice.bytes.lastIndexOf(10) + 1 : 0;
  const bytes = lineEnd > 0 ? slice.bytes.subarray(0, lineEnd) : slice.bytes;
  const text = foldOutput(bytes, {columns: source.tracker.cols});
  const start = to - slice.bytes.length;
  return {
    text: lineEnd > 0 ? `${text}\n` : text,
    cursor: range.from,
    nextCursor: logCursor(start + bytes.length),
    missedBytes: slice.missedBytes,
    totalLines: null,
  };
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
  const wanted = request.limitLines ?? Number.MAX_SAFE_INTEGER;
  const offset = request.offsetLines ?? 0;
  const kept: string[] = [];
  let keptBytes = 0;
  let total = 0;
  let missedBytes = 0;
  for await (const chunk of linesOf(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    for (const line of chunk.lines) {
      const number = total++;
      if (offset >= 0 && (number < offset || kept.length >= wanted || keptBytes > request.maxOutputBytes)) continue;
      kept.push(line);
      keptBytes += line.length + 1;
      if (offset < 0 && kept.length > -offset) keptBytes -= (kept.shift()?.length ?? 0) + 1;
    }
  }
  const lines = takeFitting(offset < 0 ? kept.slice(0, wanted) : kept, request.maxOutputBytes);
  return {text: lines.join('\n'), cursor: range.from, nextCursor: range.to, missedBytes, totalLines: total};
}

async function grepLines(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  pattern: LinearPattern,
  request: ReadRequest,
): Promise<ReadResult> {
  const found: string[] = [];
  const before: string[] = [];
  let after = 0;
  let bytes = 0;
  let total = 0;
  let missedBytes = 0;
  let lastShown = -1;
  const keep = (line: string, number: number): void => {
    if (lastShown >= 0 && number > lastShown + 1 && request.contextLines > 0) found.push('--');
    found.push(line);
    bytes += line.length + 1;
    lastShown = number;
  };
  for await (const chunk of linesOf(source, range, request.signal)) {
    missedBytes += chunk.missedBytes;
    for (const line of chunk.lines) {
      const number = total++;
      if (bytes > request.maxOutputBytes) continue;
      if (pattern.test(line)) {
        for (const [index, earlier] of before.entries()) keep(earlier, number - before.length + index);
        before.length = 0;
        keep(line, number);
        after = request.contextLines;
      } else if (after > 0) {
        keep(line, number);
        after--;
      } else if (request.contextLines > 0) {
        before.push(line);
        if (before.length > request.contextLines) before.shift();
      }
    }
  }
  return {
    text: takeFitting(found, request.maxOutputBytes).join('\n'),
    cursor: range.from,
    nextCursor: range.to,
    missedBytes,
    totalLines: total,
  };
}

/** Lines of a range, in chunks that end at a line end; folded chunk by chunk in bounded memory. */
async function* linesOf(
  source: OutputSource,
  range: {from: LogCursor; to: LogCursor},
  signal: AbortSignal,
): AsyncGenerator<{lines: string[]; missedBytes: number}> {
  let rest: Uint8Array = new Uint8Array(0);
  for (let at: number = range.from; at < range.to; ) {
    signal.throwIfAborted();
    const to = Math.min(at + SLICE_BYTES, range.to);
    const slice = await readRange(source, logCursor(at), logCursor(to));
    at = to;
    const bytes = rest.length === 0 ? slice.bytes : Buffer.concat([rest, slice.bytes]);
    const cut = at === range.to ? bytes.length : bytes.lastIndexOf(10) + 1;
    rest = bytes.subarray(cut);
    if (cut === 0 && rest.length < 64 * SLICE_BYTES) continue;
    const text = foldOutput(cut === 0 ? rest : bytes.subarray(0, cut), {columns: source.tracker.cols});
    if (cut === 0) rest = new Uint8Array(0);
    if (text !== '' || cut > 0) yield {lines: splitLines(text), missedBytes: slice.missedBytes};
  }
}

function splitLines(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Whole lines from the front while they fit; a single longer line is cut. */
function takeFitting(lines: readonly string[], maxBytes: number): string[] {
  const kept: string[] = [];
  let room = maxBytes;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (size > room) {
      if (kept.length === 0)
        kept.push(
          Buffer.from(line)
            .subarray(0, room)
            .toString()
            .replace(/\uFFFD$/, ''),
        );
      break;
    }
    kept.push(line);
    room -= size;
  }
  return kept;
}
