import type {Socket} from 'node:net';
import type {LogCursor, TerminalNotice} from '../../../core/index.ts';
import type {NoticeListener} from './host-api.ts';
import {encodeFrame} from './protocol.ts';

type OutputNotice = Extract<TerminalNotice, {type: 'output'}>;

/**
 * Notices on their way to one client. Events always go. Output bytes go along while they are few and the client keeps
 * up; during a flood, or when the client lags, only "there is output up to here" is sent, several in one: whoever needs the bytes
 * reads them from the log. So a flood costs the socket next to nothing and a stuck client costs the host bounded memory.
 */
export class NoticeFeed {
  readonly #socket: Socket;
  readonly #held = new Map<number, OutputNotice>();
  #flushTimer: NodeJS.Timeout | undefined;
  #allowance = MOST_ALLOWANCE;
  #allowanceAtMs = performance.now();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('drain', () => this.#flush());
    socket.on('close', () => clearTimeout(this.#flushTimer));
  }

  /** A listener whose notices carry `subscription`. */
  listener(subscription: number): NoticeListener {
    return notice => {
      if (this.#socket.destroyed) return;
      if (notice.type === 'output') this.#output(subscription, notice);
      else this.#event(subscription, notice);
    };
  }

  #output(subscription: number, notice: OutputNotice): void {
    const held = this.#held.get(subscription);
    if (held || !this.#mayCarry(notice.length)) this.#hold(subscription, held, notice);
    else this.#send(subscription, {...notice, bytes: null}, notice.bytes);
  }

  #event(subscription: number, notice: TerminalNotice): void {
    this.#release(subscription);
    if (notice.type === 'event' && notice.event.type === 'input')
      this.#send(subscription, {type: 'event', event: {...notice.event, bytes: null}}, notice.event.bytes);
    else this.#send(subscription, notice, null);
  }

  #mayCarry(length: number): boolean {
    const nowMs = performance.now();
    const earned = ((nowMs - this.#allowanceAtMs) / 1000) * ALLOWANCE_PER_SECOND;
    this.#allowance = Math.min(MOST_ALLOWANCE, this.#allowance + earned);
    this.#allowanceAtMs = nowMs;
    if (this.#allowance < length || this.#socket.writableLength > MOST_OUTSTANDING) return false;
    this.#allowance -= length;
    return true;
  }

  #hold(subscription: number, held: OutputNotice | undefined, notice: OutputNotice): void {
    const offset: LogCursor = held?.offset ?? notice.offset;
    const length = notice.offset + notice.length - offset;
    this.#held.set(subscription, {type: 'output', offset, length, lines: notice.lines, bytes: null});
    this.#flushTimer ??= setTimeout(() => this.#flush(), HOLD_MS);
  }

  /** While the client lags, what is held stays held until the socket drains. */
  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#socket.writableLength > MOST_OUTSTANDING) return;
    for (const subscription of [...this.#held.keys()]) this.#release(subscription);
  }

  #release(subscription: number): void {
    const held = this.#held.get(subscription);
    if (!held) return;
    this.#held.delete(subscription);
    this.#send(subscription, held, null);
  }

  /** What one piece of output causes (itself, its marks) goes in one system call, and wakes the client once. */
  #together(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    setImmediate(() => this.#socket.uncork());
  }

  #send(subscription: number, notice: TerminalNotice, bytes: Uint8Array | null): void {
    const head = {type: 'notice', subscription, notice, hasBody: bytes !== null} as const;
    this.#together();
    this.#socket.write(encodeFrame(head, bytes ?? undefined));
    // Events alone have filled this: the client is stuck. It loses its connection, not the log.
    if (this.#socket.writableLength > STUCK_BYTES) this.#socket.destroy();
  }
}

const MOST_OUTSTANDING = 256 * 1024;
const STUCK_BYTES = 64 * 1024 * 1024;
/** Bytes that may go along at once, and how fast the allowance grows again: far above what a person or an agent reads live. */
const MOST_ALLOWANCE = 1024 * 1024;
const ALLOWANCE_PER_SECOND = 8 * 1024 * 1024;
/** Longest delay of news during a flood; events are never delayed. */
const HOLD_MS = 4;
