/** A command's output as plain text while it comes, at the pace of whoever listens. */
import {type CommandId, InvisibleRevealer, type LogCursor, logCursor, type SessionId} from '../../core/index.ts';
import {OutputFolder, revealHidden, tagConcealed} from '../../screen/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {commandOutput, outputRegion, WHOLE_BYTES, withoutEcho} from './command-output.ts';
import {readRange} from './output-source.ts';
import {penAt} from './shown-text.ts';
import {wholeLength} from './whole-length.ts';

export interface OutputPiece {
  readonly commandId: CommandId;
  readonly sessionId: SessionId;
  /** Lines that are done, each with its line feed; what is last may have none. */
  readonly lines: string;
  /** What is on the way: the line in progress, or a block that is being redrawn. */
  readonly pending: string;
  /** Characters of `lines` that a person at the terminal does not see; they are told apart in it. */
  readonly hidden: number;
  /** Bytes before these lines that are not in the log: retention was faster, or the disk was full. */
  readonly missedBytes: number;
}

export type OutputListener = (piece: OutputPiece) => Promise<void>;

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
  readonly #listener: OutputListener;
  /** Made when it is known where the output begins. */
  #folder: OutputFolder | null = null;
  /** Sees all lines that are done, one after the other. */
  readonly #revealer = new InvisibleRevealer();
  #toldHidden = 0;
  readonly #stopped = new AbortController();
  readonly #told: Promise<void>;
  /** Told up to here; null before the output begins. */
  #position: LogCursor | null = null;
  /** Nothing after it is told; null while the command is waited for. */
  #end: LogCursor | null = null;
  /** Where a mark stands that may end the command. */
  #mark: LogCursor | null = null;
  /** As long as the output does not go beyond this there is nothing more that can be read by itself. */
  #unfinishedAt = -1;

  constructor(session: Session, id: CommandId, listener: OutputListener, signal: AbortSignal) {
    this.#session = session;
    this.#listener = listener;
    this.#told = this.#tellAll(id, AbortSignal.any([signal, this.#stopped.signal]));
    this.#told.catch(() => undefined);
  }

  /** Resolves when everything before `end` was told. Throws what the listener or the log throws. */
  finish(end: LogCursor): Promise<void> {
    this.#end = end;
    this.#session.changed();
    return this.#told;
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
  }

  async #tellAll(id: CommandId, signal: AbortSignal): Promise<void> {
    const {waiters} = this.#session;
    const record = await waiters.until(() => this.#session.command(id), signal);
    await this.#tell(record, {});
    for (let next: LogCursor | 'over' | undefined; next !== 'over'; ) {
      await waiters.until(() => this.#next(record), signal);
      // What has changed since it was called counts.
      next = this.#next(record);
      if (typeof next === 'number') await this.#tellUpTo(record, next);
    }
    await this.#tell(record, await this.#rest(record));
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
    this.#folder ??= new OutputFolder({columns: this.#session.tracker.cols, pen: await penAt(this.#session, from)});
    this.#folder.push(bytes.subarray(0, whole));
    const done = this.#folder.takeLines();
    const lines =
      isMarked(record) || from > outputRegion(record, this.#session.tracker).from ? done : withoutEcho(done, record);
    const pending = revealHidden(this.#folder.pending).text;
    await this.#tell(record, {...this.#shown(lines), pending, missedBytes: slice.missedBytes});
  }

  /** What follows a mark is perhaps a prompt: it waits until the tracker has seen the mark. */
  #upToMark(bytes: Uint8Array, start: number): Uint8Array {
    const skipped = this.#mark === start ? 1 : 0;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + skipped, bytes.length - skipped).toString('latin1');
    for (const {index} of text.matchAll(END_MARK)) {
      const mark = logCursor(start + skipped + index);
      if (!this.#session.isProvedMark(mark)) continue;
      this.#mark = mark;
      return bytes.subarray(0, skipped + index);
    }
    return bytes;
  }

  /** Lines for a reader. */
  #shown(lines: string, isLast = false): Pick<OutputPiece, 'lines' | 'hidden'> {
    const {text, hidden} = tagConcealed(lines);
    const shown = this.#revealer.push(text) + (isLast ? this.#revealer.end() : '');
    const invisible = this.#revealer.hidden - this.#toldHidden;
    this.#toldHidden = this.#revealer.hidden;
    return {lines: shown, hidden: hidden + invisible};
  }

  /** What is left to tell at the end: of a shell without marks, everything. */
  async #rest(record: CommandRecord): Promise<Pick<OutputPiece, 'lines' | 'hidden'>> {
    if (this.#position !== null) return this.#shown(this.#folder?.takeRest() ?? '', true);
    const {text, hidden} = await commandOutput(this.#session, record, Number.MAX_SAFE_INTEGER);
    return {lines: text === '' ? '' : `${text}\n`, hidden};
  }

  #tell({commandId}: CommandRecord, said: Partial<OutputPiece>): Promise<void> {
    return this.#listener({
      commandId,
      sessionId: this.#session.id,
      lines: '',
      pending: '',
      hidden: 0,
      missedBytes: 0,
      ...said,
    });
  }
}

/** The shell has said where the output begins. */
function isMarked({outputStart, refused}: CommandRecord): boolean {
  return outputStart !== null && !refused;
}

/** The mark was found to be the end of the command, or of one line of several. */
function isKnown({phase, lines}: CommandRecord, mark: LogCursor): boolean {
  return phase !== 'running' || lines.slice(0, -1).some(line => line.outputEnd === mark);
}
