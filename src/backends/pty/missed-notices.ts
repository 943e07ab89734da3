/** What happened at a terminal while nobody heard of it, from its log. */
import {
  type EventSeq,
  eventSeq,
  type LogCursor,
  logCursor,
  type SessionLogView,
  type TerminalNotice,
} from '../../core/index.ts';
import {countLineFeeds} from '../../log/index.ts';
import type {HostNotice} from './host/host-api.ts';

/** How far a listener has heard. */
export interface Heard {
  /** Of the newest event. */
  seq: EventSeq;
  /** Of the output stream. */
  end: LogCursor;
  lines: number;
}

type OutputNotice = Extract<TerminalNotice, {type: 'output'}>;

/** Where live notices go on. */
export interface GoesOn {
  readonly nextSeq: number;
  readonly end: LogCursor;
  readonly lines: number;
}

/**
 * The notices after `heard`, as they would have come, output without its bytes. Ends where live ones go on, or with the log.
 */
export async function* missedNotices(
  log: SessionLogView,
  heard: Readonly<Heard>,
  goesOn: GoesOn | null,
): AsyncGenerator<TerminalNotice> {
  // What is told is heard at once.
  const {seq} = heard;
  let {end, lines} = heard;
  let output: OutputNotice | null = null;
  const before = eventSeq(goesOn?.nextSeq ?? Number.MAX_SAFE_INTEGER);
  for await (const event of log.events(seq)) {
    if (event.seq >= before) break;
    if (event.type === 'output') {
      const fresh = event.bytes.subarray(Math.max(0, end - event.offset));
      if (fresh.length === 0) continue;
      lines += countLineFeeds(fresh);
      output = outputTo(logCursor(event.offset + event.bytes.length), lines, output?.offset ?? end);
      end = logCursor(output.offset + output.length);
      continue;
    }
    if (output) yield output;
    output = null;
    yield {type: 'event', event};
  }
  // The log had no room for the rest, or does not hold it any more.
  if (goesOn && goesOn.end > end) output = outputTo(goesOn.end, goesOn.lines, output?.offset ?? end);
  if (output) yield output;
}

function outputTo(end: LogCursor, lines: number, offset: LogCursor): OutputNotice {
  return {type: 'output', offset, length: end - offset, lines, bytes: null};
}

/** Keeps a notice for later, and with several of output no more than that there was some. */
export function keepNotice(kept: HostNotice[], notice: HostNotice): void {
  const last = kept.at(-1);
  if (notice.type !== 'output' || notice.unlogged) kept.push(notice);
  else if (last?.type === 'output' && !last.unlogged)
    kept[kept.length - 1] = outputTo(logCursor(notice.offset + notice.length), notice.lines, last.offset);
  else kept.push({...notice, bytes: null});
}
