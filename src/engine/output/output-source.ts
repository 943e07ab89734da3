/** Where the output of a session is read from. */
import {type LogCursor, logCursor, type SessionLogView} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {RecentOutput} from './recent-output.ts';

export interface OutputSource {
  readonly log: SessionLogView;
  readonly recent: RecentOutput;
  readonly tracker: SessionTracker;
  /** Masks what is secret for readers; by default nothing. */
  readonly secrets?: SecretMask | null;
  /** First bytes of running commands with much output, kept from retention. */
  readonly outputBeginnings: {get(commandId: string): Uint8Array | undefined};
}

/** Bytes of the stream, from memory when they are recent. */
export async function readRange(
  source: Pick<OutputSource, 'log' | 'recent'>,
  from: LogCursor,
  to: LogCursor,
): Promise<{bytes: Uint8Array; missedBytes: number}> {
  const cut = logCursor(Math.min(to, Math.max(from, source.recent.oldest)));
  const recent = source.recent.slice(cut, to);
  if (cut === from && recent) return {bytes: recent, missedBytes: 0};
  const parts: Uint8Array[] = [];
  let missedBytes = 0;
  // A slice ends before a hole in the log; the next one says how large the hole is.
  for (let at: number = from, end = recent ? cut : to; at < end; ) {
    const slice = await source.log.readOutput(logCursor(at), end);
    if (slice.bytes.length === 0) {
      missedBytes += end - at;
      break;
    }
    missedBytes += slice.missedBytes;
    parts.push(slice.bytes);
    at = slice.from + slice.bytes.length;
  }
  if (recent?.length) parts.push(recent);
  return {bytes: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), missedBytes};
}
