/** What was printed since somebody typed, for a reader. */
import {type LogCursor, logCursor, pause} from '../../core/index.ts';
import {commandOutput} from '../output/command-output.ts';
import {readForReader} from '../output/read-for-reader.ts';
import {showOutput} from '../output/shown-text.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import type {AfterInput} from './input-result.ts';

/** A program that draws in answer to a key does so in one go, or with pauses no longer than this. */
const QUIET_MS = 60;
/** What has printed nothing for so long does not answer by printing. */
const SILENT_MS = 150;
/** Of what was printed since, no more than this much is looked at: the newest. */
const MOST_BYTES = 256 * 1024;

export async function settled(session: Session, from: LogCursor, limit: AbortSignal): Promise<void> {
  await quiet(session, from, limit).catch(() => undefined);
}

/** Resolves when nothing was printed for a while; also on abort. */
export async function quiet(session: Session, from: LogCursor, signal: AbortSignal): Promise<void> {
  const start = session.clock.monotonicMs();
  while (!signal.aborted && !session.isClosed) {
    const hasPrinted = session.tracker.outputEnd > from;
    const since = hasPrinted ? Math.max(session.foreground.lastOutputMs, session.gate.lastInputMs) : start;
    const rest = since + (hasPrinted ? QUIET_MS : SILENT_MS) - session.clock.monotonicMs();
    if (rest <= 0) return;
    await pause(rest, signal);
  }
}

export type Text = Pick<AfterInput, 'output' | 'hidden' | 'cursor'>;

export async function output(
  session: Session,
  record: CommandRecord,
  from: LogCursor | null,
  maxOutputBytes: number,
): Promise<Text> {
  if (from === null) {
    const {text, hidden, cursor} = await commandOutput(session, record, maxOutputBytes);
    return {output: text, hidden, cursor};
  }
  const end = record.phase === 'ended' ? (record.outputEnd ?? session.tracker.outputEnd) : session.tracker.outputEnd;
  return printedSince(session, from, logCursor(Math.max(end, from)), maxOutputBytes);
}

export async function printedSince(session: Session, from: LogCursor, to: LogCursor, maxBytes: number): Promise<Text> {
  const start = logCursor(Math.max(from, to - MOST_BYTES));
  const {bytes} = await readForReader(session, start, to);
  const {text, hidden} = await showOutput(session, start, {bytes, columns: session.tracker.cols});
  const shown = text.replace(/\n$/, '');
  const encoded = Buffer.from(shown);
  if (start === from && encoded.length <= maxBytes) return {output: shown, hidden, cursor: to};
  const newest = encoded
    .subarray(Math.max(0, encoded.length - maxBytes))
    .toString('utf8')
    .replace(/^[^\n]*\n/, '');
  return {output: `[… omitted; read_output cursor=${from} gives any part …]\n${newest}`, hidden, cursor: to};
}

/** What earlier lines have printed stands before it. */
export function joined(before: readonly Text[], text: Text): Text {
  const all = [...before, text];
  const output =
    before.length === 0
      ? text.output
      : all
          .map(part => part.output)
          .filter(part => part !== '')
          .join('\n');
  return {...text, output, hidden: all.reduce((sum, {hidden}) => sum + hidden, 0)};
}
