import {type LogCursor, logCursor, type SessionLogView} from '../../core/index.ts';
import {foldOutput, Pen, penAfter, revealHidden, withoutMarks} from '../../screen/index.ts';
import {promptParts} from '../output/prompt-filler.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

/** Enough for any question a program asks. */
const LOOK_BACK = 2048;
/** So far back the line of the cursor is looked for. */
export const LINE_BYTES: number = 4 * LOOK_BACK;

/** What was printed lately. */
interface Printed {
  readonly recent: Pick<RecentOutput, 'oldest' | 'slice'>;
  readonly tracker: Pick<SessionTracker, 'cols' | 'outputEnd'>;
}

interface Followed extends Printed {
  readonly tracker: Pick<SessionTracker, 'cols' | 'outputEnd' | 'current'>;
  readonly log: SessionLogView;
}

/** The same for a reader: what a person does not see of it is told apart. `line` is what {@link lastLine} gave. */
export function shownTail(source: Printed, line: string): string {
  const end = source.tracker.outputEnd;
  const bytes = source.recent.slice(logCursor(Math.max(source.recent.oldest, end - 2 * LOOK_BACK)), end);
  const start = bytes ? bytes.lastIndexOf(10) + 1 : 0;
  const pen = penAfter(bytes?.subarray(0, start) ?? new Uint8Array(0));
  const marked = foldOutput(bytes?.subarray(start) ?? new Uint8Array(0), {columns: source.tracker.cols, pen}).trimEnd();
  // More may have been printed since.
  return revealHidden(withoutMarks(marked) === line ? marked : line).text;
}

/** The text a program left on the cursor's line, since `from`; empty when its output ended with a line feed. */
export function lastLine(source: Printed, from: LogCursor): string {
  for (const reading of lastLineReadings(source, from)) return reading;
  return '';
}

/** The same, then more of that line: a line editor says that it begins before its prompt, or behind it. None is empty. */
export function* lastLineReadings(source: Printed, from: LogCursor): Iterable<string> {
  const end = source.tracker.outputEnd;
  const start = logCursor(Math.max(from, source.recent.oldest, end - LINE_BYTES));
  const bytes = start < end ? source.recent.slice(start, end) : null;
  if (!bytes) return;
  const columns = source.tracker.cols;
  for (const part of promptParts(cursorRow(bytes))) {
    const text = foldOutput(part, {columns}).trimEnd();
    if (text !== '') yield text;
  }
}

/**
 * What was printed in the cursor's row: behind the last line feed, or further up where the cursor went back to. prompt_toolkit (IPython, pgcli)
 * keeps rows below its prompt free for a menu, by line feeds and `CSI n A` (ECMA-48 CUU).
 */
function cursorRow(bytes: Uint8Array): Uint8Array {
  let feed = bytes.lastIndexOf(LF);
  const after = bytes.subarray(feed + 1);
  const climbs = [
    ...Buffer.from(after)
      .toString('latin1')
      .matchAll(/\x1b\[(\d{0,4})A/g),
  ];
  const last = climbs.at(-1);
  if (!last) return after;
  let end = feed;
  const up = climbs.reduce((sum, [, count]) => sum + Math.max(1, Number(count)), 0);
  for (let rows = 1; rows <= up; rows++) {
    // It began before what is looked at, or what stands below is a message, or a list to choose from.
    if (feed < 0 || (rows > 1 && foldOutput(bytes.subarray(feed + 1, end)).trim() !== '')) return after;
    end = feed;
    feed = end === 0 ? -1 : bytes.lastIndexOf(LF, end - 1);
  }
  if (up < FREE_ROWS) return after;
  // The cursor may have come there by going up, too.
  return Buffer.concat([
    cursorRow(bytes.subarray(0, end)),
    CARRIAGE_RETURN,
    after.subarray(last.index + last[0].length),
  ]);
}

const LF = 10;
/** One row below a prompt, zsh shows its messages. */
const FREE_ROWS = 2;
const CARRIAGE_RETURN = Uint8Array.of(13);

/** The same with the lines above it: a question may stand over the place for its answer. */
export function lastLines(source: Printed, from: LogCursor): string {
  const end = source.tracker.outputEnd;
  const bytes = source.recent.slice(logCursor(Math.max(from, end - LOOK_BACK)), end);
  return bytes ? foldOutput(bytes, {columns: source.tracker.cols}) : '';
}

/** Whether the last that was printed about the cursor hides it (DECTCEM, xterm's ctlseqs): `CSI ? 25 l`. */
export function hidesCursor({recent, tracker}: Printed, from: LogCursor): boolean {
  const start = logCursor(Math.max(from, recent.oldest));
  const bytes = recent.slice(start, tracker.outputEnd);
  if (!bytes) return false;
  const printed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return printed.lastIndexOf('\x1b[?25l') > printed.lastIndexOf('\x1b[?25h');
}

/** The newest line of output since then that says anything, for lists and for whoever waits: readers, to whom hidden text is told apart. */
export function newestLine(printed: Followed, since?: LogCursor): string {
  // Not the echo of the command: in rows that an editor goes up and down in it covers what is printed below.
  const line = newestSince(printed, since ?? printed.tracker.current?.outputStart ?? printed.log.oldest);
  return line === '' && since === undefined ? newestSince(printed, printed.log.oldest) : line;
}

function newestSince({recent, tracker}: Printed, since: LogCursor): string {
  const from = logCursor(Math.max(since, tracker.outputEnd - 2 * LOOK_BACK));
  const bytes = recent.slice(from, tracker.outputEnd);
  if (!bytes) return '';
  const folded = foldOutput(bytes, {columns: tracker.cols, pen: new Pen()}).trimEnd();
  return revealHidden((folded.split('\n').at(-1) ?? '').slice(0, NEWEST_CHARS)).text;
}

/** A line in a list is no longer than this. */
const NEWEST_CHARS = 200;
