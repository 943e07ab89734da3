import {type LogCheckpoint, logCursor, type SessionLogView} from '../../core/index.ts';
import {NOTHING_REPLAYED, type Replayed, replayLog} from './replay-log.ts';
import {SessionTracker} from './session-tracker.ts';
import type {TrackedFacts} from './tracker-parts.ts';
import {TRACKER_STATE_VERSION, type TrackerState, trackerFrom, trackerState} from './tracker-state.ts';

/** So many records of a log are read in a millisecond or two; a checkpoint of fewer saves nothing. */
const WORTH_RECORDS = 256;

/** What a checkpoint beside the log holds. */
interface KeptProjection {
  readonly version: typeof TRACKER_STATE_VERSION;
  /** Log time of the last event. */
  readonly atMs: number;
  readonly tracker: TrackerState;
}

export interface Tracked {
  readonly tracker: SessionTracker;
  /** The last event it knows. */
  readonly last: Replayed;
  /** The last event that the checkpoint knew, from which it went on; 0 without one. */
  readonly keptSeq: number;
}

/**
 * A tracker that stands where the log ends now. A checkpoint saves reading what is before it; without one that fits the log, and that
 * this version understands, everything is read.
 */
export async function trackLog(facts: TrackedFacts, log: SessionLogView): Promise<Tracked> {
  const checkpoint = log.checkpoints?.take() ?? null;
  const kept = checkpoint && resumed(facts, checkpoint);
  const tracker = kept?.tracker ?? new SessionTracker(facts);
  const last = await replayLog(tracker, log, kept?.last ?? NOTHING_REPLAYED);
  return {tracker, last, keptSeq: kept?.last.seq ?? 0};
}

/** `unkept` records of a log are in no checkpoint. */
export function isWorthKeeping(unkept: number): boolean {
  return unkept >= WORTH_RECORDS;
}

/** Keeps what a tracker knows up to the event `last`, where there is a place for it. */
export function keepProjection(tracker: SessionTracker, log: SessionLogView, last: Replayed): void {
  if (!log.checkpoints) return;
  const state: KeptProjection = {
    version: TRACKER_STATE_VERSION,
    atMs: last.atMs,
    tracker: trackerState(tracker, log.oldest),
  };
  log.checkpoints.keep({seq: last.seq, outputEnd: logCursor(tracker.outputEnd), state});
}

function resumed(
  facts: TrackedFacts,
  {seq, state}: LogCheckpoint,
): {tracker: SessionTracker; last: Replayed} | undefined {
  if (!isKept(state)) return undefined;
  try {
    return {tracker: trackerFrom(facts, state.tracker), last: {seq, atMs: state.atMs}};
  } catch {
    // It is none of ours, whatever its version says: the log tells the same.
    return undefined;
  }
}

function isKept(state: unknown): state is KeptProjection {
  return typeof state === 'object' && state !== null && 'version' in state && state.version === TRACKER_STATE_VERSION;
}
