import {type EventSeq, eventSeq, type SessionLogView} from '../../core/index.ts';
import type {ActiveStretch} from '../../timeline/index.ts';

/** Between two marks there is no more output, and no more pieces of it, than is quickly read. */
const MARK_BYTES = 64 * 1024;
const MARK_RECORDS = 64;
/** Output that follows sooner belongs to the same stretch. */
const JOINED_MS = 1000;
/** More stretches than anybody sees are joined over longer pauses. */
const MOST_STRETCHES = 4000;

interface TimeMark {
  /** The output event that stands there. */
  readonly seq: number;
  readonly atMs: number;
  /** Stream offset before it. */
  readonly at: number;
}

/** When a session's output was printed: sparse, made once, and then only grown. */
export class TimeIndex {
  readonly #log: Pick<SessionLogView, 'outputTimes'>;
  readonly #marks: TimeMark[] = [];
  #active: [fromMs: number, toMs: number][] = [];
  #joinedMs = JOINED_MS;
  #lastSeq: EventSeq = eventSeq(0);
  #sinceMark = 0;
  /** Behind the last output known. */
  endMs = 0;
  end = 0;

  constructor(log: Pick<SessionLogView, 'outputTimes'>) {
    this.#log = log;
  }

  get active(): readonly ActiveStretch[] {
    return this.#active;
  }

  /** Takes in what was logged since. */
  async update(signal?: AbortSignal): Promise<void> {
    for await (const {seq, atMs, from, to} of this.#log.outputTimes(this.#lastSeq)) {
      signal?.throwIfAborted();
      const mark = this.#marks.at(-1);
      if (!mark || to - mark.at >= MARK_BYTES || ++this.#sinceMark >= MARK_RECORDS) {
        this.#marks.push({seq, atMs, at: from});
        this.#sinceMark = 0;
      }
      this.#extend(atMs);
      this.#lastSeq = seq;
      [this.endMs, this.end] = [atMs, to];
    }
  }

  /** The stream offset to which output had come at a moment. */
  async cursorAt(atMs: number): Promise<number> {
    const mark = this.#marks[lastIndex(this.#marks, candidate => candidate.atMs <= atMs)];
    if (!mark) return this.#marks[0]?.at ?? 0;
    let at = mark.at;
    for await (const time of this.#log.outputTimes(eventSeq(mark.seq - 1))) {
      if (time.atMs > atMs) break;
      at = time.to;
    }
    return at;
  }

  /** When the output had come to a place. */
  async timeOf(at: number): Promise<number> {
    const mark = this.#marks[lastIndex(this.#marks, candidate => candidate.at < at)] ?? this.#marks[0];
    if (!mark) return 0;
    for await (const time of this.#log.outputTimes(eventSeq(mark.seq - 1))) if (time.to >= at) return time.atMs;
    return this.endMs;
  }

  /** An event after which everything behind a place is found. */
  seqBefore(at: number): EventSeq {
    const mark = this.#marks[lastIndex(this.#marks, candidate => candidate.at <= at)];
    return eventSeq(mark && mark !== this.#marks[0] ? mark.seq - 1 : 0);
  }

  #extend(atMs: number): void {
    const last = this.#active.at(-1);
    if (last && atMs - last[1] <= this.#joinedMs) last[1] = atMs;
    else this.#active.push([atMs, atMs]);
    if (this.#active.length <= MOST_STRETCHES) return;
    this.#joinedMs *= 2;
    const joined: [number, number][] = [];
    for (const [from, to] of this.#active) {
      const before = joined.at(-1);
      if (before && from - before[1] <= this.#joinedMs) before[1] = to;
      else joined.push([from, to]);
    }
    this.#active = joined;
  }
}

/** Of a list that is in order; -1 where it holds for none. */
function lastIndex<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = -1;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle - 1;
  }
  return low;
}
