/**
 * The text of a checkpoint: what somebody made of a log's events up to one of them, and where in the log that one stands. It is a
 * shortcut and nothing else: whatever does not fit the log exactly is no checkpoint.
 */
import {crc32} from 'node:zlib';
import type {LogCheckpoint} from '../../core/index.ts';
import type {SegmentHeader} from '../format/segment-header.ts';
import type {SegmentPlace} from '../segment-state.ts';

/** Where one is kept. */
export interface CheckpointFile {
  /** Undefined when there is none that can be read. */
  read(): string | undefined;
  /** Replaces it in one step; readable by its owner alone. System errors pass through. */
  write(text: string): void;
}

/** A place in a log, with enough of the segment's header to know it again. */
export interface LogPlace extends SegmentPlace, Pick<SegmentHeader, 'number' | 'atUs' | 'wallUs'> {}

export interface PlacedCheckpoint extends LogCheckpoint {
  readonly place: LogPlace;
}

/** Counts the meaning of the text, of which {@link LogCheckpoint.state} is a part. */
const MAGIC = 'cotty-checkpoint 1';
/** A longer one takes more time to read than it saves. In UTF-16 units. */
const MOST_CHARS = 8 * 1024 * 1024;

/** Undefined when it is too long to be of use. */
export function encodeCheckpoint(checkpoint: PlacedCheckpoint): string | undefined {
  const body = JSON.stringify(checkpoint);
  return body.length > MOST_CHARS ? undefined : `${MAGIC} ${checksum(body)}\n${body}\n`;
}

/** Undefined for what is not whole, of another version, or no checkpoint at all. */
export function decodeCheckpoint(text: string): PlacedCheckpoint | undefined {
  const headEnd = text.indexOf('\n');
  const body = text.slice(headEnd + 1, -1);
  if (!text.endsWith('\n') || text.slice(0, headEnd) !== `${MAGIC} ${checksum(body)}`) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}
