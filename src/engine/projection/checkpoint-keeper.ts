import type {EventSeq, SessionLogView} from '../../core/index.ts';
import type {CheckpointPace} from './checkpoint-pace.ts';
import type {Replayed} from './replay-log.ts';
import type {SessionTracker} from './session-tracker.ts';
import {isWorthKeeping, keepProjection} from './track-log.ts';

/** Keeps what is known of one session beside its log, so that the next server need not read again what led to it. */
export class CheckpointKeeper implements Disposable {
  readonly #tracker: SessionTracker;
  readonly #log: SessionLogView;
  readonly #pace: CheckpointPace;
  #last: Replayed;
  /** Records of the log since the checkpoint. */
  #records: number;

  /** `last` is the last event that the tracker knows; `unkept` says how many records before it no checkpoint holds. */
  constructor(
    tracker: SessionTracker,
    log: SessionLogView,
    {pace, last, unkept}: {readonly pace: CheckpointPace; readonly last: Replayed; readonly unkept: number},
  ) {
    this.#tracker = tracker;
    this.#log = log;
    this.#pace = pace;
    this.#last = last;
    this.#records = unkept;
    this.#ask();
  }

  /** Another event was taken in; null for output. */
  noted(event: {readonly seq: EventSeq; readonly atMs: number} | null): void {
    if (event) this.#last = {seq: event.seq, atMs: event.atMs};
    this.#records++;
    this.#ask();
  }

  /** Keeps it now, where that is worth it. */
  keep(): void {
    if (!this.#isWorthIt) return;
    this.#records = 0;
    keepProjection(this.#tracker, this.#log, this.#last);
  }

  /** For the last time. */
  [Symbol.dispose](): void {
    this.#pace.forget(this);
    this.keep();
  }

  #ask(): void {
    if (this.#isWorthIt) this.#pace.soon(this);
  }

  get #isWorthIt(): boolean {
    return isWorthKeeping(this.#records);
  }
}
