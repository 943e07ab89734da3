/** The segments of one log as its writer sees them: the current one, the older ones, and how much room they may take. */
import {unlinkSync} from 'node:fs';
import {segmentPath} from '../format/segment-files.ts';
import type {SegmentAppender} from './segment-appender.ts';

export interface SegmentLimits {
  readonly segmentBytes?: number | undefined;
  readonly maxBytes?: number | undefined;
}

interface OlderSegment {
  readonly number: number;
  readonly sizeBytes: number;
  /** Stream offset where it begins. */
  readonly offset: number;
}

const MIB = 1024 * 1024;

export class SegmentChain {
  readonly #directory: string;
  readonly #segmentBytes: number;
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #older: OlderSegment[];
  #olderBytes: number;
  #current: SegmentAppender;

  constructor(directory: string, limits: SegmentLimits, current: SegmentAppender, present: readonly OlderSegment[]) {
    this.#directory = directory;
    this.#maxBytes = limits.maxBytes ?? 512 * MIB;
    this.#segmentBytes = Math.min(limits.segmentBytes ?? 8 * MIB, Math.max(4096, Math.floor(this.#maxBytes / 4)));
    this.#current = current;
    this.#older = present.filter(segment => segment.number !== current.header.number);
    this.#olderBytes = this.#older.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  }

  /** Of the current segment. */
  get number(): number {
    return this.#current.header.number;
  }

  /** A record of any size fits into an empty segment. */
  fits(bytes: number): boolean {
    return this.#current.size + bytes <= this.#segmentBytes || this.#current.fresh;
  }

  /** True when `bytes` more need neither a new segment nor the end of an old one. */
  hasRoom(bytes: number): boolean {
    return this.fits(bytes) && this.#olderBytes + this.#current.size + bytes <= this.#maxBytes;
  }

  hold(): void {
    this.#current.hold();
  }

  release(): void {
    this.#current.release();
  }

  discard(): void {
    this.#current.discard();
  }

  advance(next: SegmentAppender): void {
    const full = this.#current;
    full.release();
    this.#older.push({number: full.header.number, sizeBytes: full.size, offset: full.header.offset});
    this.#olderBytes += full.size;
    this.#current = next;
    full.close();
  }

  /** Deletes oldest segments until `bytes` more fit; returns the stream offset that is now the oldest, if it deleted. */
  dropOldest(bytes: number): number | undefined {
    let dropped = false;
    while (this.#older.length > 0 && this.#olderBytes + this.#current.size + bytes > this.#maxBytes) {
      const oldest = this.#older.shift();
      if (oldest === undefined) break;
      this.#olderBytes -= oldest.sizeBytes;
      removeIfPresent(segmentPath(this.#directory, oldest.number));
      dropped = true;
    }
    return dropped ? (this.#older[0]?.offset ?? this.#current.header.offset) : undefined;
  }

  write(type: number, flags: number, atUs: number, payload: Uint8Array): void {
    this.#current.write(type, flags, atUs, payload);
  }

  close(): void {
    this.#current.close();
  }
}

function removeIfPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or the directory became read-only: then the next write says so.
  }
}
