/** One segment as a reader knows it: how far it is whole, and a sparse index of places to start reading from. */
import {closeSync, openSync, readSync} from 'node:fs';
import type {OpenEvent, SessionEvent} from '../../core/index.ts';
import {decodeJsonEvent} from '../codec/json-payload.ts';
import {RECORD_TYPES, STATE_RECORD} from '../codec/record-types.ts';
import {RecordCursor, type WalkStop} from '../format/record-cursor.ts';
import {segmentPath} from '../format/segment-files.ts';
import {decodeSegmentHeader, SEGMENT_HEADER_BYTES, type SegmentHeader} from '../format/segment-header.ts';
import {type SegmentPlace, SegmentState} from '../segment-state.ts';

/** One index entry per so many bytes of file. */
const INDEX_STEP_BYTES = 64 * 1024;

export class SegmentScan {
  readonly header: SegmentHeader;
  readonly #path: string;
  readonly #state: SegmentState;
  readonly #places: SegmentPlace[];
  #position = SEGMENT_HEADER_BYTES;
  #stop: WalkStop = 'end';
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

  /** Takes in records appended since the last time. A vanished file is left as far as it is known. */
  scan(): void {
    if (this.complete) return;
    this.#withFile(file => {
      using cursor = new RecordCursor(file, this.#position);
      for (let record = cursor.next(); record !== undefined; record = cursor.next()) {
        this.#state.pass(record);
        this.#position = cursor.position;
        if (this.#position - (this.#places.at(-1)?.position ?? 0) >= INDEX_STEP_BYTES) this.#places.push(this.#place());
      }
      this.#stop = cursor.stop ?? 'end';
    });
  }

  /**
   * Copies stored output of `[from, to)` to `target`, as far as it is without a hole; `from` may move up over a hole at
   * the beginning. Undefined when nothing of the range is here.
   */
  copyOutput(target: Uint8Array, from: number, to: number): {from: number; length: number} | undefined {
    let found: {from: number; length: number} | undefined;
    this.#withFile(file => {
      const place = this.#placeBefore(candidate => candidate.offset <= from);
      const state = new SegmentState(this.header, place);
      using cursor = new RecordCursor(file, place.position);
      while (cursor.position < this.#position && state.offset < to) {
        const record = cursor.next();
        if (record === undefined) return;
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

  /** Decoded events with sequence numbers from `seq` on, about `maxBytes` of them; `next` is where to go on. */
  readEvents(seq: number, maxBytes: number): {events: SessionEvent[]; next: number} {
    const events: SessionEvent[] = [];
    let next = seq;
    this.#withFile(file => {
      const place = this.#placeBefore(candidate => candidate.nextSeq <= seq);
      const state = new SegmentState(this.header, place);
      using cursor = new RecordCursor(file, place.position);
      let bytes = 0;
      while (cursor.position < this.#position && bytes < maxBytes) {
        const record = cursor.next();
        if (record === undefined) break;
        const event = state.nextSeq >= seq ? state.eventOf(record) : undefined;
        const kind = state.pass(record);
        if (kind === 'internal' || state.nextSeq <= seq) continue;
        if (event !== undefined) events.push(event);
        bytes += record.payload.length + 256;
        next = state.nextSeq;
      }
    });
    return {events, next};
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

  #place(): SegmentPlace {
    const {nextSeq, offset, driftUs} = this.#state;
    return {position: this.#position, nextSeq, offset, driftUs};
  }

  /** The last indexed place that is not yet too far; the first place always is one. */
  #placeBefore(notTooFar: (place: SegmentPlace) => boolean): SegmentPlace {
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
