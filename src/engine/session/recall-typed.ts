import {eventSeq, type LogCursor} from '../../core/index.ts';
import type {SeenLine} from '../write/typed-text.ts';
import {lastLine} from './last-line.ts';
import type {Session} from './session.ts';

/** Who types more without an Enter types no line. */
const MOST_WRITES = 4096;
const LINE_FEED = 10;

/** Tells the gate of a session that another server has followed what was typed by then, as far as it matters still. */
export async function recallTyped({tracker, log, gate, recent}: Session): Promise<void> {
  const {typedInto, lineFrom, cols, lines, outputEnd} = tracker;
  gate.typedLines = Number(typedInto);
  if (lineFrom === null) return;
  const seenAt = (offset: LogCursor): SeenLine => ({
    row: () => lastLine({recent, tracker: {cols, outputEnd: offset}}, log.oldest),
    lines: () => lines - countLines(recent.slice(offset, outputEnd)),
  });
  let writes = 0;
  for await (const event of log.events(eventSeq(lineFrom - 1), {output: false})) {
    if (event.type !== 'input' || event.by.type === 'emulator' || !event.bytes) continue;
    if (++writes > MOST_WRITES) return;
    gate.recall(event.by, event.bytes, seenAt(event.offset));
  }
}

function countLines(bytes: Uint8Array | null): number {
  return bytes?.reduce((count, byte) => count + Number(byte === LINE_FEED), 0) ?? 0;
}
