/** What an index of git says of repositories within the repository. */
export interface GitLinks {
  /** Where they lie, as paths below the working tree. */
  readonly paths: readonly string[];
  /** The file beside it that holds further entries (`sharedindex.…`); null where there is none. */
  readonly shared: string | null;
}

const NO_LINKS: GitLinks = {paths: [], shared: null};
/** Of a repository within, the index keeps this in the place of a file's mode. */
const GITLINK = 0o160000;
const MODE_AT = 24;
const HASH_AT = 40;
const EXTENDED = 0x4000;
const LONG_NAME = 0xfff;

/** Reads an index of version 2, 3 or 4: gitformat-index(5). `hashBytes`: 20, or 32 with SHA-256. Nothing of what is none. */
export function readGitLinks(bytes: Uint8Array, hashBytes: number): GitLinks {
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return NO_LINKS;
  const version = index.readUInt32BE(4);
  const paths: string[] = [];
  const flagsAt = HASH_AT + hashBytes;
  let at = 12;
  let name = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + flagsAt + 2 > index.length) return {paths, shared: null};
    const flags = index.readUInt16BE(at + flagsAt);
    let start = at + flagsAt + ((flags & EXTENDED) !== 0 ? 4 : 2);
    const isLink = (index.readUInt32BE(at + MODE_AT) & 0o170000) === GITLINK;
    if (version === 4) {
      const cut = readOffset(index, start);
      start = cut.end;
      const end = endOfName(index, start);
      name = Buffer.concat([name.subarray(0, Math.max(0, name.length - cut.value)), index.subarray(start, end)]);
      if (isLink) paths.push(name.toString());
      at = end + 1;
    } else {
      const length = flags & LONG_NAME;
      const end = length < LONG_NAME ? start + length : endOfName(index, start);
      if (isLink) paths.push(index.toString('utf8', start, end));
      // One to eight NULs bring the entry to a multiple of eight bytes.
      at += (end - at + 8) & ~7;
    }
  }
  return {paths, shared: sharedIndex(index, at, hashBytes)};
}

function endOfName(index: Buffer, start: number): number {
  const end = index.indexOf(0, start);
  return end < 0 ? index.length : end;
}

/** As offsets in a pack: seven bits a byte, each but the last one more than it says. */
function readOffset(index: Buffer, start: number): {readonly value: number; readonly end: number} {
  let at = start;
  let byte = index[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && at < index.length) {
    byte = index[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return {value, end: at};
}

function sharedIndex(index: Buffer, start: number, hashBytes: number): string | null {
  for (let at = start; at + 8 + hashBytes <= index.length; at += 8 + index.readUInt32BE(at + 4)) {
    const hash = index.toString('hex', at + 8, at + 8 + hashBytes);
    if (index.toString('latin1', at, at + 4) === 'link') return /^0*$/.test(hash) ? null : `sharedindex.${hash}`;
  }
  return null;
}
