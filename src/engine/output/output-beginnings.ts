import {type LogCursor, logCursor, type SessionLogView} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';

/** This much of the beginning of a long output is kept. */
const BEGINNING_BYTES = 64 * 1024;
/** The beginnings of this many commands are kept, the newest ones. */
const BEGINNINGS_KEPT = 4;

/** The beginnings of long outputs, kept in memory because retention drops the oldest part of the log first. */
export class OutputBeginnings {
  readonly #log: SessionLogView;
  /** By command id; null while it is being read from the log. */
  readonly #beginnings = new Map<string, Uint8Array | null>();

  constructor(log: SessionLogView) {
    this.#log = log;
  }

  get(commandId: string): Uint8Array | undefined {
    return this.#beginnings.get(commandId) ?? undefined;
  }

  /** The output of the running command has come to `end`. */
  grown({commandId, outputStart}: CommandRecord, end: LogCursor): void {
    if (outputStart === null || end - outputStart < BEGINNING_BYTES || this.#beginnings.has(commandId)) return;
    this.#beginnings.set(commandId, null);
    const [oldest] = this.#beginnings.keys();
    if (this.#beginnings.size > BEGINNINGS_KEPT && oldest) this.#beginnings.delete(oldest);
    void this.#read(commandId, outputStart);
  }

  async #read(commandId: string, start: LogCursor): Promise<void> {
    const slice = await this.#log.readOutput(start, logCursor(start + BEGINNING_BYTES)).catch(() => null);
    if (!slice) this.#beginnings.delete(commandId);
    else if (this.#beginnings.has(commandId)) this.#beginnings.set(commandId, slice.bytes);
  }
}
