import {type EventSeq, eventSeq, logCursor, type SessionLogView} from '../../core/index.ts';
import type {ProvedMarks} from '../output/proved-marks.ts';
import type {SessionTracker} from './session-tracker.ts';

/** The last event that was taken in; later ones follow it without a gap. */
export interface Replayed {
  readonly seq: EventSeq;
  readonly atMs: number;
}

/** Nothing was taken in yet. */
export const NOTHING_REPLAYED: Replayed = {seq: eventSeq(0), atMs: 0};

/** Brings a tracker, and the proved marks, that know the events up to `from`, by default fresh ones, to where the log ends now. */
export async function replayLog(
  tracker: SessionTracker,
  log: SessionLogView,
  {from = NOTHING_REPLAYED, marks}: {readonly from?: Replayed; readonly marks?: ProvedMarks} = {},
): Promise<Replayed> {
  let last = from;
  for await (const event of log.events(from.seq, {output: false})) {
    if (event.type === 'output') continue;
    const lines = 'lines' in event ? event.lines : undefined;
    tracker.output(logCursor(Math.max(tracker.outputEnd, event.offset)), Math.max(tracker.lines, lines ?? 0));
    tracker.apply(event);
    if (event.type === 'mark' && event.proved) marks?.add(event.offset);
    last = {seq: event.seq, atMs: event.atMs};
  }
  tracker.output(logCursor(Math.max(tracker.outputEnd, log.end)), tracker.lines);
  tracker.takeEnded();
  return last;
}
