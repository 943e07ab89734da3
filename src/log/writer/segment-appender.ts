/** Appends records to one segment file. A write that fails leaves no trace: its bytes are cut off before the next one. */
import {closeSync, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync, writevSync} from 'node:fs';
import {encodeRecordHeader, RECORD_HEADER_BYTES} from '../format/record-header.ts';
import {segmentPath} from '../format/segment-files.ts';
import {encodeSegmentHeader, SEGMENT_HEADER_BYTES, type SegmentHeader} from '../format/segment-header.ts';

export class SegmentAppender {
  readonly header: SegmentHeader;
  readonly #file: number;
  readonly #recordHeader = Buffer.alloc(RECORD_HEADER_BYTES);
  #position: number;
  /** Bytes of a failed write may stand after `#position`. */
  #tailDirty: boolean;
  #freshSize = 0;
  #isClosed = false;
  /** Records that wait for {@link release}, and where they begin; null when writes go out one by one. */
  #held: {readonly parts: Uint8Array[]; readonly from: number} | null = null;

  /** Creates the segment's file with its first record. System errors pass through; the half-made file is removed. */
  static create(
    directory: string,
    header: SegmentHeader,
    first?: {type: number; payload: Uint8Array},
  ): SegmentAppender {
    const path = segmentPath(directory, header.number);
    const file = openSync(path, 'w+', 0o600);
    try {
      writeWhole(file, [encodeSegmentHeader(header)], 0);
      const segment = new SegmentAppender(file, header, SEGMENT_HEADER_BYTES, false);
      if (first !== undefined) segment.write(first.type, 0, header.atUs, first.payload);
      segment.#freshSize = segment.#position;
      return segment;
    } catch (error) {
      closeSync(file);
      unlinkSync(path);
      throw error;
    }
  }

  /** Continues a segment after its last whole record. */
  static resume(directory: string, header: SegmentHeader, position: number): SegmentAppender {
    const file = openSync(segmentPath(directory, header.number), 'r+');
    return new SegmentAppender(file, header, position, fstatSync(file).size > position);
  }

  private constructor(file: number, header: SegmentHeader, position: number, tailDirty: boolean) {
    this.header = header;
    this.#file = file;
    this.#position = position;
    this.#tailDirty = tailDirty;
  }

  /** Bytes of whole records and the header. */
  get size(): number {
    return this.#position;
  }

  /** No event is in it yet. */
  get fresh(): boolean {
    return this.#position <= this.#freshSize;
  }

  /** Appends one record. System errors pass through and leave the segment as it was. */
  write(type: number, flags: number, atUs: number, payload: Uint8Array): void {
    if (this.#tailDirty) this.#cutTail();
    const sinceSegmentUs = atUs - this.header.atUs;
    const head = this.#recordHeader;
    encodeRecordHeader(head, {type, flags, sinceSegmentUs, payloadBytes: payload.length}, payload, this.#position);
    if (this.#held) this.#held.parts.push(Buffer.from(head), payload);
    else this.#writeNow(payload.length === 0 ? [head] : [head, payload], this.#position);
    this.#position += RECORD_HEADER_BYTES + payload.length;
  }

  /** Collects the records that follow; {@link release} stores them in one go, {@link discard} forgets them. */
  hold(): void {
    this.#held ??= {parts: [], from: this.#position};
  }

  /** Stores what was held. System errors pass through and leave the segment as it was before {@link hold}. */
  release(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    if (held.parts.length === 0) return;
    try {
      this.#writeNow(held.parts, held.from);
    } catch (error) {
      this.#position = held.from;
      throw error;
    }
  }

  discard(): void {
    if (!this.#held) return;
    this.#position = this.#held.from;
    this.#held = null;
  }

  #writeNow(parts: Uint8Array[], position: number): void {
    this.#tailDirty = true;
    writeWhole(this.#file, parts, position);
    this.#tailDirty = false;
  }

  /** Lets go of the file, also when it throws: its number is another file's then. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#tailDirty) this.#cutTail();
    } finally {
      closeSync(this.#file);
    }
  }

  #cutTail(): void {
    ftruncateSync(this.#file, this.#position);
    this.#tailDirty = false;
  }
}

/** One call to the system as a rule; a short write (a nearly full disk) goes on until it is whole or fails. */
function writeWhole(file: number, parts: Uint8Array[], position: number): void {
  let length = 0;
  for (const part of parts) length += part.length;
  let written = writevSync(file, parts, position);
  if (written === length) return;
  const rest = Buffer.concat(parts);
  while (written < length) written += writeSync(file, rest, written, length - written, position + written);
}
