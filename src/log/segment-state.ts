/** What is known after each record of a segment: sequence, stream offset, time. The one place where these rules live. */
import {eventSeq, logCursor, type OpenEvent, type SessionEvent} from '../core/index.ts';
import {decodeEvent} from './codec/event-codec.ts';
import {decodeJsonEvent} from './codec/json-payload.ts';
import {RECORD_TYPES, STATE_RECORD, TIME_RECORD} from './codec/record-types.ts';
import type {LogRecord} from './format/record-cursor.ts';
import {FIRST_INTERNAL_TYPE, FLAG_OWN_OFFSET, OWN_OFFSET_BYTES} from './format/record-header.ts';
import type {SegmentHeader} from './format/segment-header.ts';

/** A place in a segment from which reading can begin. */
export interface SegmentPlace {
  /** File position of the next record. */
  readonly position: number;
  readonly nextSeq: number;
  readonly offset: number;
  readonly driftUs: number;
  /** The record before; null at the beginning of a segment. */
  readonly previous: Pick<LogRecord, 'position' | 'checksum'> | null;
}

export class SegmentState {
  readonly #header: SegmentHeader;
  /** Sequence number the next event gets. */
  nextSeq: number;
  /** End of the output stream so far. */
  offset: number;
  /** Time of the last record, in µs on the log's line. */
  atUs: number;
  #driftUs: number;
  /** The opening event with the size the terminal has now; null until met. */
  opening: OpenEvent | null = null;

  constructor(header: SegmentHeader, from?: Omit<SegmentPlace, 'previous'>) {
    this.#header = header;
    this.nextSeq = from?.nextSeq ?? header.firstSeq;
    this.offset = from?.offset ?? header.offset;
    this.atUs = header.atUs;
    this.#driftUs = from?.driftUs ?? header.wallUs - header.atUs;
  }

  get wallUs(): number {
    return this.atUs + this.#driftUs;
  }

  get driftUs(): number {
    return this.#driftUs;
  }

  /** Moves past a record. Says whether it was output, a gap, another event or the log's own. */
  pass(record: LogRecord): 'output' | 'gap' | 'event' | 'internal' {
    this.atUs = this.#header.atUs + record.sinceSegmentUs;
    if (record.type >= FIRST_INTERNAL_TYPE) {
      if (record.type === TIME_RECORD && record.payload.length >= 8)
        this.#driftUs = Number(record.payload.readBigUInt64LE(0)) - this.atUs;
      else if (record.type === STATE_RECORD) this.#meetOpening(record.payload);
      return 'internal';
    }
    this.nextSeq++;
    switch (record.type) {
      case RECORD_TYPES.output:
        this.offset += record.payloadBytes;
        return 'output';
      case RECORD_TYPES.gap:
        this.#passGap(record.payload);
        return 'gap';
      case RECORD_TYPES.open:
        this.#meetOpening(record.payload);
        return 'event';
      case RECORD_TYPES.resize:
        this.#meetResize(record.payload);
        return 'event';
      default:
        return 'event';
    }
  }

  /** The event of the record that {@link pass} is about to pass; undefined when this version cannot tell it. */
  eventOf(record: LogRecord): SessionEvent | undefined {
    const own = (record.flags & FLAG_OWN_OFFSET) !== 0;
    if (own && record.payload.length < OWN_OFFSET_BYTES) return undefined;
    const payload = own ? record.payload.subarray(OWN_OFFSET_BYTES) : record.payload;
    const body = decodeEvent(record.type, payload, record.flags);
    if (body === undefined) return undefined;
    const atUs = this.#header.atUs + record.sinceSegmentUs;
    return {
      ...body,
      seq: eventSeq(this.nextSeq),
      atMs: atUs / 1000,
      wallMs: Math.round((atUs + this.#driftUs) / 1000),
      offset: logCursor(own ? Number(record.payload.readBigUInt64LE(0)) : this.offset),
    };
  }

  /** A gap that begins where the stream stands moves the stream; a retention gap lies behind. */
  #passGap(payload: Buffer): void {
    const gap = decodeJsonEvent('gap', payload);
    if (gap?.type === 'gap' && gap.reason !== 'retention' && gap.from === this.offset) this.offset = gap.to;
  }

  #meetOpening(payload: Buffer): void {
    const open = decodeJsonEvent('open', payload);
    if (open?.type === 'open') this.opening = open;
  }

  #meetResize(payload: Buffer): void {
    const resize = decodeJsonEvent('resize', payload);
    if (resize?.type === 'resize' && this.opening !== null)
      this.opening = {...this.opening, cols: resize.cols, rows: resize.rows};
  }
}
