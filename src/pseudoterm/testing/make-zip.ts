import {crc32, deflateRawSync} from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly text: string;
  readonly isStored?: boolean;
  /** A lie about its size. */
  readonly declaredBytes?: number;
  /** Of another entry's header, instead of its own. */
  readonly offset?: number;
}

/** A zip archive with the least that APPNOTE.TXT asks for. */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {name, text, isStored = false, declaredBytes, offset} of files) {
    const content = Buffer.from(text);
    const packed = isStored ? content : deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredBytes ?? content.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset ?? at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, nameBytes]));
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end]);
}
