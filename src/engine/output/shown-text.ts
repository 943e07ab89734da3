/** Output as a reader gets it: what a person at the terminal would not see is told apart, wherever in the stream reading begins. */
import {type LogCursor, logCursor, type Revealed} from '../../core/index.ts';
import {foldOutput, type Pen, penAfter, revealHidden} from '../../screen/index.ts';
import {type OutputSource, readRange} from './output-source.ts';
import type {RecentOutput} from './recent-output.ts';

/** A style that was set further back, and never since, may not be known about. Programs set theirs with every line. */
const LOOK_BACK = 64 * 1024;
/** From a place where the style is known it is followed this far. */
const FOLLOWED_BYTES = 1024 * 1024;
/** Enough for the characters that decide about the next one. */
const CONTEXT_BYTES = 128;

type Source = Pick<OutputSource, 'log' | 'recent'>;

/** What was printed just before a place in the stream. */
export async function bytesBefore(source: Source, at: LogCursor, most = LOOK_BACK): Promise<Uint8Array> {
  const from = logCursor(Math.max(0, at - most));
  return from === at ? NOTHING : (await readRange(source, from, at)).bytes;
}

/** The style in which output goes on there. Asked from place to place, only what lies between is read. */
export async function penAt(source: Source, at: LogCursor): Promise<Pen> {
  const known = lastAsked.get(source.recent);
  const distance = known ? at - known.at : -1;
  const isNear = distance >= 0 && distance <= FOLLOWED_BYTES;
  const since = isNear ? await bytesBefore(source, at, distance) : await bytesBefore(source, at);
  const pen = penAfter(since, isNear ? known?.pen : undefined);
  if (distance >= 0 || !known) lastAsked.set(source.recent, {at, pen});
  return pen;
}

/** By session: the furthest place that was asked for. */
const lastAsked = new WeakMap<RecentOutput, {readonly at: LogCursor; readonly pen: Pen}>();

/** The style in which a live stream goes on, as far as what is in memory tells. */
export function penNear(recent: RecentOutput, at: LogCursor): Pen {
  const from = logCursor(Math.max(at - LOOK_BACK, recent.oldest));
  return penAfter((from < at ? recent.slice(from, at) : null) ?? NOTHING);
}

/** How far the row reaches that stands there, in UTF-16 units: a prompt, as a rule. */
export function columnNear(recent: RecentOutput, at: LogCursor, columns: number): number {
  const from = logCursor(Math.max(at - LOOK_BACK, recent.oldest));
  const bytes = (from < at ? recent.slice(from, at) : null) ?? NOTHING;
  return foldOutput(bytes.subarray(bytes.lastIndexOf(LF) + 1), {columns}).length;
}

/** A stretch of the stream from `from` on, for a reader. */
export async function showOutput(
  source: Source,
  from: LogCursor,
  {bytes, columns}: {readonly bytes: Uint8Array; readonly columns: number},
): Promise<Revealed> {
  const folded = foldOutput(bytes, {columns, pen: await penAt(source, from)});
  return revealHidden(folded, lineBefore(await bytesBefore(source, from, CONTEXT_BYTES)));
}

function lineBefore(before: Uint8Array): string {
  return foldOutput(before.subarray(before.lastIndexOf(LF) + 1));
}

const NOTHING = new Uint8Array(0);
const LF = 10;
