/** The fixed header in front of every record. Normative description: docs/spec/session-log.md. */
import {crc32} from 'node:zlib';

export const RECORD_HEADER_BYTES = 16;
/** Longest payload; a longer length is damage. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

/** Set in `flags` when the payload begins with the event's own stream offset as an unsigned 64-bit number. */
export const FLAG_OWN_OFFSET = 1;
export const OWN_OFFSET_BYTES = 8;
/** Set in `flags` of an input event with a ^C that met the session's own shell in the foreground. Readers that do not know it pass over it. */
export const FLAG_AT_SHELL = 2;
/** Set in `flags` of an input event that came over another connection than the running line. Readers that do not know it pass over it. */
export const FLAG_ELSEWHERE = 4;
/** Record types from here on belong to the log itself: they are no events and take no sequence number. */
export const FIRST_INTERNAL_TYPE = 0x80;

export interface RecordHeader {
  readonly type: number;
  readonly flags: number;
  /** Microseconds since the segment began, 48 bits. */
  readonly sinceSegmentUs: number;
  readonly payloadBytes: number;
}

/**
 * Writes header and checksum into `into`. `position` is the record's place in its file: it seeds the checksum, so that
 * stale bytes of another place never pass for a record of this one.
 */
export function encodeRecordHeader(into: Buffer, header: RecordHeader, payload: Uint8Array, position: number): void {
  into.writeUInt32LE(header.payloadBytes, 4);
  into[8] = header.type;
  into[9] = header.flags;
  into.writeUIntLE(header.sinceSegmentUs, 10, 6);
  into.writeUInt32LE(crc32(payload, crc32(into.subarray(4, RECORD_HEADER_BYTES), position >>> 0)), 0);
}

/** Reads the fields without checking the checksum; `at` must leave room for a whole header. */
export function decodeRecordHeader(bytes: Buffer, at: number): RecordHeader {
  return {
    payloadBytes: bytes.readUInt32LE(at + 4),
    type: bytes[at + 8] ?? 0,
    flags: bytes[at + 9] ?? 0,
    sinceSegmentUs: bytes.readUIntLE(at + 10, 6),
  };
}

/** True when the whole record at `at`, which stands at `position` of its file, is undamaged. */
export function checkRecord(bytes: Buffer, at: number, payloadBytes: number, position: number): boolean {
  const end = at + RECORD_HEADER_BYTES + payloadBytes;
  return crc32(bytes.subarray(at + 4, end), position >>> 0) === bytes.readUInt32LE(at);
}
