import type {Socket} from 'node:net';
import {logCursor, type TerminalNotice} from '../../../core/index.ts';
import {countLineFeeds} from '../../../log/index.ts';
import type {NoticeListener} from '../../recording/journal-position.ts';
import type {Outbox} from './outbox.ts';
import {encodeFrame} from './protocol.ts';

type OutputNotice = Extract<TerminalNotice, {type: 'output'}>;

/** Output that has not been announced yet. */
interface Held {
  readonly notice: OutputNotice;
  /** The newest bytes of it, when the client may not read them in the log. */
  readonly tail: Uint8Array;
}

/**
 * Notices on their way to one client. Events always go. Output bytes go along while they are few and the client keeps
 * up; during a flood, or when the client lags, only "there is output up to here" is sent, several in one: whoever needs the bytes
 * reads them from the log. So a flood costs the socket next to nothing and a stuck client costs the host bounded memory.
 */
export class NoticeFeed {
  readonly #socket: Socket;
  readonly #outbox: Outbox;
  readonly #held = new Map<number, Held>();
  /** Up to here what is newest is not all in the log: it had no room for something a little before. */
  readonly #tailUntil = new Map<number, number>();
  #flushTimer: NodeJS.Timeout | undefined;
  #allowance = MOST_ALLOWANCE;
  #allowanceAtMs = performance.now();

  constructor(socket: Socket, outbox: Outbox) {
    this.#socket = socket;
    this.#outbox = outbox;
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

  /** Announces what is held back, lagging client or not: what is sent next must not come before it. */
  catchUp(): void {
    for (const subscription of [...this.#held.keys()]) this.#release(subscription);
  }

  #output(subscription: number, notice: OutputNotice): void {
    if (notice.unlogged) this.#tailUntil.set(subscription, notice.offset + notice.length + TAIL_BYTES);
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
    if (this.#allowance < length || this.#outbox.outstanding > MOST_OUTSTANDING) return false;
    this.#allowance -= length;
    return true;
  }

  #hold(subscription: number, held: Held | undefined, {bytes, unlogged: _, ...notice}: OutputNotice): void {
    const offset = held?.notice.offset ?? notice.offset;
    const length = notice.offset + notice.length - offset;
    const keeps = notice.offset < (this.#tailUntil.get(subscription) ?? 0);
    const tail = keeps && bytes ? joinTail(held?.tail ?? NOTHING, bytes) : NOTHING;
    const marks = [...(held?.notice.marks ?? []), ...(notice.marks ?? [])];
    this.#held.set(subscription, {
      notice: {...notice, offset, length, bytes: null, ...(marks.length > 0 ? {marks} : {})},
      tail,
    });
    this.#flushTimer ??= setTimeout(() => this.#flush(), HOLD_MS);
  }

  /** While the client lags, what is held stays held until the socket drains. */
  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#outbox.outstanding > MOST_OUTSTANDING) return;
    this.catchUp();
  }

  #release(subscription: number): void {
    const held = this.#held.get(subscription);
    if (!held) return;
    this.#held.delete(subscription);
    const {notice, tail} = held;
    const before = notice.length - tail.length;
    if (before > 0)
      this.#send(subscription, {...notice, length: before, lines: notice.lines - countLineFeeds(tail)}, null);
    if (tail.length > 0)
      this.#send(subscription, {...notice, offset: logCursor(notice.offset + before), length: tail.length}, tail);
  }

  #send(subscription: number, notice: TerminalNotice, bytes: Uint8Array | null): void {
    const head = {type: 'notice', subscription, notice, hasBody: bytes !== null} as const;
    this.#outbox.send(encodeFrame(head, bytes ?? undefined), {mayWait: isDelivery(notice)});
    // Events alone have filled this: the client is stuck. It loses its connection, not the log.
    if (this.#outbox.outstanding > STUCK_BYTES) this.#socket.destroy();
  }
}

/** Tells a client that gave a command what it knows already. */
function isDelivery(notice: TerminalNotice): boolean {
  if (notice.type !== 'event') return false;
  const {event} = notice;
  return event.type === 'command' || (event.type === 'input' && event.kind === 'command');
}

/** The newest of `kept` and `bytes`, copied: those may be a buffer that is used again. */
function joinTail(kept: Uint8Array, bytes: Uint8Array): Uint8Array {
  const newest = bytes.subarray(-TAIL_BYTES);
  const room = TAIL_BYTES - newest.length;
  return Buffer.concat(room === 0 ? [newest] : [kept.subarray(-room), newest]);
}

const NOTHING: Uint8Array = new Uint8Array(0);
const MOST_OUTSTANDING = 256 * 1024;
/** Of events, which go along also while the client lags; one that lags so far is hung up on, and finds the rest in the log. */
const STUCK_BYTES = 8 * 1024 * 1024;
/** Bytes that may go along at once, and how fast the allowance grows again: far above what a person or an agent reads live. */
const MOST_ALLOWANCE = 1024 * 1024;
const ALLOWANCE_PER_SECOND = 8 * 1024 * 1024;
/** Longest delay of news during a flood; events are never delayed. */
const HOLD_MS = 4;
/** As much as the engine keeps of the newest output. */
const TAIL_BYTES = 64 * 1024;
