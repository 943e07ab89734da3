/** Reads a session's log, also while another process appends to it. Damage never throws and never becomes bytes. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {
  type EventSeq,
  eventSeq,
  type KeptTexts,
  type LogCheckpoint,
  type LogCheckpoints,
  type LogCursor,
  logCursor,
  type OpenEvent,
  type OutputSlice,
  type OutputTime,
  type SessionEvent,
  type SessionLogView,
} from '../../core/index.ts';
import {CONTEXT_BYTES, OldNonces} from '../proof/old-nonces.ts';
import type {SegmentPlace} from '../segment-state.ts';
import {type CheckpointFile, decodeCheckpoint, encodeCheckpoint, type PlacedCheckpoint} from './checkpoint-text.ts';
import {SegmentList} from './segment-list.ts';
import type {SegmentScan} from './segment-scan.ts';

/** Longest piece read without giving others a turn. */
const PIECE_BYTES = 1024 * 1024;
const EVENT_BATCH_BYTES = 256 * 1024;
/** Times that are read without giving others a turn. */
const TIME_BATCH = 4000;
/** Of an old log, as much is looked at before anything else is read: the first prompt stands there. */
const LEARN_BYTES = 64 * 1024;

export interface SessionLogReaderOptions {
  /** False: no file stays open between calls, and nobody need close the reader. */
  readonly follows?: boolean | undefined;
  /** What is kept there saves looking at what is before it. */
  readonly checkpoint?: CheckpointFile | undefined;
  /** Where screens of the past are kept. */
  readonly screens?: KeptTexts | undefined;
}

export class SessionLogReader implements SessionLogView, AsyncDisposable {
  readonly directory: string;
  readonly #segments: SegmentList;
  #hintedEnd = 0;
  /** Of segments that were written with their nonces. */
  #oldNonces: OldNonces | undefined;

  readonly checkpoints: LogCheckpoints | undefined;
  readonly screens: KeptTexts | undefined;
  /** What was found beside the log, until somebody takes it. */
  #checkpoint: PlacedCheckpoint | null = null;
  /** What {@link #behind} found last: for the same event it goes on from there. */
  #reached: {readonly seq: number; readonly segment: SegmentScan; readonly place: SegmentPlace} | null = null;

  /** Opens a log; a directory without one is an empty log that may begin later. Never throws. */
  static open(directory: string, options: SessionLogReaderOptions = {}): SessionLogReader {
    return new SessionLogReader(directory, options);
  }

  private constructor(directory: string, {follows = true, checkpoint, screens}: SessionLogReaderOptions) {
    this.directory = directory;
    this.screens = screens;
    this.#segments = new SegmentList(directory, {follows});
    this.#segments.update();
    const found = checkpoint?.read();
    const placed = found === undefined ? undefined : decodeCheckpoint(found);
    const segment = placed && this.#segments.at(placed.place.number);
    if (segment && fits(segment, placed) && segment.resume(placed.place)) this.#checkpoint = placed;
    this.#segments.last?.scan();
    this.checkpoints = checkpoint && {
      take: () => this.#takeCheckpoint(),
      keep: made => this.#keepCheckpoint(checkpoint, made),
    };
  }

  get oldest(): LogCursor {
    return logCursor(this.#segments.first?.header.offset ?? 0);
  }

  get end(): LogCursor {
    return logCursor(Math.max(this.#segments.last?.end ?? 0, this.#hintedEnd));
  }

  get nextSeq(): EventSeq {
    return eventSeq(this.#segments.last?.nextSeq ?? 1);
  }

  /** The opening event, with the terminal's size at {@link oldest}; null while the log is empty or when it is lost. */
  get opening(): OpenEvent | null {
    return this.#segments.first?.restatedOpening() ?? null;
  }

  /** Tells the reader that the stream reaches at least to `offset` by now; it looks at the files when asked for more. */
  advanceTo(offset: LogCursor): void {
    if (offset > this.#hintedEnd) this.#hintedEnd = offset;
  }

  /** Takes in what was appended (and dropped) since the last look. */
  refresh(): void {
    this.#segments.last?.scan();
    if (!this.#segments.isOutdated) return;
    this.#segments.update();
    this.#segments.last?.scan();
  }

  /** Like {@link readOutput}, at once; for slices of a few hundred kilobytes. */
  readOutputSync(from: LogCursor, to: LogCursor): OutputSlice {
    const range = this.#clamp(from, to);
    const target = new Uint8Array(Math.max(0, range.to - range.from));
    return this.#slice(from, range, target, this.#copy(target, range.from, range.to));
  }

  /**
   * Bytes `[from, to)` as far as they are stored in one piece: the slice ends early before a hole (read on from its
   * end), and begins late after one, which `missedBytes` counts.
   */
  async readOutput(from: LogCursor, to: LogCursor): Promise<OutputSlice> {
    const range = this.#clamp(from, to);
    if (range.to - range.from <= PIECE_BYTES) return this.readOutputSync(from, to);
    const target = new Uint8Array(range.to - range.from);
    let found: {from: number; length: number} | undefined;
    for (let at = range.from; at < range.to; await nextTurn()) {
      const filled = found?.length ?? 0;
      const piece = this.#copy(target.subarray(filled), at, Math.min(at + PIECE_BYTES, range.to));
      if (found !== undefined && piece?.from !== at) break;
      if (piece !== undefined) found = {from: found?.from ?? piece.from, length: filled + piece.length};
      const asked = Math.min(at + PIECE_BYTES, range.to);
      const reached: number = piece === undefined ? asked : piece.from + piece.length;
      if (piece !== undefined && reached < asked) break;
      at = reached;
    }
    return this.#slice(from, range, target, found);
  }

  /**
   * Decoded events after `after`, as far as the log is written now. Lost stretches appear as `gap` events. With `output` false,
   * long output is not even read: damage in it shows when somebody reads it.
   */
  async *events(
    after: EventSeq,
    {output = true}: {readonly output?: boolean | undefined} = {},
  ): AsyncGenerator<SessionEvent> {
    this.refresh();
    let seq = after + 1;
    let segment = this.#segments.from(candidate => candidate.header.firstSeq <= seq);
    if (segment !== undefined && after === 0) yield* beginning(segment, this.#segments.isBeginningDamaged);
    while (segment !== undefined) {
      seq = Math.max(seq, segment.header.firstSeq);
      const sure = this.#complete(segment);
      const isOld = !segment.header.isBlanked;
      const {events, next} = segment.readEvents(seq, {maxBytes: EVENT_BATCH_BYTES, output: output || isOld});
      yield* isOld ? this.#withoutNonces(events).filter(event => output || event.type !== 'output') : events;
      const more = next > seq && next < segment.nextSeq;
      seq = next;
      if (more) {
        await nextTurn();
        continue;
      }
      const following = this.#segments.after(segment);
      // The writer went on to a new segment while we read: look at the rest of this one first.
      if (following !== undefined && !sure) continue;
      if (following !== undefined && following.header.firstSeq > seq) yield lostBetween(segment, following, seq);
      segment = following;
    }
  }

  async *outputTimes(after: EventSeq): AsyncGenerator<OutputTime> {
    this.refresh();
    let seq = after + 1;
    let segment = this.#segments.from(candidate => candidate.header.firstSeq <= seq);
    while (segment !== undefined) {
      seq = Math.max(seq, segment.header.firstSeq);
      const sure = this.#complete(segment);
      const {times, next} = segment.readTimes(seq, TIME_BATCH);
      yield* times;
      const more = next > seq && next < segment.nextSeq;
      seq = next;
      if (more) {
        await nextTurn();
        continue;
      }
      const following = this.#segments.after(segment);
      if (following === undefined || sure) segment = following;
    }
  }

  /** Lets go of open files. Idempotent; the reader opens them again when used. */
  close(): void {
    this.#segments.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  #takeCheckpoint(): LogCheckpoint | null {
    const taken = this.#checkpoint;
    this.#checkpoint = null;
    return taken && {seq: taken.seq, outputEnd: taken.outputEnd, state: taken.state};
  }

  #keepCheckpoint(file: CheckpointFile, {seq, outputEnd, state}: LogCheckpoint): boolean {
    this.refresh();
    const reached = this.#behind(seq, outputEnd);
    if (!reached) return false;
    this.#reached = {seq, ...reached};
    const {number, atUs, wallUs} = reached.segment.header;
    const place = {...reached.place, number, atUs, wallUs};
    try {
      const text = encodeCheckpoint({seq: eventSeq(place.nextSeq - 1), outputEnd, state, place});
      if (text !== undefined) file.write(text);
      return text !== undefined;
    } catch {
      // A full disk, a folder that is gone: the log can do without.
      return false;
    }
  }

  /** The place behind an event, and behind as much of the output that follows it as is before `outputEnd`. */
  #behind(seq: number, outputEnd: number): {segment: SegmentScan; place: SegmentPlace} | undefined {
    const last = this.#reached?.seq === seq && this.#segments.has(this.#reached.segment) ? this.#reached : undefined;
    const segment = last?.segment ?? this.#segments.from(candidate => candidate.header.firstSeq <= seq + 1);
    if (!segment) return undefined;
    this.#complete(segment);
    const place = last?.place ?? segment.placeAfter(seq);
    return place && this.#behindOutput({segment, place}, outputEnd);
  }

  #behindOutput(from: {segment: SegmentScan; place: SegmentPlace}, outputEnd: number): typeof from {
    const {segment} = from;
    const place = segment.placeBehindOutput(from.place, outputEnd);
    const following = segment.isEnd(place) && segment.complete ? this.#segments.after(segment) : undefined;
    if (!following) return {segment, place};
    this.#complete(following);
    return this.#behindOutput({segment: following, place: following.beginning}, outputEnd);
  }

  #clamp(from: number, to: number): {from: number; to: number} {
    if (to > (this.#segments.last?.end ?? 0)) this.refresh();
    const end = this.#segments.last?.end ?? 0;
    return {from: Math.max(from, this.oldest), to: Math.min(to, end)};
  }

  #slice(
    asked: number,
    range: {from: number; to: number},
    target: Uint8Array,
    found: {from: number; length: number} | undefined,
  ): OutputSlice {
    if (found !== undefined)
      return {
        bytes: target.subarray(0, found.length),
        from: logCursor(found.from),
        missedBytes: Math.max(0, found.from - asked),
      };
    // Nothing of it is stored: all of it is gone, or it lies in the future.
    const from = Math.max(asked, Math.min(range.to, range.from < range.to ? range.to : this.oldest));
    return {bytes: new Uint8Array(0), from: logCursor(from), missedBytes: from - asked};
  }

  /** Copies the first piece without a hole in `[from, to)`, without nonces. */
  #copy(target: Uint8Array, from: number, to: number): {from: number; length: number} | undefined {
    const found = this.#copyStored(target, from, to);
    if (found === undefined || !this.#mayHoldNonces) return found;
    const nonces = this.#learnedNonces();
    const before = this.#neighbour(found.from - CONTEXT_BYTES, found.from);
    const after = this.#neighbour(found.from + found.length, found.from + found.length + CONTEXT_BYTES);
    const joined = Buffer.concat([before, target.subarray(0, found.length), after]);
    nonces.blank(joined);
    target.set(joined.subarray(before.length, before.length + found.length));
    return found;
  }

  #learnedNonces(): OldNonces {
    if (this.#oldNonces) return this.#oldNonces;
    this.#oldNonces = new OldNonces();
    const beginning = Buffer.alloc(LEARN_BYTES);
    const found = this.#copyStored(beginning, this.oldest, this.oldest + LEARN_BYTES);
    this.#oldNonces.learn(beginning.subarray(0, found?.length ?? 0));
    return this.#oldNonces;
  }

  /** Stored bytes that touch a piece: `[from, to)` as far as it is all there. */
  #neighbour(from: number, to: number): Uint8Array {
    const start = Math.max(0, from);
    const bytes = new Uint8Array(Math.max(0, to - start));
    const found = this.#copyStored(bytes, start, to);
    return found?.from === start ? bytes.subarray(0, found.length) : new Uint8Array(0);
  }

  #withoutNonces(events: readonly SessionEvent[]): readonly SessionEvent[] {
    const nonces = this.#learnedNonces();
    const outputs = events.filter(event => event.type === 'output');
    const from = outputs[0]?.offset ?? 0;
    const to = (outputs.at(-1)?.offset ?? 0) + (outputs.at(-1)?.bytes.length ?? 0);
    const before = this.#neighbour(from - CONTEXT_BYTES, from);
    const joined = Buffer.concat([before, ...outputs.map(({bytes}) => bytes), this.#neighbour(to, to + CONTEXT_BYTES)]);
    nonces.blank(joined);
    let at = before.length;
    return events.map(event => {
      if (event.type !== 'output') return nonces.blankEvent(event);
      at += event.bytes.length;
      return {...event, bytes: new Uint8Array(joined.subarray(at - event.bytes.length, at))};
    });
  }

  /** Copies the first piece without a hole in `[from, to)`, across segments, as it is stored. */
  #copyStored(target: Uint8Array, from: number, to: number): {from: number; length: number} | undefined {
    let found: {from: number; length: number} | undefined;
    let segment = from < to ? this.#segments.from(candidate => candidate.header.offset <= from) : undefined;
    for (; segment !== undefined && segment.header.offset < to; segment = this.#segments.after(segment)) {
      this.#complete(segment);
      const at: number = found === undefined ? from : found.from + found.length;
      if (at >= to) break;
      const piece = segment.end <= at ? undefined : segment.copyOutput(target.subarray(found?.length ?? 0), at, to);
      if (piece === undefined) continue;
      if (found !== undefined && piece.from !== at) break;
      found = {from: found?.from ?? piece.from, length: (found?.length ?? 0) + piece.length};
      if (piece.from + piece.length < Math.min(segment.end, to)) break;
    }
    return found;
  }

  /** Scans a segment that has a successor to its end, once. False while it may still grow. */
  #complete(segment: SegmentScan): boolean {
    const following = segment.complete ? undefined : this.#segments.after(segment);
    if (following !== undefined) {
      segment.scan(following.header);
      segment.complete = true;
    }
    return segment.complete;
  }

  /** Some of it was written before nonces were blanked: what is older is at the front. */
  get #mayHoldNonces(): boolean {
    return [this.#segments.first, this.#segments.last].some(segment => segment && !segment.header.isBlanked);
  }
}

/** The segment that it was made of, which cannot be told from its number alone: logs are deleted and copied. */
function fits({header}: SegmentScan, {place, seq}: PlacedCheckpoint): boolean {
  const {number, atUs, wallUs} = header;
  return number === place.number && atUs === place.atUs && wallUs === place.wallUs && place.nextSeq === seq + 1;
}

/** When the log's beginning is gone, the opening event takes the place of the last event that is lost. */
function* beginning(first: SegmentScan, damaged: boolean): Generator<SessionEvent> {
  const {firstSeq, offset, atUs, wallUs} = first.header;
  const time = {atMs: atUs / 1000, wallMs: Math.round(wallUs / 1000)};
  const [from, to] = [logCursor(0), logCursor(offset)];
  if (damaged && firstSeq > 2)
    yield {type: 'gap', from, to, reason: 'damaged', seq: eventSeq(1), ...time, offset: from};
  const opening = firstSeq > 1 ? first.restatedOpening() : null;
  if (opening !== null) yield {...opening, seq: eventSeq(firstSeq - 1), ...time, offset: to};
}

function lostBetween(before: SegmentScan, following: SegmentScan, seq: number): SessionEvent {
  const {offset, atUs, wallUs} = following.header;
  const from = logCursor(Math.min(before.end, offset));
  return {
    type: 'gap',
    from,
    to: logCursor(offset),
    reason: 'damaged',
    seq: eventSeq(seq),
    atMs: atUs / 1000,
    wallMs: Math.round(wallUs / 1000),
    offset: from,
  };
}
