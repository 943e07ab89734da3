/** A range of the output stream as lines of text, in bounded memory, with the way back from a line to its place. */
import {type LogCursor, logCursor} from '../../core/index.ts';
import {foldOutput} from '../../screen/index.ts';
import {type OutputSource, readRange} from './command-output.ts';

const SLICE_BYTES = 256 * 1024;
/** Of a line without end, this much is taken for one. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

export interface LineChunk {
  readonly lines: readonly string[];
  readonly missedBytes: number;
  /** Where the stream goes on after the first `count` of these lines. */
  after(count: number): LogCursor;
}

/** Chunks end at a line end and are folded one by one. Throws when aborted. */
export async function* linesOf(
  source: OutputSource,
  range: {readonly from: LogCursor; readonly to: LogCursor},
  signal: AbortSignal,
): AsyncGenerator<LineChunk> {
  const columns = source.tracker.cols;
  /** The line in progress, in pieces: joining it anew with each slice would cost the square of its length. */
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let missedBytes = 0;
  for (let at: number = range.from; at < range.to; ) {
    signal.throwIfAborted();
    const to = Math.min(at + SLICE_BYTES, range.to);
    const slice = await readRange(source, logCursor(at), logCursor(to));
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
    yield chunkOf(whole, at - restBytes - whole.length, {columns, missedBytes});
    missedBytes = 0;
  }
}

const LF = 10;
const NOTHING = new Uint8Array(0);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = pieces.filter(piece => piece.length > 0);
  return only === undefined ? NOTHING : more.length === 0 ? only : Buffer.concat([only, ...more]);
}

function chunkOf(
  bytes: Uint8Array,
  from: number,
  {columns, missedBytes}: {readonly columns: number; readonly missedBytes: number},
): LineChunk {
  const lines = foldedLines(bytes, columns);
  return {
    lines,
    missedBytes,
    after: count => logCursor(from + endOfLine(bytes, count, {all: lines.length, columns})),
  };
}

function foldedLines(bytes: Uint8Array, columns: number): string[] {
  const text = foldOutput(bytes, {columns});
  return text === '' && bytes.at(-1) !== LF ? [] : text.split('\n');
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
    if (foldedLines(bytes.subarray(0, ends[middle]), columns).length >= count) high = middle;
    else low = middle + 1;
  }
  return ends[low] ?? bytes.length;
}
