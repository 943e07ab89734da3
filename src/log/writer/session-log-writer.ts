/** The one writer of a session's log. Everything is synchronous: what `append` returns is in the file. */
import {mkdirSync} from 'node:fs';
import {
  type Clock,
  CottyError,
  type EventOf,
  type EventStamp,
  eventSeq,
  type GapEvent,
  isCottyError,
  type LogCursor,
  logCursor,
  type OpenEvent,
  type SessionEvent,
  type SessionEventBody,
  systemClock,
} from '../../core/index.ts';
import {encodeEvent} from '../codec/event-codec.ts';
import {encodeJsonEvent} from '../codec/json-payload.ts';
import {RECORD_TYPES, STATE_RECORD, TIME_RECORD} from '../codec/record-types.ts';
import {FLAG_OWN_OFFSET, MAX_PAYLOAD_BYTES, OWN_OFFSET_BYTES, RECORD_HEADER_BYTES} from '../format/record-header.ts';
import {countLineFeeds} from '../line-feeds.ts';
import {type RecoveredLog, recoverLog} from './recover.ts';
import {SegmentAppender} from './segment-appender.ts';
import {SegmentChain} from './segment-chain.ts';
import {TimeLine} from './time-line.ts';
import {writeFailure} from './write-failure.ts';

export interface SessionLogWriterOptions {
  readonly clock?: Clock | undefined;
  /** A new segment is begun before one grows past this. Default 8 MiB; at most a quarter of `maxBytes`. */
  readonly segmentBytes?: number | undefined;
  /** Oldest whole segments are dropped before the log grows past this. Default 512 MiB. */
  readonly maxBytes?: number | undefined;
  /** No nonce is among what will be appended: readers need not look for any. Holds for segments begun from now on. */
  readonly isBlanked?: boolean | undefined;
  /** Hears of the events that the writer itself appends (gaps), before the event that made them necessary returns. */
  readonly onOwnEvent?: ((event: SessionEvent) => void) | undefined;
}

export class SessionLogWriter implements Disposable {
  readonly directory: string;
  readonly #options: SessionLogWriterOptions;
  readonly #time: TimeLine;
  readonly #chain: SegmentChain;
  #opening: OpenEvent | null;
  #nextSeq: number;
  #outputEnd: number;
  #lines: number;
  /** Output that could not be stored and is not declared yet. */
  #skipped: {from: number; lines: number; reason: GapEvent['reason']} | null = null;
  /** End of the dropped part of the stream that is not declared yet. */
  #droppedTo: number | null = null;
  #closed = false;

  /**
   * Opens or creates the log in `directory`. A torn tail is cut off; damage elsewhere is left alone and a new segment
   * begun. Throws `disk_full` or `home_unwritable`.
   */
  static open(directory: string, options: SessionLogWriterOptions = {}): SessionLogWriter {
    try {
      mkdirSync(directory, {recursive: true, mode: 0o700});
      return new SessionLogWriter(directory, options, recoverLog(directory));
    } catch (error) {
      throw writeFailure(error, directory);
    }
  }

  private constructor(directory: string, options: SessionLogWriterOptions, found: RecoveredLog | undefined) {
    this.directory = directory;
    this.#options = options;
    this.#time = new TimeLine(options.clock ?? systemClock, found?.lastAtUs, found?.lastWallUs);
    // What may be lost in damage counts as used, so that no cursor or sequence number ever names two things.
    const lostBytes = found?.damagedBytes ?? 0;
    this.#nextSeq = (found?.nextSeq ?? 1) + Math.ceil(lostBytes / RECORD_HEADER_BYTES);
    this.#outputEnd = (found?.outputEnd ?? 0) + lostBytes;
    this.#lines = found?.lines ?? 0;
    this.#opening = found?.opening ?? null;
    const present = found?.segments ?? [];
    const resumes = found !== undefined && lostBytes === 0;
    const current = resumes
      ? SegmentAppender.resume(directory, found.header, found.position)
      : this.#beginSegment((present.at(-1)?.number ?? 0) + 1);
    this.#chain = new SegmentChain(directory, options, current, present);
  }

  /** End of the output stream: the offset the next output byte gets. */
  get outputEnd(): LogCursor {
    return logCursor(this.#outputEnd);
  }

  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Line feeds in the output stream so far. */
  get lines(): number {
    return this.#lines;
  }

  /**
   * Appends one event. `offset` places an event found *in* the output (a mark, a mode) at its own stream offset; by
   * default it stands at the end of the stream. Throws `disk_full`, `home_unwritable` or `too_large`; the log is then
   * as it was before the call.
   */
  append(body: SessionEventBody, offset?: LogCursor): SessionEvent {
    return body.type === 'output' ? this.appendOutput(body.bytes) : this.appendEvent(body, offset);
  }

  /** The same for anything but output. */
  appendEvent<Body extends Exclude<SessionEventBody, {type: 'output'}>>(
    body: Body,
    offset?: LogCursor,
  ): Body & EventStamp {
    const {recordType, flags, payload} = encodeEvent(body);
    const atUs = this.#prepare(payload.length);
    const own = offset !== undefined && offset !== this.#outputEnd;
    this.#write(
      recordType,
      own ? flags | FLAG_OWN_OFFSET : flags,
      atUs,
      own ? withOwnOffset(offset, payload) : payload,
    );
    const {seq, atMs, wallMs, offset: place} = this.#stamp(atUs, offset ?? this.#outputEnd);
    this.#follow(body);
    // Name by name, which takes a fraction of the time that spreading a second object does.
    return {...body, seq, atMs, wallMs, offset: place};
  }

  /** Appends output. `lines` is the number of line feeds in `bytes` when the caller knows it already. */
  appendOutput(bytes: Uint8Array, lines = countLineFeeds(bytes)): EventOf<'output'> {
    const atUs = this.#prepare(bytes.length);
    this.#write(RECORD_TYPES.output, 0, atUs, bytes);
    const {seq, atMs, wallMs, offset} = this.#stamp(atUs, this.#outputEnd);
    this.#outputEnd += bytes.length;
    this.#lines += lines;
    return {type: 'output', bytes, seq, atMs, wallMs, offset};
  }

  /**
   * Runs `task`, whose appends go into the file with one call to the system instead of one each: all of them or, when that
   * fails, none, and the log is as it was. `bytes` is at least what they take; without room for it they go one by one.
   * Payloads must stay unchanged until this returns. Throws as {@link append} does, or what `task` throws.
   */
  together<T>(bytes: number, task: () => T): T {
    if (this.#closed || this.#skipped !== null || this.#droppedTo !== null || !this.#chain.hasRoom(bytes))
      return task();
    const [nextSeq, outputEnd, lines, opening] = [this.#nextSeq, this.#outputEnd, this.#lines, this.#opening];
    this.#chain.hold();
    try {
      const result = task();
      this.#chain.release();
      return result;
    } catch (error) {
      this.#chain.discard();
      [this.#nextSeq, this.#outputEnd, this.#lines, this.#opening] = [nextSeq, outputEnd, lines, opening];
      throw isCottyError(error) ? error : writeFailure(error, this.directory);
    }
  }

  /** Moves the stream past output that could not be stored; the next append that succeeds declares the gap first. */
  skipOutput(byteLength: number, lines: number, reason: 'disk_full' | 'disconnected' = 'disk_full'): void {
    this.#skipped ??= {from: this.#outputEnd, lines: 0, reason};
    this.#skipped.lines += lines;
    this.#outputEnd += byteLength;
    this.#lines += lines;
  }

  /**
   * Says now that output is missing at the end of the stream, because nobody wrote while the terminal was not connected; of zero bytes
   * where nobody can tell how many. Throws as {@link append} does; the gap is then declared later.
   */
  declareMissing(byteLength: number, lines: number): void {
    this.skipOutput(byteLength, lines, 'disconnected');
    this.#prepare(0);
  }

  /** Declares what is still undeclared, as far as the disk allows, and lets go of the file. Idempotent. */
  close(): void {
    if (this.#closed) return;
    try {
      this.#declareGaps();
    } catch {
      // The disk is still full: a reader sees the log end where storing ended.
    }
    this.#closed = true;
    this.#chain.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Puts in place everything that must stand before an event of this size; returns the event's time. */
  #prepare(payloadBytes: number): number {
    if (this.#closed)
      throw new CottyError('session_closed', 'This session log is closed.', 'Open the log again to append to it.');
    if (payloadBytes > MAX_PAYLOAD_BYTES - OWN_OFFSET_BYTES)
      throw new CottyError(
        'too_large',
        'One log record holds less than 16 MiB.',
        'Append the bytes in smaller pieces.',
      );
    this.#makeRoom(RECORD_HEADER_BYTES + payloadBytes);
    this.#declareGaps();
    const atUs = this.#time.now();
    const jumpedTo = this.#time.jumpedTo(atUs);
    if (jumpedTo !== undefined) {
      this.#write(TIME_RECORD, 0, atUs, uint64(jumpedTo));
      this.#time.stamp(atUs, jumpedTo);
    }
    return atUs;
  }

  #makeRoom(bytes: number): void {
    try {
      if (!this.#chain.fits(bytes)) this.#chain.advance(this.#beginSegment(this.#chain.number + 1));
      this.#droppedTo = this.#chain.dropOldest(bytes) ?? this.#droppedTo;
    } catch (error) {
      throw writeFailure(error, this.directory);
    }
  }

  /** Creates a segment file that begins where the stored log ends. */
  #beginSegment(number: number): SegmentAppender {
    const atUs = this.#time.now();
    const wallUs = this.#time.jumpedTo(atUs) ?? this.#time.wallAt(atUs);
    this.#time.stamp(atUs, wallUs);
    const offset = this.#skipped?.from ?? this.#outputEnd;
    const lines = this.#lines - (this.#skipped?.lines ?? 0);
    const isBlanked = this.#options.isBlanked ?? false;
    const header = {number, firstSeq: this.#nextSeq, offset, lines, atUs, wallUs, isBlanked};
    const state = this.#opening === null ? undefined : {type: STATE_RECORD, payload: encodeJsonEvent(this.#opening)};
    return SegmentAppender.create(this.directory, header, state);
  }

  #declareGaps(): void {
    if (this.#skipped !== null) {
      const {from, lines, reason} = this.#skipped;
      const event = this.#appendGap({type: 'gap', from: logCursor(from), to: this.outputEnd, reason}, from, lines);
      this.#skipped = null;
      this.#options.onOwnEvent?.(event);
    }
    if (this.#droppedTo !== null) {
      const to = logCursor(this.#droppedTo);
      const event = this.#appendGap({type: 'gap', from: logCursor(0), to, reason: 'retention'}, this.#outputEnd, 0);
      this.#droppedTo = null;
      this.#options.onOwnEvent?.(event);
    }
  }

  #appendGap(gap: GapEvent, offset: number, lines: number): SessionEvent {
    const atUs = this.#time.now();
    const payload = Buffer.from(JSON.stringify({from: gap.from, to: gap.to, reason: gap.reason, lines}), 'utf8');
    this.#write(RECORD_TYPES.gap, 0, atUs, payload);
    return {...gap, ...this.#stamp(atUs, offset)};
  }

  #write(type: number, flags: number, atUs: number, payload: Uint8Array): void {
    try {
      this.#chain.write(type, flags, atUs, payload);
    } catch (error) {
      throw writeFailure(error, this.directory);
    }
  }

  /** Takes the next sequence number; only after the record is in the file. */
  #stamp(atUs: number, offset: number): EventStamp {
    const wallMs = Math.round(this.#time.wallAt(atUs) / 1000);
    return {seq: eventSeq(this.#nextSeq++), atMs: atUs / 1000, wallMs, offset: logCursor(offset)};
  }

  /** Keeps what later segments restate, and moves the stream past gaps that the caller declares. */
  #follow(body: SessionEventBody): void {
    if (body.type === 'open') this.#opening = body;
    else if (body.type === 'resize' && this.#opening !== null)
      this.#opening = {...this.#opening, cols: body.cols, rows: body.rows};
    else if (body.type === 'gap' && body.reason !== 'retention' && body.from === this.#outputEnd)
      this.#outputEnd = body.to;
  }
}

function withOwnOffset(offset: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(OWN_OFFSET_BYTES + payload.length);
  writeUint64(bytes, offset);
  bytes.set(payload, OWN_OFFSET_BYTES);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  writeUint64(bytes, value);
  return bytes;
}

/** In two halves, which is quicker than by way of a BigInt. */
function writeUint64(bytes: Buffer, value: number): void {
  bytes.writeUInt32LE(value % HALF, 0);
  bytes.writeUInt32LE(Math.floor(value / HALF), 4);
}

const HALF = 2 ** 32;
