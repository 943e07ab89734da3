/** Zip by its central directory (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16). */
import {PseudoError} from '../../pseudo-error.ts';
import {type ArchiveEntry, MOST_ENTRIES} from './entry.ts';
import {inflate} from './inflate.ts';

/** Throws `CommandFailed` for damage, `NotSupported` for encryption and foreign methods, `LimitExceeded` for bombs. */
export function readZip(bytes: Uint8Array): readonly ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    throw new PseudoError('NotSupported', 'zip64 archives are not read.', {platform: 'any', format: 'zip64'});
  if (count > MOST_ENTRIES)
    throw new PseudoError('LimitExceeded', `The archive has more than ${MOST_ENTRIES} entries.`);
  const records: ZipRecord[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw damaged('its directory is cut off');
    const record = readRecord(bytes, view, at);
    records.push(record);
    at = record.next;
  }
  refuseOverlap(records);
  return records.map(record => toEntry(bytes, view, record));
}

interface ZipRecord {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly modifiedAt: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Of the local header. */
  readonly offset: number;
  readonly unixMode: number;
  readonly next: number;
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw damaged('its directory is missing');
}

function readRecord(bytes: Uint8Array, view: DataView, at: number): ZipRecord {
  const nameLength = view.getUint16(at + 28, true);
  const name = bytes.subarray(at + 46, at + 46 + nameLength);
  return {
    name: new TextDecoder('utf-8').decode(name).replaceAll('\\', '/'),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    modifiedAt: dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    packedBytes: view.getUint32(at + 20, true),
    sizeBytes: view.getUint32(at + 24, true),
    unixMode: view.getUint8(at + 5) === 3 ? view.getUint16(at + 40, true) : 0,
    offset: view.getUint32(at + 42, true),
    next: at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  };
}

/** One stretch of data under many names is how a small file becomes petabytes. */
function refuseOverlap(records: readonly ZipRecord[]): void {
  let end = 0;
  for (const record of records.toSorted((a, b) => a.offset - b.offset)) {
    if (record.offset < end)
      throw new PseudoError('LimitExceeded', 'Entries of the archive share their data, as zip bombs do.');
    end = record.offset + 30 + record.packedBytes;
  }
}

function toEntry(bytes: Uint8Array, view: DataView, record: ZipRecord): ArchiveEntry {
  const type = record.unixMode & 0o170000;
  const isDirectory = record.name.endsWith('/') || type === 0o040000;
  return {
    path: record.name,
    kind: isDirectory ? 'directory' : type === 0o120000 ? 'link' : type === 0 || type === 0o100000 ? 'file' : 'other',
    sizeBytes: record.sizeBytes,
    modifiedAt: record.modifiedAt,
    async content(maxBytes) {
      if (record.flags & 1)
        throw new PseudoError('NotSupported', `${record.name} is encrypted.`, {
          platform: 'any',
          format: 'encrypted zip',
        });
      const at = record.offset;
      if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw damaged(`${record.name} is missing`);
      const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      const packed = bytes.subarray(start, start + record.packedBytes);
      if (packed.length < record.packedBytes) throw damaged(`${record.name} is cut off`);
      const content = await unpack(packed, record, Math.min(maxBytes, record.sizeBytes));
      if (content.length !== record.sizeBytes) throw damaged(`${record.name} has not the size it declares`);
      return content;
    },
  };
}

async function unpack(packed: Uint8Array, {method, name}: ZipRecord, maxBytes: number): Promise<Uint8Array> {
  if (method === 8) return await inflate(packed, 'deflate-raw', maxBytes);
  if (method === 0 && packed.length <= maxBytes) return packed;
  if (method === 0) throw new PseudoError('LimitExceeded', `${name} has more than ${maxBytes} bytes.`);
  throw new PseudoError('NotSupported', `${name} is packed with method ${method}.`, {
    platform: 'any',
    format: `zip method ${method}`,
  });
}

function dosTime(date: number, time: number): number {
  if (date === 0) return 0;
  return Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

function damaged(what: string): PseudoError {
  return new PseudoError('CommandFailed', `The zip archive is damaged: ${what}.`);
}
