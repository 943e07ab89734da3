import {type RequestId, responseId} from '../wire/response-id.ts';

/**
 * The opening of a 2025-era connection (`initialize`, then `notifications/initialized`), remembered so that a new
 * server can be brought to the same point without the client noticing. The 2026-07-28 era has no opening: every
 * request carries all the server needs. https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export class Handshake {
  #initialize: {readonly id: RequestId; readonly bytes: Buffer} | undefined;
  #answered = false;
  #replays = 0;
  #replayId: string | undefined;

  begin(id: RequestId, bytes: Buffer): void {
    this.#initialize = {id, bytes};
    this.#answered = false;
  }

  /** Told of every id that was answered. */
  answered(id: RequestId): void {
    if (this.#initialize?.id === id) this.#answered = true;
  }

  /** The line to send first to a new server; undefined when there is nothing to repeat. */
  replay(): string | undefined {
    if (!this.#initialize || !this.#answered) return undefined;
    const message: unknown = JSON.parse(this.#initialize.bytes.toString('utf8'));
    if (typeof message !== 'object' || message === null) return undefined;
    this.#replays += 1;
    this.#replayId = `cotty-bridge-replay-${this.#replays}`;
    return `${JSON.stringify({...message, id: this.#replayId})}\n`;
  }

  /** True when the line answers our own replay: it is not for the client. */
  isReplayAnswer(line: Buffer): boolean {
    return this.#replayId !== undefined && responseId(line) === this.#replayId;
  }
}

/** What the client says after `initialize` was answered. */
export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
