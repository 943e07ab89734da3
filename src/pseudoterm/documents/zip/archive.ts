import {crc32, inflateRawSync} from 'node:zlib';
import {damaged, unsupported} from '../failures.ts';
import {type DocumentLimits, limitExceeded} from '../limits.ts';
import {readDirectory, type ZipEntry} from './directory.ts';

/** The files inside of a zip container; nothing is inflated before it is asked for. */
export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Throws `CommandFailed` when it is not there or its checksum is wrong, `LimitExceeded` when it is more than declared. */
  read(name: string): Uint8Array;
  /** The same, or undefined when it is not there. */
  find(name: string): Uint8Array | undefined;
}

export function openArchive(bytes: Uint8Array, format: string, limits: DocumentLimits): Archive {
  const entries = readDirectory(bytes, format, limits);
  const find = (name: string): Uint8Array | undefined => {
    const entry = entries.get(name);
    return entry && inflate(bytes, entry, format, limits);
  };
  return {
    names: [...entries.keys()],
    has: name => entries.has(name),
    find,
    read(name) {
      const content = find(name);
      if (!content) throw damaged(format, `it has no ${name}`);
      return content;
    },
  };
}

function inflate(bytes: Uint8Array, entry: ZipEntry, format: string, limits: DocumentLimits): Uint8Array {
  if (entry.declaredBytes > limits.entryBytes)
    throw limitExceeded(`${entry.name} would inflate to ${entry.declaredBytes} bytes`, limits.entryBytes, 'bytes');
  const packed = packedData(bytes, entry, format);
  const content = entry.method === 0 ? packed : inflateCounted(packed, entry, format);
  if (content.byteLength !== entry.declaredBytes || crc32(content) !== entry.crc)
    throw damaged(format, `${entry.name} in it has a wrong checksum`);
  return content;
}

function packedData(bytes: Uint8Array, entry: ZipEntry, format: string): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.byteLength || view.getUint32(entry.offset, true) !== 0x04034b50)
    throw damaged(format, `the header of ${entry.name} in it is damaged`);
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  return bytes.subarray(start, start + entry.packedBytes);
}

/** Never makes more than was declared, whatever the data says. */
function inflateCounted(packed: Uint8Array, entry: ZipEntry, format: string): Uint8Array {
  if (entry.method !== 8)
    throw unsupported(
      format,
      `${entry.name} is packed by method ${entry.method}.`,
      'Save the file again with an office program.',
    );
  try {
    return inflateRawSync(packed, {maxOutputLength: Math.max(1, entry.declaredBytes)});
  } catch (error) {
    if (error instanceof RangeError)
      throw limitExceeded(`${entry.name} inflates to more than it declares`, entry.declaredBytes, 'bytes');
    throw damaged(format, `${entry.name} in it is damaged`, error);
  }
}
