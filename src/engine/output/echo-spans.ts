/** Where past output is the echo of lines that somebody typed, as far as the tracker remembers. */
import {type LogCursor, logCursor} from '../../core/index.ts';
import {MOST_KEPT} from '../projection/command-history.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

export interface Piece {
  readonly bytes: Uint8Array;
  readonly offset: LogCursor;
  /** They echo what was typed at a prompt. */
  readonly echo: boolean;
}

/** Cuts bytes of the stream where an echo begins or ends. */
export function piecesByEcho(tracker: SessionTracker, bytes: Uint8Array, offset: LogCursor): readonly Piece[] {
  const end = offset + bytes.length;
  const pieces: Piece[] = [];
  let at: number = offset;
  const cut = (to: number, echo: boolean) => {
    const until = Math.min(Math.max(to, at), end);
    if (until > at) pieces.push({bytes: bytes.subarray(at - offset, until - offset), offset: logCursor(at), echo});
    at = until;
  };
  for (const span of echoSpans(tracker)) {
    if (span.to <= at) continue;
    if (span.from >= end) break;
    cut(span.from, false);
    cut(span.to, true);
  }
  cut(end, false);
  return pieces;
}

/** True when a command's output goes on at that place, and when nobody remembers what was there. */
export function isCommandOutput(tracker: SessionTracker, at: LogCursor): boolean {
  const records = tracker.recentCommands(Number.POSITIVE_INFINITY).filter(record => !record.nested);
  const before = records.find(record => record.submittedAt <= at);
  if (!before) return records.length === 0 || records.length >= MOST_KEPT;
  return (
    before.outputStart !== null && before.outputStart <= at && (before.outputEnd === null || at < before.outputEnd)
  );
}

interface Span {
  readonly from: LogCursor;
  readonly to: LogCursor;
}

/** Oldest first. Where a line was typed by hand nobody knows when that began: all since the command before counts. */
function echoSpans(tracker: SessionTracker): readonly Span[] {
  const spans: Span[] = [];
  let ended = logCursor(0);
  for (const record of tracker.recentCommands(Number.POSITIVE_INFINITY).toReversed()) {
    if (record.nested) continue;
    const to = record.outputStart ?? tracker.outputEnd;
    spans.push({from: isTyped(record) ? ended : record.submittedAt, to});
    ended = record.outputEnd ?? to;
  }
  if (tracker.isTypedOn && !tracker.current) spans.push({from: ended, to: tracker.outputEnd});
  return spans;
}
