/** Walks the records of one segment file from a position, in blocks; stops at the first byte that makes no sense. */
import {fstatSync, readSync} from 'node:fs';
import {
  checkRecord,
  decodeRecordHeader,
  MAX_PAYLOAD_BYTES,
  RECORD_HEADER_BYTES,
  type RecordHeader,
} from './record-header.ts';

export interface LogRecord {
  /** Of the record's first byte in the file. */
  readonly position: number;
  readonly type: number;
  readonly flags: number;
  readonly sinceSegmentUs: number;
  /** As the record's header says it: no two records of a segment that differ are likely to have the same one at the same place. */
  readonly checksum: number;
  readonly payloadBytes: number;
  /** A view that is valid until the next record is asked for; empty for a record that was passed over. */
  readonly payload: Buffer;
}

/** Why there is no further record: the file ends here, ends inside a record, or the bytes are no record. */
export type WalkStop = 'end' | 'torn' | 'damaged';

export interface RecordCursorOptions {
  /** Records whose payload is not wanted: it is neither read nor checked. Little is read ahead then. */
  readonly passesOver?: ((header: RecordHeader) => boolean) | undefined;
}

export class RecordCursor implements Disposable {
  readonly #file: number;
  readonly #passesOver: RecordCursorOptions['passesOver'];
  #block: Buffer = takeBlock();
  /** File position of the block's first byte, and how many of its bytes are filled. */
  #blockAt: number;
  #filled = 0;
  #position: number;
  #stop: WalkStop | null = null;

  /** Size of the file when a payload was last passed over. */
  #fileBytes = 0;

  constructor(file: number, position: number, options: RecordCursorOptions = {}) {
    this.#file = file;
    this.#passesOver = options.passesOver;
    this.#position = position;
    this.#blockAt = position;
  }

  /** Where the next record begins; after a stop, the end of the last whole record. */
  get position(): number {
    return this.#position;
  }

  /** Null while records keep coming. */
  get stop(): WalkStop | null {
    return this.#stop;
  }

  /** The next whole record; undamaged, unless it is one that is passed over. */
  next(): LogRecord | undefined {
    const available = this.#need(RECORD_HEADER_BYTES);
    if (available < RECORD_HEADER_BYTES) return this.#end(available === 0 ? 'end' : 'torn');
    const header = decodeRecordHeader(this.#block, this.#position - this.#blockAt);
    if (header.payloadBytes > MAX_PAYLOAD_BYTES) return this.#end('damaged');
    const checksum = this.#block.readUInt32LE(this.#position - this.#blockAt);
    const length = RECORD_HEADER_BYTES + header.payloadBytes;
    const position = this.#position;
    if (this.#passesOver?.(header)) {
      if (!this.#fileHas(position + length)) return this.#end('torn');
      this.#position += length;
      return {position, ...header, checksum, payload: EMPTY};
    }
    if (this.#need(length) < length) return this.#end('torn');
    const at = position - this.#blockAt;
    if (!checkRecord(this.#block, at, header.payloadBytes, position)) return this.#end('damaged');
    this.#position += length;
    const payload = this.#block.subarray(at + RECORD_HEADER_BYTES, at + length);
    return {position, ...header, checksum, payload};
  }

  [Symbol.dispose](): void {
    giveBlock(this.#block);
    this.#block = EMPTY;
  }

  /** Makes up to `count` bytes from the present position available; returns how many there are. */
  #need(count: number): number {
    const have = Math.max(0, this.#blockAt + this.#filled - this.#position);
    if (have >= count) return have;
    const rest = this.#block.subarray(this.#filled - have, this.#filled);
    if (count > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(count);
      rest.copy(larger);
      giveBlock(this.#block);
      this.#block = larger;
    } else rest.copy(this.#block);
    this.#blockAt = this.#position;
    this.#filled = rest.length;
    while (this.#filled < count) {
      const free = this.#block.length - this.#filled;
      const room = this.#passesOver ? Math.min(free, Math.max(count - this.#filled, SMALL_READ_BYTES)) : free;
      const read = readSync(this.#file, this.#block, this.#filled, room, this.#blockAt + this.#filled);
      if (read === 0) break;
      this.#filled += read;
    }
    return this.#filled;
  }

  #fileHas(bytes: number): boolean {
    if (bytes > this.#fileBytes) this.#fileBytes = fstatSync(this.#file).size;
    return bytes <= this.#fileBytes;
  }

  #end(stop: WalkStop): undefined {
    this.#stop = stop;
    return undefined;
  }
}

const BLOCK_BYTES = 128 * 1024;
/** Where payloads are passed over, what stands behind the next header is most often one of them. */
const SMALL_READ_BYTES = 4096;
const EMPTY = Buffer.alloc(0);
const spareBlocks: Buffer[] = [];

function takeBlock(): Buffer {
  return spareBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
}

function giveBlock(block: Buffer): void {
  if (block.length === BLOCK_BYTES && spareBlocks.length < 4) spareBlocks.push(block);
}
