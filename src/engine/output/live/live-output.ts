/** A command's output while it comes, at the pace of whoever listens. */
import {type CommandId, LinkedAbort, type LogCursor, logCursor} from '../../../core/index.ts';
import type {CommandRecord} from '../../projection/command-record.ts';
import type {Session} from '../../session/session.ts';
import {commandOutput, type OutputText, outputRegion, WHOLE_BYTES} from '../command-output.ts';
import {readRange} from '../output-source.ts';
import {wholeLength} from '../whole-length.ts';

/** Tells somebody a command's output in a form of its own. A promise that is pending holds the next call back. */
export interface OutputTeller {
  /** The command was handed to the shell. */
  begin(record: CommandRecord): Promise<void>;
  /** What was printed next. A control sequence or character that is unfinished at the end comes whole later. */
  tell(record: CommandRecord, slice: OutputSlice): Promise<void>;
  /** Everything was told, or nothing yet, when the shell says no marks: then `whole` is the output, for a reader. */
  end(record: CommandRecord, whole: WholeOutput | null): Promise<void>;
}

export type WholeOutput = Pick<OutputText, 'text' | 'hidden'>;

export interface OutputSlice {
  readonly bytes: Uint8Array;
  /** Where the first of them stands in the stream. */
  readonly from: LogCursor;
  /** Bytes before these that are not in the log: retention was faster, or the disk was full. */
  readonly missedBytes: number;
  /** The command line, as the tty echoed it, stands at the beginning. */
  readonly beginsWithEcho: boolean;
}

/** Read at once. */
const SLICE_BYTES = 256 * 1024;
/** A mark for the end of a command (OSC 133 D), perhaps a shell's. What it ends, the tracker knows a moment later. */
const END_MARK = /\x1b\]133;D[^\x07\x1b]*;cotty=/g;

/**
 * Tells a command's output from its beginning until `finish` is called, the first piece (empty) as soon as it was handed to the
 * shell. Of a shell without marks nothing is told before the end: only then it is known what was echo and what is prompt.
 */
export class LiveOutput implements Disposable {
  readonly #session: Session;
  readonly #teller: OutputTeller;
  readonly #stopped: LinkedAbort;
  readonly #told: Promise<void>;
  /** Told up to here; null before the output begins. */
  #position: LogCursor | null = null;
  /** Nothing after it is told; null while the command is waited for. */
  #end: LogCursor | null = null;
  /** Where a mark stands that may end the command. */
  #mark: LogCursor | null = null;
  /** As long as the output does not go beyond this there is nothing more that can be read by itself. */
  #unfinishedAt = -1;

  constructor(session: Session, id: CommandId, teller: OutputTeller, signal: AbortSignal) {
    this.#session = session;
    this.#teller = teller;
    this.#stopped = new LinkedAbort(signal);
    this.#told = this.#tellAll(id, this.#stopped.signal);
    this.#told.catch(() => undefined);
  }

  /** Resolves when everything before `end` was told. Throws what the teller or the log throws. */
  finish(end: LogCursor): Promise<void> {
    this.#end = end;
    this.#session.waiters.wake();
    return this.#told;
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
    this.#stopped[Symbol.dispose]();
  }

  async #tellAll(id: CommandId, signal: AbortSignal): Promise<void> {
    const {waiters} = this.#session;
    const record = await waiters.until(() => this.#session.tracker.command(id), signal);
    await this.#teller.begin(record);
    for (let next: LogCursor | 'over' | undefined; next !== 'over'; ) {
      await waiters.until(() => this.#next(record), signal);
      // What has changed since it was called counts.
      next = this.#next(record);
      if (typeof next === 'number') await this.#tellUpTo(record, next);
    }
    await this.#teller.end(record, this.#position === null ? await this.#wholeOutput(record) : null);
  }

  /** How far can be told now; undefined while there is nothing to tell. */
  #next(record: CommandRecord): LogCursor | 'over' | undefined {
    const isOver = this.#end !== null;
    const region = outputRegion(record, this.#session.tracker);
    if (!isMarked(record)) {
      if (!isOver) return undefined;
      if (region.to - region.from <= WHOLE_BYTES) return 'over';
    }
    this.#position ??= region.from;
    if (!isOver && this.#mark !== null && !isKnown(record, this.#mark)) return undefined;
    const end = this.#end ?? region.to;
    const isNew = end > this.#position && (isOver || record.phase === 'ended' || end > this.#unfinishedAt);
    return isNew ? end : isOver ? 'over' : undefined;
  }

  async #tellUpTo(record: CommandRecord, end: LogCursor): Promise<void> {
    const from = this.#position ?? end;
    const to = logCursor(Math.min(end, from + SLICE_BYTES));
    const isGrowing = this.#end === null && record.phase !== 'ended';
    const slice = await readRange(this.#session, from, to);
    const start = to - slice.bytes.length;
    const bytes = isGrowing ? this.#upToMark(slice.bytes, start) : slice.bytes;
    const whole = isGrowing ? wholeLength(bytes) : bytes.length;
    this.#unfinishedAt = whole < bytes.length ? start + bytes.length : -1;
    this.#position = logCursor(start + whole);
    await this.#teller.tell(record, {
      bytes: bytes.subarray(0, whole),
      from: logCursor(start),
      missedBytes: slice.missedBytes,
      beginsWithEcho: !isMarked(record) && from === outputRegion(record, this.#session.tracker).from,
    });
  }

  /** What follows a shell's own mark is perhaps a prompt: it waits until the tracker has seen the mark. */
  #upToMark(bytes: Uint8Array, start: number): Uint8Array {
    const skipped = this.#mark === start ? 1 : 0;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + skipped, bytes.length - skipped).toString('latin1');
    for (const {index} of text.matchAll(END_MARK)) {
      const mark = logCursor(start + skipped + index);
      if (!this.#session.marks.has(mark)) continue;
      this.#mark = mark;
      return bytes.subarray(0, skipped + index);
    }
    return bytes;
  }

  async #wholeOutput(record: CommandRecord): Promise<WholeOutput> {
    const {text, hidden} = await commandOutput(this.#session, record, Number.MAX_SAFE_INTEGER);
    return {text: text === '' ? '' : `${text}\n`, hidden};
  }
}

/** The shell has said where the output begins. */
export function isMarked({outputStart, refused}: CommandRecord): boolean {
  return outputStart !== null && !refused;
}

/** The mark was found to be the end of the command, or of one line of several. */
function isKnown({phase, lines}: CommandRecord, mark: LogCursor): boolean {
  return phase !== 'running' || lines.slice(0, -1).some(line => line.outputEnd === mark);
}
