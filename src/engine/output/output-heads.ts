import {type LogCursor, logCursor, type SessionLogView} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';

/** Of a command with much output, this much of its beginning is kept from retention. */
const HEAD_BYTES = 64 * 1024;
/** Of this many commands. */
const HEADS_KEPT = 4;

/** The beginnings of long outputs: retention drops the oldest of the log first, and that is what they are. */
export class OutputHeads {
  readonly #log: SessionLogView;
  /** Null while it is being read. */
  readonly #heads = new Map<string, Uint8Array | null>();

  constructor(log: SessionLogView) {
    this.#log = log;
  }

  get(commandId: string): Uint8Array | undefined {
    return this.#heads.get(commandId) ?? undefined;
  }

  /** The output of the running command has come to `end`. */
  grown({commandId, outputStart}: CommandRecord, end: LogCursor): void {
    if (outputStart === null || end - outputStart < HEAD_BYTES || this.#heads.has(commandId)) return;
    this.#heads.set(commandId, null);
    const [oldest] = this.#heads.keys();
    if (this.#heads.size > HEADS_KEPT && oldest) this.#heads.delete(oldest);
    void this.#read(commandId, outputStart);
  }

  async #read(commandId: string, start: LogCursor): Promise<void> {
    const slice = await this.#log.readOutput(start, logCursor(start + HEAD_BYTES)).catch(() => null);
    if (!slice) this.#heads.delete(commandId);
    else if (this.#heads.has(commandId)) this.#heads.set(commandId, slice.bytes);
  }
}
