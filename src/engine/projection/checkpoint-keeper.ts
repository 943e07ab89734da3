import type {EventSeq, SessionLogView} from '../../core/index.ts';
import type {CheckpointPace} from './checkpoint-pace.ts';
import type {Replayed} from './replay-log.ts';
import {isWorthKeeping, keepProjection, type Tracked} from './track-log.ts';

/** Keeps what is known of one session beside its log, so that the next server need not read again what led to it. */
export class CheckpointKeeper implements Disposable {
  readonly #known: Pick<Tracked, 'tracker' | 'marks'>;
  readonly #log: SessionLogView;
  readonly #pace: CheckpointPace;
  #last: Replayed;
  /** Records of the log since the checkpoint. */
  #records: number;

  /** `known` goes on changing; `unkept` says how many records before now no checkpoint holds. */
  constructor(
    known: Omit<Tracked, 'keptSeq'>,
    log: SessionLogView,
    {pace, unkept}: {readonly pace: CheckpointPace; readonly unkept: number},
  ) {
    this.#known = known;
    this.#log = log;
    this.#pace = pace;
    this.#last = known.last;
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
    keepProjection({...this.#known, last: this.#last}, this.#log);
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
