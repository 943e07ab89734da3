import {close, constants, fstatSync, fsync, ftruncate, ftruncateSync, read, statSync, write, writeSync} from 'node:fs';
import {promisify} from 'node:util';
import {CottyError} from '../../core/index.ts';
import {openPrivateFile} from '../../private/index.ts';
import {DiskPace} from './disk-pace.ts';

const closeFile = promisify(close);
const truncateFile = promisify(ftruncate);
const syncFile = promisify(fsync);

/** A file grows by so much at once, ahead of time: a write that makes a file longer takes many times as long to reach the disk. */
const ROOM_BYTES = 128 * 1024;
/** Lines that nobody waits for are written together, with the next one that somebody waits for or after so long. */
const HOLD_MS = 50;
/** With less room than this it is made longer. */
const LEAST_ROOM_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

interface Waiting {
  readonly line: string;
  readonly settled: ((isKept: boolean) => void) | undefined;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export interface AppendOptions {
  /** The line may wait a moment. */
  readonly held?: boolean;
  /** Called before any other line can be appended. */
  readonly settled?: (isKept: boolean) => void;
}

/**
 * A file of lines, each of which is on the disk when its `append` resolves. What is room for more lines holds line feeds, which readers
 * pass over; it is cut off when the file is closed.
 */
export class AuditFile {
  readonly #file: number;
  #path: string;
  /** Together they tell the file from every other one: the number alone occurs once in each file system. */
  readonly #inode: number;
  readonly #device: number;
  /** Where the next line goes. */
  #end: number;
  #size: number;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isPaused = false;
  #written = Promise.resolve();
  readonly #pace = new DiskPace();
  /** Resolves at the end of the event loop's turn in which something was written at once; null in all others. */
  #turn: Promise<void> | null = null;
  #growing: Promise<void> | null = null;
  #holdTimer: NodeJS.Timeout | undefined;

  private constructor(file: number, path: string, end: number, size: number) {
    this.#file = file;
    this.#path = path;
    const {ino, dev} = fstatSync(file);
    this.#inode = ino;
    this.#device = dev;
    this.#end = end;
    this.#size = size;
  }

  /**
   * Makes the file when there is none. `last` is its newest whole line, empty when there is none; a torn one behind it is written over.
   * Throws `home_unwritable` for a file that somebody else may have written, otherwise what the system says.
   */
  static async open(
    path: string,
  ): Promise<{readonly file: AuditFile; readonly last: string; readonly tornBytes: number}> {
    const file = openPrivateFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC);
    try {
      return await AuditFile.#of(file, path);
    } catch (error) {
      await closeFile(file);
      throw error;
    }
  }

  static async #of(
    file: number,
    path: string,
  ): Promise<{readonly file: AuditFile; readonly last: string; readonly tornBytes: number}> {
    const {size} = fstatSync(file);
    const text = (await readAll(file, size)).toString('utf8');
    const whole = text.trimEnd();
    const isTorn = whole !== '' && !whole.endsWith('}');
    const kept = isTorn ? whole.slice(0, whole.lastIndexOf('\n') + 1).trimEnd() : whole;
    const end = kept === '' ? 0 : Buffer.byteLength(kept) + 1;
    const tornBytes = isTorn ? Buffer.byteLength(whole) - Buffer.byteLength(kept) : 0;
    const opened = new AuditFile(file, path, end, size);
    if (size > end || tornBytes > 0) await opened.#fill(Math.max(0, end - 1), Math.max(size, end));
    opened.#size = Math.max(size, end);
    await opened.#grow();
    return {file: opened, last: kept.slice(kept.lastIndexOf('\n') + 1), tornBytes};
  }

  /** Bytes of lines. */
  get bytes(): number {
    return this.#end;
  }

  /**
   * Resolves when the line is on the disk, and rejects with `home_unwritable` when the file is no longer there; lines that wait together are written together. One that is `held` may wait a moment: so the
   * record of what became of a command does not stand in the way of the next command's.
   */
  append(line: string, {held = false, settled}: AppendOptions = {}): Promise<void> {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    this.#waiting.push({line, settled, done: resolve, failed: reject});
    if (!held) this.#write();
    else if (!this.#isWriting) this.#holdTimer ??= setTimeout(() => this.#write(), HOLD_MS);
    return promise;
  }

  /** It has another name now. */
  movedTo(path: string): void {
    this.#path = path;
  }

  /** Resolves when it is known of each line that is being written whether it was kept; all others wait, until `resume` or for another file. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#written;
  }

  resume(): void {
    this.#isPaused = false;
    this.#write();
  }

  /** Lines that wait for a paused file are written to this one, before all that come. */
  takeFrom(paused: AuditFile): void {
    this.#waiting = [...paused.#waiting.splice(0), ...this.#waiting];
    this.#write();
  }

  /** Waits for what was appended, and gives back the room that is left. */
  async close(): Promise<void> {
    this.resume();
    try {
      await this.#written;
      await this.#growing?.catch(() => undefined);
      await truncateFile(this.#file, this.#end);
      await syncFile(this.#file);
    } finally {
      await closeFile(this.#file);
    }
  }

  #write(): void {
    clearTimeout(this.#holdTimer);
    this.#holdTimer = undefined;
    if (!this.#isWriting && !this.#isPaused) this.#written = this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0 && !this.#isPaused) {
      // Of many that come at the same instant the first goes at once, and all others go together.
      if (this.#turn) {
        await this.#turn;
        continue;
      }
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#writeLines(batch.map(({line}) => line));
        for (const {settled, done} of batch) {
          settled?.(true);
          done();
        }
      } catch (error) {
        // What waits is bound to what could not be written.
        for (const {settled, failed} of [...batch, ...this.#waiting.splice(0)]) {
          settled?.(false);
          failed(error);
        }
      }
    }
    // In the same turn as the look at what waits: the next line begins another round.
    this.#isWriting = false;
  }

  async #writeLines(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    // Room that is being made would be written over what is longer than the room there is.
    if (this.#growing && this.#end + bytes.length > this.#size) await this.#growing;
    this.#requireThere();
    try {
      await this.#put(bytes);
    } catch (error) {
      this.#cutHalf();
      throw error;
    }
    this.#end += bytes.length;
    this.#size = Math.max(this.#size, this.#end);
    if (this.#size - this.#end >= LEAST_ROOM_BYTES) return;
    this.#growing ??= this.#grow()
      .catch(() => undefined)
      .finally(() => {
        this.#growing = null;
      });
  }

  async #put(bytes: Buffer): Promise<void> {
    if (this.#pace.takeNext() === 'handedOver') await writeAt(this.#file, bytes, this.#end);
    else {
      const begunAtMs = performance.now();
      writeAtOnce(this.#file, bytes, this.#end);
      this.#pace.took(performance.now() - begunAtMs);
      this.#turn ??= new Promise(resolve => setImmediate(resolve)).then(() => {
        this.#turn = null;
      });
    }
  }

  /** Of what could be written in part only nothing stays: a shorter line in its place would leave its end behind. Room that is being made stays. */
  #cutHalf(): void {
    if (this.#growing) return;
    try {
      ftruncateSync(this.#file, this.#end);
      this.#size = this.#end;
    } catch {
      // Whoever reads meets a torn line, and says so.
    }
  }

  /** What is written to a file that somebody has taken away, replaced or cut, nobody would find again. */
  #requireThere(): void {
    const found = statSync(this.#path, {throwIfNoEntry: false});
    if (found?.ino === this.#inode && found.dev === this.#device && found.size >= this.#end) return;
    throw new CottyError(
      'home_unwritable',
      `${this.#path} was taken away or changed while it was written.`,
      'Look into it with `cotty audit verify`; the next record begins another file.',
    );
  }

  async #grow(): Promise<void> {
    const from = Math.max(this.#size, this.#end);
    await this.#fill(from, from + ROOM_BYTES);
    this.#size = Math.max(this.#size, from + ROOM_BYTES);
  }

  async #fill(from: number, to: number): Promise<void> {
    if (to > from) await writeAt(this.#file, Buffer.alloc(to - from, LINE_FEED), from);
  }
}

async function writeAt(file: number, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const {promise, resolve, reject} = Promise.withResolvers<number>();
    write(file, bytes, at, bytes.length - at, position + at, (error, written) =>
      error ? reject(error) : resolve(written),
    );
    at += await promise;
  }
}

function writeAtOnce(file: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at);
}

async function readAll(file: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const {promise, resolve, reject} = Promise.withResolvers<number>();
    read(file, bytes, at, size - at, at, (error, count) => (error ? reject(error) : resolve(count)));
    const count = await promise;
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
