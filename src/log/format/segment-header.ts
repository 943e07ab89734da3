/** The fixed header of a segment file. Normative description: docs/spec/session-log.md. */
import {crc32} from 'node:zlib';

export const SEGMENT_HEADER_BYTES = 64;
const FORMAT_VERSION = 1;
const MAGIC = Buffer.from('cottylog', 'latin1');
const FLAGS_AT = 56;
const FLAG_BLANKED = 1;
const CRC_AT = 60;

/** Everything a reader needs to start at this segment without the ones before it. */
export interface SegmentHeader {
  /** Counts segments of one log from 1; also the file's name. */
  readonly number: number;
  /** Sequence number of the first event in this segment. */
  readonly firstSeq: number;
  /** Output stream offset before the first event. */
  readonly offset: number;
  /** Line feeds in the output stream before the first event. */
  readonly lines: number;
  /** Microseconds on the log's monotonic time line when the segment began. */
  readonly atUs: number;
  /** Microseconds since the Unix epoch at `atUs`. */
  readonly wallUs: number;
  /** No nonce stands in this segment: each was overwritten before it was stored. */
  readonly isBlanked: boolean;
}

export function encodeSegmentHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt16LE(FORMAT_VERSION, 8);
  bytes.writeUInt16LE(SEGMENT_HEADER_BYTES, 10);
  bytes.writeUInt32LE(header.number, 12);
  writeUint64(bytes, header.firstSeq, 16);
  writeUint64(bytes, header.offset, 24);
  writeUint64(bytes, header.lines, 32);
  writeUint64(bytes, header.atUs, 40);
  writeUint64(bytes, header.wallUs, 48);
  bytes.writeUInt32LE(header.isBlanked ? FLAG_BLANKED : 0, FLAGS_AT);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, CRC_AT)), CRC_AT);
  return bytes;
}

/** Undefined when the bytes are not a whole, undamaged header of a version this code reads. */
export function decodeSegmentHeader(bytes: Buffer): SegmentHeader | undefined {
  if (bytes.length < SEGMENT_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  if (bytes.readUInt16LE(8) !== FORMAT_VERSION || bytes.readUInt16LE(10) !== SEGMENT_HEADER_BYTES) return undefined;
  if (crc32(bytes.subarray(0, CRC_AT)) !== bytes.readUInt32LE(CRC_AT)) return undefined;
  return {
    number: bytes.readUInt32LE(12),
    firstSeq: readUint64(bytes, 16),
    offset: readUint64(bytes, 24),
    lines: readUint64(bytes, 32),
    atUs: readUint64(bytes, 40),
    wallUs: readUint64(bytes, 48),
    isBlanked: (bytes.readUInt32LE(FLAGS_AT) & FLAG_BLANKED) !== 0,
  };
}

function writeUint64(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt32LE(value % 0x1_0000_0000, at);
  bytes.writeUInt32LE(Math.floor(value / 0x1_0000_0000), at + 4);
}

function readUint64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 0x1_0000_0000;
}
