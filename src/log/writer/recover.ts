/** Finds where a log that already exists ends, and what a writer must know to go on. */
import {closeSync, fstatSync, openSync, readSync, statSync, unlinkSync} from 'node:fs';
import type {OpenEvent} from '../../core/index.ts';
import {parseObject} from '../codec/json-payload.ts';
import {RecordCursor} from '../format/record-cursor.ts';
import {listSegments, segmentPath} from '../format/segment-files.ts';
import {decodeSegmentHeader, SEGMENT_HEADER_BYTES, type SegmentHeader} from '../format/segment-header.ts';
import {countLineFeeds} from '../line-feeds.ts';
import {SegmentState} from '../segment-state.ts';

export interface RecoveredLog {
  readonly segments: readonly {readonly number: number; readonly sizeBytes: number; readonly offset: number}[];
  /** Where the last readable segment's whole records end. */
  readonly header: SegmentHeader;
  readonly position: number;
  readonly nextSeq: number;
  readonly outputEnd: number;
  readonly lines: number;
  readonly lastAtUs: number;
  readonly lastWallUs: number;
  /** The opening event with the present size; null when it is lost. */
  readonly opening: OpenEvent | null;
  /**
   * Bytes after `position` that are no torn tail but damage: they are left as they are and a new segment is begun.
   * At most so many bytes of output are lost there.
   */
  readonly damagedBytes: number;
}

/** A torn tail is what one interrupted write leaves; more unreadable bytes than this are damage. */
const MAX_TORN_BYTES = 1024 * 1024;

/** Undefined when the directory holds no readable segment. */
export function recoverLog(directory: string): RecoveredLog | undefined {
  const segments: {number: number; sizeBytes: number; offset: number}[] = [];
  let last: {header: SegmentHeader; sizeBytes: number} | undefined;
  let unreadableBytes = 0;
  for (const number of listSegments(directory)) {
    const path = segmentPath(directory, number);
    const sizeBytes = statSync(path).size;
    const header = readHeader(path);
    if (header !== undefined) {
      last = {header, sizeBytes};
      unreadableBytes = 0;
    } else if (sizeBytes <= SEGMENT_HEADER_BYTES) {
      // Nothing but an interrupted beginning.
      unlinkSync(path);
      continue;
    } else unreadableBytes += sizeBytes;
    segments.push({number, sizeBytes, offset: header?.offset ?? segments.at(-1)?.offset ?? 0});
  }
  return last === undefined ? undefined : walkLast(directory, segments, last.header, unreadableBytes);
}

function readHeader(path: string): SegmentHeader | undefined {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
    const read = readSync(file, bytes, 0, SEGMENT_HEADER_BYTES, 0);
    return decodeSegmentHeader(bytes.subarray(0, read));
  } finally {
    closeSync(file);
  }
}

function walkLast(
  directory: string,
  segments: RecoveredLog['segments'],
  header: SegmentHeader,
  unreadableBytes: number,
): RecoveredLog {
  const file = openSync(segmentPath(directory, header.number), 'r');
  try {
    using cursor = new RecordCursor(file, SEGMENT_HEADER_BYTES);
    const state = new SegmentState(header);
    let lines = header.lines;
    for (let record = cursor.next(); record !== undefined; record = cursor.next()) {
      const before = state.offset;
      const kind = state.pass(record);
      if (kind === 'output') lines += countLineFeeds(record.payload);
      else if (kind === 'gap' && state.offset !== before) lines += linesOfGap(record.payload);
    }
    const tail = fstatSync(file).size - cursor.position;
    return {
      segments,
      header,
      position: cursor.position,
      nextSeq: state.nextSeq,
      outputEnd: state.offset,
      lines,
      lastAtUs: state.atUs,
      lastWallUs: state.wallUs,
      opening: state.opening,
      damagedBytes: unreadableBytes + (isTorn(file, cursor, tail) ? 0 : tail),
    };
  } finally {
    closeSync(file);
  }
}

function linesOfGap(payload: Buffer): number {
  const lines = parseObject(payload)?.lines;
  return typeof lines === 'number' && Number.isSafeInteger(lines) && lines > 0 ? lines : 0;
}

/** Torn: an incomplete record of a size one write may have, or zeros where the file system had no time for the data. */
function isTorn(file: number, cursor: RecordCursor, tail: number): boolean {
  if (tail > MAX_TORN_BYTES) return false;
  if (cursor.stop !== 'damaged') return true;
  const bytes = Buffer.alloc(tail);
  readSync(file, bytes, 0, tail, cursor.position);
  return bytes.every(byte => byte === 0);
}
