/** Walks the records of one segment file from a position, in blocks; stops at the first byte that makes no sense. */
import {readSync} from 'node:fs';
import {checkRecord, decodeRecordHeader, MAX_PAYLOAD_BYTES, RECORD_HEADER_BYTES} from './record-header.ts';

export interface LogRecord {
  /** Of the record's first byte in the file. */
  readonly position: number;
  readonly type: number;
  readonly flags: number;
  readonly sinceSegmentUs: number;
  /** A view that is valid until the next record is asked for. */
  readonly payload: Buffer;
}

/** Why there is no further record: the file ends here, ends inside a record, or the bytes are no record. */
export type WalkStop = 'end' | 'torn' | 'damaged';

export class RecordCursor implements Disposable {
  readonly #file: number;
  #block: Buffer = takeBlock();
  /** File position of the block's first byte, and how many of its bytes are filled. */
  #blockAt: number;
  #filled = 0;
  #position: number;
  #stop: WalkStop | null = null;

  constructor(file: number, position: number) {
    this.#file = file;
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

  /** The next whole, undamaged record. `skipCheck` passes over the checksum of records whose bytes nobody uses. */
  next(skipCheck = false): LogRecord | undefined {
    const available = this.#need(RECORD_HEADER_BYTES);
    if (available < RECORD_HEADER_BYTES) return this.#end(available === 0 ? 'end' : 'torn');
    const header = decodeRecordHeader(this.#block, this.#position - this.#blockAt);
    if (header.payloadBytes > MAX_PAYLOAD_BYTES) return this.#end('damaged');
    const length = RECORD_HEADER_BYTES + header.payloadBytes;
    if (this.#need(length) < length) return this.#end('torn');
    const position = this.#position;
    const at = position - this.#blockAt;
    if (!skipCheck && !checkRecord(this.#block, at, header.payloadBytes, position)) return this.#end('damaged');
    this.#position += length;
    const payload = this.#block.subarray(at + RECORD_HEADER_BYTES, at + length);
    return {position, type: header.type, flags: header.flags, sinceSegmentUs: header.sinceSegmentUs, payload};
  }

  [Symbol.dispose](): void {
    giveBlock(this.#block);
    this.#block = EMPTY;
  }

  /** Makes up to `count` bytes from the present position available; returns how many there are. */
  #need(count: number): number {
    const have = this.#blockAt + this.#filled - this.#position;
    if (have >= count) return have;
    const rest = this.#block.subarray(this.#position - this.#blockAt, this.#filled);
    if (count > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(count);
      rest.copy(larger);
      giveBlock(this.#block);
      this.#block = larger;
    } else rest.copy(this.#block);
    this.#blockAt = this.#position;
    this.#filled = rest.length;
    while (this.#filled < count) {
      const room = this.#block.length - this.#filled;
      const read = readSync(this.#file, this.#block, this.#filled, room, this.#blockAt + this.#filled);
      if (read === 0) break;
      this.#filled += read;
    }
    return this.#filled;
  }

  #end(stop: WalkStop): undefined {
    this.#stop = stop;
    return undefined;
  }
}

const BLOCK_BYTES = 128 * 1024;
const EMPTY = Buffer.alloc(0);
const spareBlocks: Buffer[] = [];

function takeBlock(): Buffer {
  return spareBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
}

function giveBlock(block: Buffer): void {
  if (block.length === BLOCK_BYTES && spareBlocks.length < 4) spareBlocks.push(block);
}
