import {constants, crc32, deflateRawSync} from 'node:zlib';

/** One file of a made-up container; what is left out is as it should be. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the directory says of its size. */
  readonly declaredBytes?: number;
  readonly isEncrypted?: boolean;
  /** Deflated data that stands there instead. */
  readonly packed?: Uint8Array;
  /** Where the directory says that it begins. */
  readonly offset?: number;
}

/** A zip container, honest or not. */
export function zipBytes(parts: readonly ZipPart[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const content = typeof part.content === 'string' ? Buffer.from(part.content) : part.content;
    const packed = part.packed ?? deflateRawSync(content);
    const name = Buffer.from(part.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(part.isEncrypted ? 1 : 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.byteLength, 14);
    facts.writeUInt32LE(part.declaredBytes ?? content.byteLength, 18);
    facts.writeUInt16LE(name.byteLength, 22);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    facts.copy(central, 6);
    central.writeUInt32LE(part.offset ?? at, 42);
    directory.push(central, name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    pieces.push(local);
    at += local.byteLength;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.byteLength, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...pieces, list, end]));
}

/** Deflated data of that many blanks, made without ever holding them. */
export function packedBlanks(bytes: number): Uint8Array {
  const step = 16 * 1024 * 1024;
  const flushed = deflateRawSync(Buffer.alloc(step, 0x20), {level: 9, finishFlush: constants.Z_FULL_FLUSH});
  const rest = deflateRawSync(Buffer.alloc(bytes % step, 0x20), {level: 9});
  return Buffer.concat([...Array.from({length: Math.floor(bytes / step)}, () => flushed), rest]);
}

/** A Word file with that body. */
export function docxParts(body: string, prolog = ''): ZipPart[] {
  return [
    {name: '[Content_Types].xml', content: '<Types/>'},
    {
      name: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?>${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ];
}
