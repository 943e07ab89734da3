import {type Clock, eventSeq, isCottyError, type LogCursor, type SessionEvent} from '../../core/index.ts';
import {countLineFeeds, SessionLogWriter} from '../../log/index.ts';
import type {LogPosition} from './journal-position.ts';
import type {LoggedBody} from './record-room.ts';

export interface JournalLogOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly segmentBytes: number | undefined;
  readonly maxBytes: number | undefined;
  /** Hears of the gaps that the log itself declares. */
  readonly onOwnEvent: (event: LoggedEvent) => void;
}

export type LoggedEvent = Exclude<SessionEvent, {type: 'output'}>;

/**
 * The log of a session that goes on when its disk is full: an event gets its place and its time all the same, is stored as soon as the
 * disk takes it, and output that found no room is declared as a gap.
 */
export class JournalLog {
  readonly #writer: SessionLogWriter;
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  /** Events that only the live listeners have got, because the disk is full. */
  readonly #unstored: {readonly body: LoggedBody; readonly offset: LogCursor}[] = [];

  constructor({directory, clock, segmentBytes, maxBytes, onOwnEvent}: JournalLogOptions) {
    this.#clock = clock;
    this.#startedAtMs = clock.monotonicMs();
    this.#writer = SessionLogWriter.open(directory, {
      clock,
      segmentBytes,
      maxBytes,
      isBlanked: true,
      onOwnEvent: event => {
        if (event.type !== 'output') onOwnEvent(event);
      },
    });
  }

  get position(): LogPosition {
    const {outputEnd, nextSeq, lines} = this.#writer;
    return {end: outputEnd, nextSeq, lines};
  }

  get outputEnd(): LogCursor {
    return this.#writer.outputEnd;
  }

  /** Line feeds in the output stream so far. */
  get lines(): number {
    return this.#writer.lines;
  }

  /** Stores in one write what `task` stores. False when the disk does not take that: nothing is stored, and `task` may be run again alone. */
  together(bytes: number, task: () => void): boolean {
    try {
      if (this.#unstored.length > 0) task();
      else this.#writer.together(bytes, task);
      return true;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      return false;
    }
  }

  /** False when the log has no room for them. */
  storeOutput(bytes: Uint8Array): boolean {
    try {
      this.#storeUnstored();
      this.#writer.appendOutput(bytes);
      return true;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      this.#writer.skipOutput(bytes.length, countLineFeeds(bytes));
      return false;
    }
  }

  store(body: LoggedBody, offset = this.#writer.outputEnd): LoggedEvent {
    try {
      this.#storeUnstored();
      return this.#writer.appendEvent(body, offset);
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      const seq = eventSeq(this.#writer.nextSeq + this.#unstored.length);
      if (this.#unstored.length < MOST_UNSTORED) this.#unstored.push({body, offset});
      return {...body, seq, atMs: this.#clock.monotonicMs() - this.#startedAtMs, wallMs: this.#clock.wallMs(), offset};
    }
  }

  /** As the writer's own; where the log has no room, the gap is declared as soon as it has. */
  declareMissing(byteLength: number, lines: number): void {
    try {
      this.#storeUnstored();
      this.#writer.declareMissing(byteLength, lines);
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
    }
  }

  close(): void {
    this.#writer.close();
  }

  #storeUnstored(): void {
    for (let first = this.#unstored[0]; first; first = this.#unstored[0]) {
      this.#writer.appendEvent(first.body, first.offset);
      this.#unstored.shift();
    }
  }
}

const MOST_UNSTORED = 10_000;

/** The session goes on without its log: whoever listens still gets everything, and the log declares what it missed. */
function isStorageFailure(error: unknown): boolean {
  return isCottyError(error, 'disk_full') || isCottyError(error, 'home_unwritable');
}
