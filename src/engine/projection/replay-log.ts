import {type EventSeq, eventSeq, logCursor, type SessionLogView} from '../../core/index.ts';
import type {SessionTracker} from './session-tracker.ts';

/** The last event that was taken in; later ones follow it without a gap. */
export interface Replayed {
  readonly seq: EventSeq;
  readonly atMs: number;
}

/** Nothing was taken in yet. */
export const NOTHING_REPLAYED: Replayed = {seq: eventSeq(0), atMs: 0};

/** Brings a tracker that knows the events up to `from`, by default a fresh one, to where the log ends now. */
export async function replayLog(
  tracker: SessionTracker,
  log: SessionLogView,
  from: Replayed = NOTHING_REPLAYED,
): Promise<Replayed> {
  let last = from;
  for await (const event of log.events(from.seq, {output: false})) {
    if (event.type === 'output') continue;
    const lines = 'lines' in event ? event.lines : undefined;
    tracker.output(logCursor(Math.max(tracker.outputEnd, event.offset)), Math.max(tracker.lines, lines ?? 0));
    tracker.apply(event);
    last = {seq: event.seq, atMs: event.atMs};
  }
  tracker.output(logCursor(Math.max(tracker.outputEnd, log.end)), tracker.lines);
  tracker.takeEnded();
  return last;
}
