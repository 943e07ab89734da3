import {type EventSeq, eventSeq, logCursor, type SessionLogView} from '../../core/index.ts';
import type {ProvedMarks} from '../output/proved-marks.ts';
import type {SessionTracker} from './session-tracker.ts';

/** Brings a fresh tracker to where the log ends now. Resolves with the last event taken in; later ones follow it without a gap. */
export async function replayLog(
  tracker: SessionTracker,
  log: SessionLogView,
  marks?: ProvedMarks,
): Promise<{readonly seq: EventSeq; readonly atMs: number}> {
  let last = {seq: eventSeq(0), atMs: 0};
  for await (const event of log.events(eventSeq(0), {output: false})) {
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
