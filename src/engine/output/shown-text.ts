/** Output as a reader gets it: what a person at the terminal would not see is told apart, wherever in the stream reading begins. */
import {type LogCursor, logCursor, type Revealed} from '../../core/index.ts';
import {foldOutput, type Pen, penAfter, revealHidden} from '../../screen/index.ts';
import {type OutputSource, readRange} from './output-source.ts';
import type {RecentOutput} from './recent-output.ts';

/** A style that was set further back, and never since, may not be known about. Programs set theirs with every line. */
export const LOOK_BACK = 8 * 1024;
/** Enough for the characters that decide about the next one. */
const CONTEXT_BYTES = 128;

/** What was printed just before a place in the stream. */
export async function bytesBefore(source: Pick<OutputSource, 'log' | 'recent'>, at: LogCursor): Promise<Uint8Array> {
  const from = logCursor(Math.max(0, at - LOOK_BACK));
  return from === at ? new Uint8Array(0) : (await readRange(source, from, at)).bytes;
}

/** The style in which output goes on there. Asked from place to place, only what lies between is read. */
export async function penAt(source: Pick<OutputSource, 'log' | 'recent'>, at: LogCursor): Promise<Pen> {
  const known = lastAsked.get(source.recent);
  const isNear = known && known.at <= at && at - known.at <= LOOK_BACK;
  const since = isNear ? source.recent.slice(known.at, at) : null;
  const pen = known && since ? penAfter(since, known.pen) : penAfter(await bytesBefore(source, at));
  if (!known || known.at <= at) lastAsked.set(source.recent, {at, pen});
  return pen;
}

/** By session: the furthest place that was asked for. */
const lastAsked = new WeakMap<RecentOutput, {readonly at: LogCursor; readonly pen: Pen}>();

/** A stretch of the stream for a reader; `before` is what {@link bytesBefore} gave for its beginning. */
export function showOutput(bytes: Uint8Array, before: Uint8Array, columns: number): Revealed {
  const folded = foldOutput(bytes, {columns, pen: penAfter(before)});
  return revealHidden(folded, lineBefore(before));
}

function lineBefore(before: Uint8Array): string {
  const line = before.subarray(before.lastIndexOf(LF) + 1);
  return foldOutput(line.subarray(-CONTEXT_BYTES));
}

const LF = 10;
