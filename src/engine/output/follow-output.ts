import {type LogCursor, logCursor} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import {readRange} from './output-source.ts';

const SLICE_BYTES = 256 * 1024;

export interface OutputFollower {
  /** A follower that takes its time says when it is done: what is printed meanwhile waits in the log. */
  bytes(bytes: Uint8Array, offset: LogCursor): void | Promise<void>;
  /** Retention was faster than the follower. */
  missed?(bytes: number): void;
}

export interface OutputFollowing extends Disposable {
  /** The follower is done with the stream as far as it goes now. Waiters of the session are woken when this becomes true. */
  readonly isCurrent: boolean;
}

/** Gives every byte of the output stream from `from` on, in order: live when the follower keeps up, from the log when it lags. */
export function followOutput(session: Session, from: LogCursor, follower: OutputFollower): OutputFollowing {
  let position: number = from;
  let catching = false;
  let stopped = false;
  const subscription = session.notices.onOutput((bytes, offset, length) => {
    if (catching || stopped) return;
    if (bytes !== null && offset === position) {
      position = offset + bytes.length;
      const work = follower.bytes(bytes, offset);
      if (work) void catchUp(work);
    } else if (offset + length > position) void catchUp();
  });
  const catchUp = async (work?: Promise<void>): Promise<void> => {
    catching = true;
    try {
      await work;
      while (!stopped && position < session.tracker.outputEnd) {
        const to = Math.min(position + SLICE_BYTES, session.tracker.outputEnd);
        const slice = await readRange(session, logCursor(position), logCursor(to));
        if (stopped) return;
        if (slice.missedBytes > 0) follower.missed?.(slice.missedBytes);
        await follower.bytes(slice.bytes, logCursor(to - slice.bytes.length));
        position = to;
        session.waiters.wake();
      }
    } catch {
      // The log cannot be read: what was to come is missed, and the follower goes on with what comes next.
      follower.missed?.(Math.max(0, session.tracker.outputEnd - position));
      position = Math.max(position, session.tracker.outputEnd);
    } finally {
      catching = false;
      session.waiters.wake();
    }
  };
  if (position < session.tracker.outputEnd) void catchUp();
  return {
    get isCurrent() {
      return stopped || (!catching && position >= session.tracker.outputEnd);
    },
    [Symbol.dispose]: () => {
      stopped = true;
      subscription[Symbol.dispose]();
    },
  };
}
