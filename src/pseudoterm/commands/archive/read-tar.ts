/** Tar as POSIX.1-2001 `pax` describes it, with GNU long names. */
import {PseudoError} from '../../pseudo-error.ts';
import {type ArchiveEntry, MOST_ENTRIES} from './entry.ts';

const BLOCK = 512;

/** Throws `CommandFailed` for damage. */
export function readTar(bytes: Uint8Array): readonly ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let longName: string | undefined;
  let extra: Readonly<Record<string, string>> = {};
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every(byte => byte === 0)) break;
    checkSum(header);
    const type = String.fromCharCode(header[156] ?? 0);
    const size = extra.size !== undefined && !'xg'.includes(type) ? Number(extra.size) : octal(header, 124, 12);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > bytes.length) throw damaged('an entry is cut off');
    const content = bytes.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'x') extra = paxRecords(content);
    else if (type === 'L') longName = text(content);
    else if (type !== 'g' && type !== 'K') {
      entries.push(toEntry(header, type, extra.path ?? longName, content));
      longName = undefined;
      extra = {};
    }
    if (entries.length > MOST_ENTRIES)
      throw new PseudoError('LimitExceeded', `The archive has more than ${MOST_ENTRIES} entries.`);
  }
  return entries;
}

/** Whether the bytes begin with a tar header. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK && isSumRight(bytes.subarray(0, BLOCK));
}

function toEntry(header: Uint8Array, type: string, longName: string | undefined, content: Uint8Array): ArchiveEntry {
  const prefix = text(header.subarray(257, 262)) === 'ustar' ? text(header.subarray(345, 500)) : '';
  const short = text(header.subarray(0, 100));
  const path = longName ?? (prefix === '' ? short : `${prefix}/${short}`);
  return {
    path,
    kind: kindOf(type, path),
    sizeBytes: content.length,
    modifiedAt: octal(header, 136, 12) * 1000,
    async content(maxBytes) {
      if (content.length > maxBytes) throw new PseudoError('LimitExceeded', `${path} has more than ${maxBytes} bytes.`);
      return content;
    },
  };
}

function kindOf(type: string, path: string): ArchiveEntry['kind'] {
  if (type === '5' || ((type === '0' || type === '\0') && path.endsWith('/'))) return 'directory';
  if (type === '0' || type === '\0' || type === '7') return 'file';
  return type === '1' || type === '2' ? 'link' : 'other';
}

/** `LENGTH NAME=VALUE\n`, the length counting itself. */
function paxRecords(bytes: Uint8Array): Readonly<Record<string, string>> {
  const records: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(text(bytes.subarray(at, blank)));
    if (blank < 0 || !Number.isInteger(length) || length < 5) throw damaged('an extended header makes no sense');
    const record = text(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  return records;
}

function checkSum(header: Uint8Array): void {
  if (!isSumRight(header)) throw damaged('a header has a wrong checksum');
}

function isSumRight(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  return sum === octal(header, 148, 8);
}

/** Octal digits, or GNU's base 256 when the top bit is set. */
function octal(header: Uint8Array, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  const first = field[0] ?? 0;
  if (first & 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, first & 0x7f);
  return Number.parseInt(text(field).trim() || '0', 8);
}

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder('utf-8').decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function damaged(what: string): PseudoError {
  return new PseudoError('CommandFailed', `The tar archive is damaged: ${what}.`);
}
