import {type LogCursor, logCursor} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import {readRange} from './command-output.ts';

const SLICE_BYTES = 256 * 1024;

export interface OutputFollower {
  bytes(bytes: Uint8Array, offset: LogCursor): void;
  /** Retention was faster than the follower. */
  missed?(bytes: number): void;
}

export interface OutputFollowing extends Disposable {
  /** Nothing of the stream, as far as it goes now, is still to come. Waiters of the session are woken when this becomes true. */
  readonly isCurrent: boolean;
}

/** Gives every byte of the output stream from `from` on, in order: live when it keeps up, from the log when it lags. */
export function followOutput(session: Session, from: LogCursor, follower: OutputFollower): OutputFollowing {
  let position: number = from;
  let catching = false;
  let stopped = false;
  const subscription = session.onOutput((bytes, offset, length) => {
    if (catching || stopped) return;
    if (bytes !== null && offset === position) {
      position = offset + bytes.length;
      follower.bytes(bytes, offset);
    } else if (offset + length > position) void catchUp();
  });
  const catchUp = async (): Promise<void> => {
    catching = true;
    try {
      while (!stopped && position < session.tracker.outputEnd) {
        const to = Math.min(position + SLICE_BYTES, session.tracker.outputEnd);
        const slice = await readRange(session, logCursor(position), logCursor(to));
        if (stopped) return;
        if (slice.missedBytes > 0) follower.missed?.(slice.missedBytes);
        follower.bytes(slice.bytes, logCursor(to - slice.bytes.length));
        position = to;
        session.changed();
      }
    } catch {
      // The log cannot be read: what was to come is missed, and the follower goes on with what comes next.
      follower.missed?.(Math.max(0, session.tracker.outputEnd - position));
      position = Math.max(position, session.tracker.outputEnd);
      session.changed();
    } finally {
      catching = false;
    }
  };
  if (position < session.tracker.outputEnd) void catchUp();
  return {
    get isCurrent() {
      return stopped || position >= session.tracker.outputEnd;
    },
    [Symbol.dispose]: () => {
      stopped = true;
      subscription[Symbol.dispose]();
    },
  };
}
