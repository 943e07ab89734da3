/** A range of the output stream as lines of text, in bounded memory, with the way back from a line to its place. */
import {type LogCursor, logCursor} from '../../core/index.ts';
import {foldOutput} from '../../screen/index.ts';
import type {OutputSource} from './output-source.ts';
import {readForReader} from './read-for-reader.ts';

const SLICE_BYTES = 256 * 1024;
/** Of a line without end, this much is taken for one. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

/** A stretch of the stream that ends at a line end, or at the end of the range. */
export interface LineChunk {
  readonly bytes: Uint8Array;
  readonly from: LogCursor;
  readonly missedBytes: number;
}

/** Each chunk can be folded by itself. Throws when aborted. */
export async function* lineChunks(
  source: OutputSource,
  range: {readonly from: LogCursor; readonly to: LogCursor},
  signal: AbortSignal,
): AsyncGenerator<LineChunk> {
  /** The line in progress, in pieces: joining it anew with each slice would cost the square of its length. */
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let missedBytes = 0;
  for (let at: number = range.from; at < range.to; ) {
    signal.throwIfAborted();
    const to = Math.min(at + SLICE_BYTES, range.to);
    const slice = await readForReader(source, logCursor(at), logCursor(to));
    missedBytes += slice.missedBytes;
    at = to;
    const lineEnd = slice.bytes.lastIndexOf(LF) + 1;
    const isLast = at === range.to || (lineEnd === 0 && restBytes + slice.bytes.length >= LONGEST_LINE_BYTES);
    const cut = isLast ? slice.bytes.length : lineEnd;
    const whole = cut === 0 && !isLast ? NOTHING : joined([...rest, slice.bytes.subarray(0, cut)]);
    if (cut > 0 || isLast) rest = [];
    rest.push(slice.bytes.subarray(cut));
    restBytes = rest.reduce((sum, piece) => sum + piece.length, 0);
    if (whole.length === 0 && missedBytes === 0) continue;
    yield {bytes: whole, from: logCursor(at - restBytes - whole.length), missedBytes};
    missedBytes = 0;
  }
}

const LF = 10;
const NOTHING = new Uint8Array(0);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = pieces.filter(piece => piece.length > 0);
  return only === undefined ? NOTHING : more.length === 0 ? only : Buffer.concat([only, ...more]);
}

/** Where the stream goes on after the first `count` of the lines of a chunk, of which there are `all`. */
export function afterLines(
  {bytes, from}: LineChunk,
  count: number,
  facts: {readonly all: number; readonly columns: number},
): LogCursor {
  return logCursor(from + endOfLine(bytes, count, facts));
}

/** Bytes up to the end of the line with that number. Where folding has made other lines of the bytes, the nearest line feed. */
function endOfLine(
  bytes: Uint8Array,
  count: number,
  {all, columns}: {readonly all: number; readonly columns: number},
): number {
  if (count <= 0) return 0;
  if (count >= all) return bytes.length;
  const ends: number[] = [];
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) ends.push(at + 1);
  if (ends.length === all || ends.length === all - 1) return ends[count - 1] ?? bytes.length;
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countFolded(bytes.subarray(0, ends[middle]), columns) >= count) high = middle;
    else low = middle + 1;
  }
  return ends[low] ?? bytes.length;
}

function countFolded(bytes: Uint8Array, columns: number): number {
  const text = foldOutput(bytes, {columns});
  return text === '' && bytes.at(-1) !== LF ? 0 : text.split('\n').length;
}
