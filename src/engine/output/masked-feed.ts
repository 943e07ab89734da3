import {type LogCursor, logCursor} from '../../core/index.ts';
import {CONTEXT_AFTER, MaskedStream, type SecretMask} from '../../guard/index.ts';
import type {Session} from '../session/session.ts';
import {followOutput, type OutputFollowing} from './follow-output.ts';
import {bytesBefore} from './masked-log.ts';
import {readRange} from './output-source.ts';

export interface MaskedFollower {
  bytes(bytes: Uint8Array): void;
  /** Retention was faster. */
  missed(bytes: number): void;
}

/** The output of a session as it goes on, without its secrets: however many look on, it is read and masked once. */
export class MaskedFeed {
  static readonly #feeds = new WeakMap<Session, MaskedFeed>();
  readonly #session: Session;
  readonly #secrets: SecretMask;
  readonly #listeners = new Set<Listener>();
  #begun: Promise<Begun> | null = null;

  /** The one feed of a session. */
  static of(session: Session, secrets: SecretMask): MaskedFeed {
    const feed = MaskedFeed.#feeds.get(session) ?? new MaskedFeed(session, secrets);
    MaskedFeed.#feeds.set(session, feed);
    return feed;
  }

  private constructor(session: Session, secrets: SecretMask) {
    this.#session = session;
    this.#secrets = secrets;
  }

  /** As `followOutput`. What may be the beginning of a secret comes when it is known to be none, at the latest with the end of the session. */
  async follow(from: LogCursor, follower: MaskedFollower): Promise<OutputFollowing> {
    const listener = new Listener(from, follower);
    this.#listeners.add(listener);
    const leave = (): void => {
      listener.stop();
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
    try {
      this.#begun ??= this.#begin(from);
      const begun = await this.#begun;
      if (from < begun.toldTo) await this.#tellPast(listener, from, begun.toldTo);
      listener.goLive();
      return {
        get isCurrent() {
          return begun.following.isCurrent;
        },
        [Symbol.dispose]: leave,
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #begin(from: LogCursor): Promise<Begun> {
    const stream = new MaskedStream(this.#secrets, await bytesBefore(this.#session.log, from));
    let toldTo: number = from;
    const tell = (bytes: Uint8Array): void => {
      if (bytes.length === 0) return;
      const at = toldTo;
      toldTo += bytes.length;
      for (const listener of this.#listeners) listener.hear(bytes, at);
    };
    const following = followOutput(this.#session, from, {
      bytes: bytes => tell(stream.push(bytes)),
      missed: bytes => {
        tell(stream.skip());
        toldTo += bytes;
        for (const listener of this.#listeners) listener.miss(bytes, toldTo);
      },
    });
    const closed = this.#session.waiters.add(() => {
      if (this.#session.isClosed && following.isCurrent) tell(stream.end());
    });
    return {
      following,
      closed,
      get toldTo() {
        return logCursor(toldTo);
      },
    };
  }

  /** For one who comes to a feed that is further on. */
  async #tellPast(listener: Listener, from: LogCursor, to: LogCursor): Promise<void> {
    const session = this.#session;
    const before = await bytesBefore(session.log, from);
    const behind = logCursor(Math.min(session.tracker.outputEnd, to + CONTEXT_AFTER));
    const {bytes, missedBytes} = await readRange(session, from, to);
    const after = await readRange(session, to, behind);
    const window = Buffer.concat([before, bytes, after.bytes]);
    listener.catchUp(this.#secrets.maskBytes(window, before.length, before.length + bytes.length), missedBytes, to);
  }

  #end(): void {
    const begun = this.#begun;
    this.#begun = null;
    // One that could not begin has nothing to give back.
    begun?.then(
      ({following, closed}) => {
        following[Symbol.dispose]();
        closed[Symbol.dispose]();
      },
      () => undefined,
    );
  }
}

interface Begun {
  readonly following: OutputFollowing;
  readonly closed: Disposable;
  /** Everything before this was told. */
  readonly toldTo: LogCursor;
}

/** One who looks on. What comes while it is told what was before waits. */
class Listener {
  readonly #follower: MaskedFollower;
  #at: number;
  #waiting: (() => void)[] | null = [];
  #isOver = false;

  constructor(from: LogCursor, follower: MaskedFollower) {
    this.#at = from;
    this.#follower = follower;
  }

  hear(bytes: Uint8Array, offset: number): void {
    this.#inTurn(() => {
      const news = bytes.subarray(Math.max(0, this.#at - offset));
      this.#at = Math.max(this.#at, offset + bytes.length);
      if (news.length > 0) this.#follower.bytes(news);
    });
  }

  miss(bytes: number, upTo: number): void {
    this.#inTurn(() => {
      if (upTo <= this.#at) return;
      this.#at = upTo;
      this.#follower.missed(bytes);
    });
  }

  catchUp(bytes: Uint8Array, missedBytes: number, to: LogCursor): void {
    if (this.#isOver) return;
    if (missedBytes > 0) this.#follower.missed(missedBytes);
    if (bytes.length > 0) this.#follower.bytes(bytes);
    this.#at = to;
  }

  goLive(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const tell of waiting) tell();
  }

  stop(): void {
    this.#isOver = true;
    this.#waiting = null;
  }

  #inTurn(tell: () => void): void {
    if (this.#isOver) return;
    if (this.#waiting) this.#waiting.push(tell);
    else tell();
  }
}
