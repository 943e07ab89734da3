/** One segment as a reader knows it: how far it is whole, and a sparse index of places to start reading from. */
import {closeSync, openSync, readSync} from 'node:fs';
import {eventSeq, logCursor, type OpenEvent, type OutputTime, type SessionEvent} from '../../core/index.ts';
import {decodeJsonEvent} from '../codec/json-payload.ts';
import {RECORD_TYPES, STATE_RECORD} from '../codec/record-types.ts';
import {type LogRecord, RecordCursor, type WalkStop} from '../format/record-cursor.ts';
import {FIRST_INTERNAL_TYPE, type RecordHeader} from '../format/record-header.ts';
import {segmentPath} from '../format/segment-files.ts';
import {decodeSegmentHeader, SEGMENT_HEADER_BYTES, type SegmentHeader} from '../format/segment-header.ts';
import {type SegmentPlace, SegmentState} from '../segment-state.ts';

/** One index entry per so many bytes of file. */
const INDEX_STEP_BYTES = 64 * 1024;
/** Output longer than this is only read, and its checksum only looked at, when somebody wants the bytes. */
const UNREAD_ABOVE_BYTES = 8 * 1024;

export class SegmentScan {
  readonly header: SegmentHeader;
  readonly #path: string;
  #state: SegmentState;
  #places: SegmentPlace[];
  #position = SEGMENT_HEADER_BYTES;
  #previous: SegmentPlace['previous'] = null;
  #stop: WalkStop = 'end';
  /** Scanning began here; what is before has not been looked at yet. Null when it began where the segment does. */
  #resumedAt: SegmentPlace | null = null;
  /** Damage was met: every byte is checked from now on. */
  #isSuspect = false;
  #file: number | null = null;
  /** Keeps its file open between calls: set for the segment that still grows. */
  pinned = false;
  /** No more records will come. */
  complete = false;

  /** Undefined when there is no readable header (yet). */
  static open(directory: string, number: number): SegmentScan | undefined {
    const path = segmentPath(directory, number);
    const header = readHeader(path);
    return header === undefined || header.number !== number ? undefined : new SegmentScan(path, header);
  }

  private constructor(path: string, header: SegmentHeader) {
    this.header = header;
    this.#path = path;
    this.#state = new SegmentState(header);
    this.#places = [this.#place()];
  }

  /** Stream offset after the last whole record scanned. */
  get end(): number {
    return this.#state.offset;
  }

  /** Sequence number after the last whole record scanned. */
  get nextSeq(): number {
    return this.#state.nextSeq;
  }

  /** Why scanning stopped: at the end of the file, inside a record, or before bytes that are none. */
  get stop(): WalkStop {
    return this.#stop;
  }

  /**
   * Begins behind a place that another reader has seen, without looking at what is before it. False, and nothing is changed, when
   * the file does not have the record there that was there then.
   */
  resume(place: SegmentPlace): boolean {
    let isThere = false;
    this.#withFile(file => {
      isThere = place.previous === null || checksumAt(file, place.previous.position) === place.previous.checksum;
    });
    if (!isThere || this.#position !== SEGMENT_HEADER_BYTES) return false;
    this.#goTo(place);
    this.#places.push(place);
    this.#resumedAt = place;
    return true;
  }

  /**
   * Takes in records appended since the last time; `following` is the header of the segment after this one. Long output is
   * not read. A vanished file is left as far as it is known.
   */
  scan(following?: SegmentHeader): void {
    if (this.complete) return;
    this.#withFile(file => {
      this.#walk(file);
      const isWhole = following === undefined || (this.end === following.offset && this.nextSeq === following.firstSeq);
      if (this.#stop === 'damaged' || !isWhole) this.#checkAll(file);
    });
  }

  /**
   * Copies stored output of `[from, to)` to `target`, as far as it is without a hole; `from` may move up over a hole at
   * the beginning. Undefined when nothing of the range is here.
   */
  copyOutput(target: Uint8Array, from: number, to: number): {from: number; length: number} | undefined {
    let found: {from: number; length: number} | undefined;
    this.#withFile(file => {
      const place = this.#placeBefore(file, candidate => candidate.offset <= from);
      const state = new SegmentState(this.header, place);
      using cursor = new RecordCursor(file, place.position);
      while (cursor.position < this.#position && state.offset < to) {
        const record = cursor.next();
        if (record === undefined) {
          this.#checkAll(file);
          return;
        }
        const start = state.offset;
        if (state.pass(record) !== 'output' || state.offset <= from) continue;
        const first = Math.max(start, from);
        const last = Math.min(state.offset, to);
        if (last <= first) continue;
        if (found !== undefined && first !== found.from + found.length) return;
        found ??= {from: first, length: 0};
        target.set(record.payload.subarray(first - start, last - start), found.length);
        found.length += last - first;
      }
    });
    return found;
  }

  /**
   * Decoded events with sequence numbers from `seq` on, about `maxBytes` of them; `next` is where to go on. Without `output`
   * its events are passed over.
   */
  readEvents(
    seq: number,
    {maxBytes, output}: {readonly maxBytes: number; readonly output: boolean},
  ): {events: SessionEvent[]; next: number} {
    const events: SessionEvent[] = [];
    let next = seq;
    this.#withFile(file => {
      const place = this.#placeBefore(file, candidate => candidate.nextSeq <= seq);
      const state = new SegmentState(this.header, place);
      using cursor = new RecordCursor(file, place.position, output || this.#isSuspect ? {} : PASSING_OUTPUT);
      let bytes = 0;
      while (cursor.position < this.#position && bytes < maxBytes) {
        const record = cursor.next();
        if (record === undefined) {
          this.#checkAll(file);
          break;
        }
        const isWanted = state.nextSeq >= seq && (output || record.type !== RECORD_TYPES.output);
        const event = isWanted ? state.eventOf(record) : undefined;
        const kind = state.pass(record);
        if (kind === 'internal' || state.nextSeq <= seq) continue;
        if (event !== undefined) events.push(event);
        bytes += record.payload.length + 256;
        next = state.nextSeq;
      }
    });
    return {events, next};
  }

  /** Of output with sequence numbers from `seq` on, in about `most` records; `next` is where to go on. */
  readTimes(seq: number, most: number): {times: OutputTime[]; next: number} {
    const times: OutputTime[] = [];
    let next = seq;
    this.#withFile(file => {
      const place = this.#placeBefore(file, candidate => candidate.nextSeq <= seq);
      const state = new SegmentState(this.header, place);
      using cursor = new RecordCursor(file, place.position, this.#isSuspect ? {} : PASSING_OUTPUT);
      for (let count = 0; cursor.position < this.#position && count < most; count++) {
        const record = cursor.next();
        if (record === undefined) {
          this.#checkAll(file);
          break;
        }
        const [ownSeq, from] = [state.nextSeq, state.offset];
        if (state.pass(record) === 'output' && ownSeq >= seq)
          times.push({
            seq: eventSeq(ownSeq),
            atMs: state.atUs / 1000,
            from: logCursor(from),
            to: logCursor(state.offset),
          });
        next = Math.max(next, state.nextSeq);
      }
    });
    return {times, next};
  }

  /** The place right behind the event `seq`, from which {@link resume} can begin; undefined when that is not here. */
  placeAfter(seq: number): SegmentPlace | undefined {
    if (this.nextSeq === seq + 1) return this.#place();
    let place: SegmentPlace | undefined;
    this.#withFile(file => {
      const before = this.#placeBefore(file, candidate => candidate.nextSeq <= seq + 1);
      place = this.#advance(file, before, state => state.nextSeq <= seq);
    });
    return place?.nextSeq === seq + 1 ? place : undefined;
  }

  /** From a place on over output that ends at `outputEnd` at the latest, up to the next other event or as far as scanned. */
  placeBehindOutput(from: SegmentPlace, outputEnd: number): SegmentPlace {
    let place = from;
    this.#withFile(file => {
      place = this.#advance(
        file,
        from,
        (state, next) =>
          next.type >= FIRST_INTERNAL_TYPE ||
          (next.type === RECORD_TYPES.output && state.offset + next.payloadBytes <= outputEnd),
      );
    });
    return place;
  }

  /** The place of the segment's first record. */
  get beginning(): SegmentPlace {
    const {firstSeq: nextSeq, offset, wallUs, atUs} = this.header;
    return {position: SEGMENT_HEADER_BYTES, nextSeq, offset, driftUs: wallUs - atUs, previous: null};
  }

  /** All that was scanned is before this place. */
  isEnd(place: SegmentPlace): boolean {
    return place.position === this.#position;
  }

  /** The opening event as this segment restates it, with the terminal's size at its beginning. */
  restatedOpening(): OpenEvent | null {
    let opening: OpenEvent | null = null;
    this.#withFile(file => {
      using cursor = new RecordCursor(file, SEGMENT_HEADER_BYTES);
      const record = cursor.next();
      if (record?.type !== STATE_RECORD && record?.type !== RECORD_TYPES.open) return;
      const event = decodeJsonEvent('open', record.payload);
      if (event?.type === 'open') opening = event;
    });
    return opening;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #walk(file: number): void {
    using cursor = new RecordCursor(file, this.#position, this.#isSuspect ? {} : PASSING_OUTPUT);
    for (let record = cursor.next(); record !== undefined; record = cursor.next()) {
      this.#pass(record, cursor.position);
      if (this.#position - (this.#places.at(-1)?.position ?? 0) >= INDEX_STEP_BYTES) this.#places.push(this.#place());
    }
    this.#stop = cursor.stop ?? 'end';
  }

  #pass(record: LogRecord, position: number): void {
    this.#state.pass(record);
    this.#position = position;
    this.#previous = {position: record.position, checksum: record.checksum};
  }

  /** Something here is not as it was written. Where that begins only the checksums tell, from the first one on. */
  #checkAll(file: number): void {
    if (this.#isSuspect) return;
    this.#isSuspect = true;
    this.#restart();
    this.#walk(file);
  }

  #restart(): void {
    this.#goTo(this.beginning);
    this.#places = [this.#place()];
    this.#resumedAt = null;
  }

  #goTo(place: SegmentPlace): void {
    this.#state = new SegmentState(this.header, place);
    this.#position = place.position;
    this.#previous = place.previous;
  }

  /** On from a place as long as `goesOn` says so of the next record. */
  #advance(file: number, from: SegmentPlace, goesOn: (state: SegmentState, next: LogRecord) => boolean): SegmentPlace {
    const state = new SegmentState(this.header, from);
    using cursor = new RecordCursor(file, from.position, this.#isSuspect ? {} : PASSING_OUTPUT);
    let place = from;
    while (place.position < this.#position) {
      const record = cursor.next();
      if (record === undefined || !goesOn(state, record)) break;
      state.pass(record);
      const {nextSeq, offset, driftUs} = state;
      const previous = {position: record.position, checksum: record.checksum};
      place = {position: cursor.position, nextSeq, offset, driftUs, previous};
    }
    return place;
  }

  #place(): SegmentPlace {
    const {nextSeq, offset, driftUs} = this.#state;
    return {position: this.#position, nextSeq, offset, driftUs, previous: this.#previous};
  }

  /** The last indexed place that is not yet too far; the first place always is one. */
  #placeBefore(file: number, notTooFar: (place: SegmentPlace) => boolean): SegmentPlace {
    if (this.#resumedAt && !notTooFar(this.#resumedAt)) this.#lookBehind(file, this.#resumedAt);
    let low = 0;
    let high = this.#places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const place = this.#places[middle];
      if (place !== undefined && notTooFar(place)) low = middle;
      else high = middle - 1;
    }
    return this.#places[low] ?? this.#place();
  }

  /** Indexes what is before the place where scanning began, and sees whether it leads there. */
  #lookBehind(file: number, resumed: SegmentPlace): void {
    const after = this.#places.slice(this.#places.indexOf(resumed));
    const end = this.#place();
    this.#restart();
    using cursor = new RecordCursor(file, this.#position, PASSING_OUTPUT);
    while (this.#position < resumed.position) {
      const record = cursor.next();
      if (record === undefined) break;
      this.#pass(record, cursor.position);
      if (this.#position - (this.#places.at(-1)?.position ?? 0) >= INDEX_STEP_BYTES) this.#places.push(this.#place());
    }
    const {position, nextSeq, offset} = this.#place();
    if (position !== resumed.position || nextSeq !== resumed.nextSeq || offset !== resumed.offset) {
      this.#checkAll(file);
      return;
    }
    this.#places.push(...after);
    this.#goTo(end);
  }

  /** Runs with the file open; does nothing when retention took it away or it cannot be read. */
  #withFile(run: (file: number) => void): void {
    try {
      this.#file ??= openSync(this.#path, 'r');
      run(this.#file);
    } catch (error) {
      if (!(error instanceof Error) || !('syscall' in error)) throw error;
    } finally {
      if (!this.pinned) this.close();
    }
  }
}

/** Long output is passed over where nobody wants it. */
const PASSING_OUTPUT = {
  passesOver: ({type, flags, payloadBytes}: RecordHeader) =>
    type === RECORD_TYPES.output && flags === 0 && payloadBytes > UNREAD_ABOVE_BYTES,
};

/** Of the record that stands there, as it says itself; undefined behind the end of the file. */
function checksumAt(file: number, position: number): number | undefined {
  const bytes = Buffer.alloc(4);
  return readSync(file, bytes, 0, 4, position) === 4 ? bytes.readUInt32LE(0) : undefined;
}

function readHeader(path: string): SegmentHeader | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
      const read = readSync(file, bytes, 0, SEGMENT_HEADER_BYTES, 0);
      return decodeSegmentHeader(bytes.subarray(0, read));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
