import {damaged, encrypted} from '../failures.ts';
import {type DocumentLimits, limitExceeded} from '../limits.ts';

/** One file of a zip container, as the central directory declares it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly declaredBytes: number;
  readonly crc: number;
  /** Offset of the local header in the file. */
  readonly offset: number;
}

/**
 * Reads and judges the central directory before a single byte is inflated. Fields as in APPNOTE.TXT 6.3.10,
 * 4.3.12 and 4.3.16. Throws `LimitExceeded` for bombs (too many, too large, too dense, overlapping entries),
 * `NotSupported` for encrypted entries, `CommandFailed` for what is no zip.
 */
export function readDirectory(bytes: Uint8Array, format: string, limits: DocumentLimits): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) throw damaged(format, 'the zip directory at its end is missing; it may be cut off');
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff)
    throw damaged(format, 'it is a zip64 container, which documents never need');
  if (count > limits.entries) throw limitExceeded(`The container has ${count} entries`, limits.entries, 'entries');
  const entries = readEntries(bytes, view, {count, start, end}, format);
  judge(entries, end, format, limits);
  return new Map(entries.map(entry => [entry.name, entry]));
}

function findEnd(view: DataView): number | undefined {
  const furthest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= furthest; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}

function readEntries(
  bytes: Uint8Array,
  view: DataView,
  where: {readonly count: number; readonly start: number; readonly end: number},
  format: string,
): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const utf8 = new TextDecoder();
  let at = where.start;
  for (let index = 0; index < where.count; index++) {
    if (at + 46 > where.end || view.getUint32(at, true) !== 0x02014b50)
      throw damaged(format, 'its zip directory is damaged');
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw encrypted(format);
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: utf8.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/'),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      declaredBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function judge(entries: readonly ZipEntry[], end: number, format: string, limits: DocumentLimits): void {
  const declared = entries.reduce((sum, entry) => sum + entry.declaredBytes, 0);
  if (declared > limits.inflatedBytes)
    throw limitExceeded(`The container would inflate to ${declared} bytes`, limits.inflatedBytes, 'bytes');
  for (const entry of entries) {
    if (entry.declaredBytes > freeRatioBytes && entry.declaredBytes > entry.packedBytes * limits.ratio)
      throw limitExceeded(
        `${entry.name} would inflate ${Math.round(entry.declaredBytes / Math.max(1, entry.packedBytes))} times`,
        limits.ratio,
        'times',
      );
  }
  let free = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < free || entry.offset + entry.packedBytes > end)
      throw damaged(format, 'the files in its zip container overlap, as only made-up ones do');
    free = entry.offset + entry.packedBytes;
  }
}

/** Below this size the ratio does no harm, and a sheet of equal rows reaches any ratio. */
const freeRatioBytes = 16 * 1024 * 1024;
