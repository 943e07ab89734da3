import {type LogCheckpoint, logCursor, type SessionLogView} from '../../core/index.ts';
import {ProvedMarks, type ProvedMarksState} from '../output/proved-marks.ts';
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
  readonly marks: ProvedMarksState;
}

export interface Tracked {
  readonly tracker: SessionTracker;
  readonly marks: ProvedMarks;
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
  const {
    tracker,
    marks,
    last: from,
  } = kept ?? {
    tracker: new SessionTracker(facts),
    marks: new ProvedMarks(),
    last: NOTHING_REPLAYED,
  };
  const last = await replayLog(tracker, log, {from, marks});
  return {tracker, marks, last, keptSeq: from.seq};
}

/** `unkept` records of a log are in no checkpoint. */
export function isWorthKeeping(unkept: number): boolean {
  return unkept >= WORTH_RECORDS;
}

/** Keeps what is known where the log stands, if there is a place for it. */
export function keepProjection({tracker, marks, last}: Omit<Tracked, 'keptSeq'>, log: SessionLogView): void {
  if (!log.checkpoints) return;
  const state: KeptProjection = {
    version: TRACKER_STATE_VERSION,
    atMs: last.atMs,
    tracker: trackerState(tracker, log.oldest),
    marks: marks.state,
  };
  log.checkpoints.keep({seq: last.seq, outputEnd: logCursor(tracker.outputEnd), state});
}

function resumed(facts: TrackedFacts, {seq, state}: LogCheckpoint): Omit<Tracked, 'keptSeq'> | undefined {
  if (!isKept(state)) return undefined;
  try {
    const last = {seq, atMs: state.atMs};
    return {tracker: trackerFrom(facts, state.tracker), marks: new ProvedMarks(state.marks), last};
  } catch {
    // It is none of ours, whatever its version says: the log tells the same.
    return undefined;
  }
}

function isKept(state: unknown): state is KeptProjection {
  return typeof state === 'object' && state !== null && 'version' in state && state.version === TRACKER_STATE_VERSION;
}
