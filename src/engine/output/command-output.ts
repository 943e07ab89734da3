/** A command's output as a person would copy it, cut to what a reader can use. */
import {type LogCursor, logCursor, revealInvisible} from '../../core/index.ts';
import {foldHeadTail, foldOutput, looksBinary, revealHidden} from '../../screen/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import {afterEcho} from './after-echo.ts';
import {behindOwnMark, behindTitle} from './behind-title.ts';
import {type OutputSource, readRange} from './output-source.ts';
import {beforeEditor, beforeFiller} from './prompt-filler.ts';
import {readForReader} from './read-for-reader.ts';
import {bytesBefore, penAt} from './shown-text.ts';

/** Folded whole up to here, or to what the reader takes; of more, only the ends are read. */
export const WHOLE_BYTES = 256 * 1024;
/** Read from each end of a long output, or as much as the reader takes. */
const END_BYTES = 64 * 1024;

export interface OutputText {
  readonly text: string;
  /** Raw bytes of the region, control sequences included. */
  readonly bytes: number;
  readonly lines: number;
  readonly omitted: {readonly bytes: number; readonly lines: number} | null;
  /** Bytes that would be shown but are not in the log: retention dropped them, or the disk was full. */
  readonly missedBytes: number;
  /** Not meant to be read as text. */
  readonly binary: boolean;
  /** Characters that a person at the terminal does not see; they are told apart in `text`. */
  readonly hidden: number;
  /** One past the last byte this text covers. */
  readonly cursor: LogCursor;
}

const NO_OUTPUT: Omit<OutputText, 'cursor'> = {
  text: '',
  bytes: 0,
  lines: 0,
  omitted: null,
  missedBytes: 0,
  binary: false,
  hidden: 0,
};

/**
 * Where the line editor let go of a line whose start mark does not come (bash without `promptvars`, or with PS0 unset), or that has no
 * marks: what comes behind is its output, however the line was drawn, if nobody else had typed on it. Null where there is no such place.
 */
function whereLetGo({phase, nested, reader, commandLine, acceptedAt, undisturbed}: CommandRecord): LogCursor | null {
  if (!undisturbed) return null;
  // Of several lines each may be let go of.
  if (nested) return reader?.bracketedPaste && !commandLine?.includes('\n') ? acceptedAt : null;
  return phase === 'submitted' ? acceptedAt : null;
}

const LINE_FEED = 10;

function withoutFirstLineEnd(text: string): string {
  return text.replace(/^[ \t]*\n/, '');
}

/** The region of a command in the output stream, as far as it has come. */
export function outputRegion(
  record: CommandRecord,
  tracker: SessionTracker,
): {from: LogCursor; to: LogCursor; lines: number} {
  const ended = record.phase === 'ended';
  const from = record.outputStart ?? record.submittedAt;
  const to =
    record.outputEnd !== null && (ended || record.phase === 'betweenLines') ? record.outputEnd : tracker.outputEnd;
  const lines =
    (ended ? record.endLines : tracker.lines) -
    (record.outputStart === null ? record.submittedLines : record.startLines);
  return {from, to: logCursor(Math.max(from, to)), lines: Math.max(0, lines)};
}

export async function commandOutput(
  source: OutputSource,
  record: CommandRecord,
  maxBytes: number,
): Promise<OutputText> {
  const region = outputRegion(record, source.tracker);
  // Another shell may have the terminal by now.
  const saysStarts = record.saysStarts !== false && source.tracker.integration === 'full';
  const neverStarted = record.outputStart === null && !record.nested && !record.refused && saysStarts;
  const letGoAt = neverStarted || record.nested ? whereLetGo(record) : null;
  if (letGoAt !== null) region.from = letGoAt;
  else if (neverStarted && (await lostIn(source, record, region)) === 0) region.to = region.from;
  const size = region.to - region.from;
  if (size === 0) return {...NO_OUTPUT, cursor: region.to};
  // The echo of the line itself is taken away by its text, which is that of what was typed.
  const read = record.outputStart === null ? readRange : readForReader;
  const whole = size <= Math.max(WHOLE_BYTES, maxBytes) ? await read(source, region.from, region.to) : undefined;
  if (whole && (size <= WHOLE_BYTES || whole.missedBytes === 0)) {
    const {missedBytes} = whole;
    const begun = lineOfFish(record, source.tracker, letGoAt, whole.bytes);
    const all = begun ?? whole.bytes;
    const marked = isNestedOver(record) ? beforePromptDrawn(all, record) : undefined;
    const shown = marked ?? beforeOwnFiller(all, record);
    const bytes = shown ?? (missedBytes === 0 ? withoutGaps(all, region.from, record) : all);
    const pen = await penAt(source, region.from);
    const folded = foldOutput(bytes, {columns: source.tracker.cols, pen});
    const echo = begun ? 'none' : letGoAt === null ? 'whole' : 'lineEnd';
    const strip = stripper(record, {echo, endsLine: bytes.at(-1) === LINE_FEED});
    const stripped = marked ? withoutEchoOf(record, echo, folded).replace(/\n$/, '') : strip(folded);
    const {text, hidden} = revealHidden(stripped);
    return cutWhole(text, {size, missedBytes, binary: looksBinary(bytes), cursor: region.to, hidden, maxBytes});
  }
  const endBytes = Math.max(END_BYTES, maxBytes);
  const head = await readHead(source, record, {from: region.from, to: logCursor(region.from + endBytes)});
  const tailFrom = logCursor(region.to - endBytes);
  const tail = await readForReader(source, tailFrom, region.to);
  const folded = foldHeadTail(head.bytes, tail.bytes, {
    maxBytes,
    columns: source.tracker.cols,
    reveals: {pen: await penAt(source, region.from), beforeTail: await bytesBefore(source, tailFrom)},
  });
  const missedBytes = head.missedBytes + tail.missedBytes;
  // What was typed is echoed as it was typed, and shown as all is.
  const stripShown = stripper(
    {...record, commandLine: revealInvisible(record.commandLine ?? '').text},
    {echo: letGoAt === null ? 'whole' : 'lineEnd', endsLine: false},
  );
  const text = joinEnds(stripShown(folded.head), folded.tail, missedBytes);
  const shownLines = countLines(folded.head) + countLines(folded.tail);
  const shownBytes = Buffer.byteLength(folded.head) + Buffer.byteLength(folded.tail);
  return {
    text,
    bytes: size,
    lines: region.lines,
    omitted: {bytes: Math.max(0, size - shownBytes), lines: Math.max(0, region.lines - shownLines)},
    missedBytes,
    binary: looksBinary(head.bytes) || looksBinary(tail.bytes),
    cursor: region.to,
    hidden: folded.hidden ?? 0,
  };
}

/** What a shell shows between the lines of a block, when one has ended and the next has not begun (PS0 of bash), is of none of them. */
function withoutGaps(bytes: Uint8Array, from: LogCursor, {lines, uncounted}: CommandRecord): Uint8Array {
  if (lines.length < 2 || uncounted) return bytes;
  const kept: Uint8Array[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before || before.exitStatus === null || line.outputStart <= before.outputEnd) continue;
    kept.push(bytes.subarray(at, before.outputEnd - from));
    at = line.outputStart - from;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

/** The beginning of an output, which retention drops first: some of it is kept apart. */
async function readHead(
  source: OutputSource,
  record: CommandRecord,
  {from, to}: {readonly from: LogCursor; readonly to: LogCursor},
): Promise<{bytes: Uint8Array; missedBytes: number}> {
  const kept = source.outputBeginnings.get(record.commandId);
  const isEnough = kept && kept.length >= to - from;
  const stored = isEnough ? undefined : await readForReader(source, from, to);
  if (stored && (stored.missedBytes === 0 || !kept?.length)) return stored;
  const shown = kept && source.secrets ? source.secrets.maskBytes(kept) : kept;
  return {bytes: shown ?? new Uint8Array(0), missedBytes: Math.max(0, to - from - (kept?.length ?? 0))};
}

/** Of a command whose beginning the log has lost: how many bytes of what may be its output are gone with it. */
async function lostIn(
  source: OutputSource,
  record: CommandRecord,
  {from, to}: {readonly from: LogCursor; readonly to: LogCursor},
): Promise<number> {
  if (!record.lost) return 0;
  return (await readRange(source, from, logCursor(Math.min(to, from + WHOLE_BYTES)))).missedBytes;
}

function cutWhole(
  text: string,
  facts: {size: number; missedBytes: number; binary: boolean; cursor: LogCursor; hidden: number; maxBytes: number},
): OutputText {
  const lines = countLines(text);
  const {missedBytes, binary, cursor, hidden} = facts;
  const base = {bytes: facts.size, lines, missedBytes, binary, cursor, hidden};
  const textBytes = Buffer.byteLength(text);
  if (textBytes <= facts.maxBytes) return {...base, text, omitted: null};
  const encoded = Buffer.from(text);
  const folded = foldHeadTail(encoded, null, {maxBytes: facts.maxBytes});
  const shownBytes = Buffer.byteLength(folded.head) + Buffer.byteLength(folded.tail);
  return {
    ...base,
    text: joinEnds(folded.head, folded.tail, missedBytes),
    omitted: {
      bytes: Math.max(0, textBytes - shownBytes),
      lines: Math.max(0, lines - countLines(folded.head) - countLines(folded.tail)),
    },
  };
}

/** Lines as a person counts them: the last one counts without a line feed too. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function joinEnds(head: string, tail: string, missedBytes: number): string {
  const rest = missedBytes === 0 ? 'read_output with the command_id gives any part' : 'some of it is not in the log';
  return `${head.replace(/\n+$/, '')}\n[… omitted; ${rest} …]\n${tail.replace(/^\n+/, '')}`;
}

/** What of the echo stands in front: all of it, what ends its line, or nothing. */
type EchoLeft = 'whole' | 'lineEnd' | 'none';

/** `endsLine`: nothing stands behind the last line feed, and so no prompt. */
interface Ends {
  readonly echo: EchoLeft;
  readonly endsLine: boolean;
}

function stripper(record: CommandRecord, ends: Ends): (text: string) => string {
  if (record.outputStart === null) return echoStripper(record, ends);
  return record.refused ? withoutFirstLineEnd : text => text;
}

/** Without a start mark the region begins with the echo of the line itself: take away what the tty echoed. */
function echoStripper(record: CommandRecord, {echo, endsLine}: Ends): (text: string) => string {
  const isOver = isNestedOver(record) && !endsLine;
  return text => {
    const echoed = withoutEchoOf(record, echo, text);
    const output = record.refused || isTyped(record) ? withoutEchoAgain(echoed, record.commandLine ?? '') : echoed;
    const prompt = promptAtEnd(record, output.trimEnd());
    if (isOver && record.via === 'foreground') return withoutPrompt(output, prompt);
    // By its text alone it was told that the prompt follows, or by a mark that it does not.
    const isKnown = isOver && record.via === 'prompt' && prompt && output.trimEnd().endsWith(prompt);
    return isKnown ? withoutPrompt(output, prompt) : output;
  };
}

/** The prompt that the line was given at; without what it had got in front, where only the rest stands: that was output after all. */
function promptAtEnd({reader}: CommandRecord, output: string): string | null {
  if (!reader) return null;
  const {prompt, front} = reader;
  if (!front || !prompt.startsWith(front) || output.endsWith(prompt)) return prompt;
  const rest = prompt.slice(front.length);
  return output.endsWith(rest) ? rest : prompt;
}

/**
 * On a terminal that can do nothing bash draws prompt and line once more, in a row of their own; so does a line editor with what was typed before it
 * began to read, which the tty has echoed.
 */
function withoutEchoAgain(text: string, commandLine: string): string {
  const row = text.slice(0, text.indexOf('\n') + 1);
  return commandLine !== '' && row.trimEnd().endsWith(commandLine) ? text.slice(row.length) : text;
}

/**
 * What one line has printed in a fish that does not say by a mark of ours where it begins: it has none, or has lost what would say it. fish 4
 * turns its modes off and on again as it takes a paste, which is no letting go of the line: its own mark, which tells the line, is better.
 */
function lineOfFish(
  {nested, reader, outputStart, commandLine}: CommandRecord,
  {shellFamily}: Pick<SessionTracker, 'shellFamily'>,
  letGoAt: LogCursor | null,
  bytes: Uint8Array,
): Uint8Array | undefined {
  const isFish = nested ? reader?.program === 'fish' : shellFamily === 'fish';
  if (!isFish || outputStart !== null || commandLine === null || commandLine.includes('\n')) return undefined;
  return behindOwnMark(bytes, commandLine) ?? (letGoAt === null ? behindTitle(bytes) : undefined);
}

/** A line without marks, and it is behind the prompt that follows it. */
function isNestedOver({nested, phase, outputStart}: CommandRecord): boolean {
  return nested && phase === 'ended' && outputStart === null;
}

/** Output up to where the line editor that took the line has marked the place of its prompt; undefined where it has not. */
function beforePromptDrawn(output: Uint8Array, {reader, via}: CommandRecord): Uint8Array | undefined {
  const filler = beforeFiller(output);
  return filler || !reader?.bracketedPaste || via !== 'foreground' ? filler : beforeEditor(output);
}

/** Where no start mark came, zsh was not told to leave out the filler of the prompt behind, which it draws before any hook. */
function beforeOwnFiller(output: Uint8Array, {refused, outputStart}: CommandRecord): Uint8Array | undefined {
  return refused && outputStart === null ? beforeFiller(output) : undefined;
}

function withoutEchoOf(record: CommandRecord, echo: EchoLeft, text: string): string {
  if (echo === 'none') return text;
  return echo === 'lineEnd' ? withoutFirstLineEnd(text) : withoutEcho(text, record);
}

/** What a shell without marks printed, from where its echo of the line ends. */
export function withoutEcho(text: string, record: CommandRecord): string {
  const {undisturbed, reader} = record;
  // Behind an empty line the last line feed is the Enter: no other row stands for it.
  const commandLine = record.commandLine?.replace(/\n\n$/, '\n') ?? '';
  return withoutFirstLineEnd(afterEcho(text, commandLine, !undisturbed, reader?.prompt));
}

/** The prompt that follows the output: known text is taken away exactly; of an unknown one, the line it stands on. */
function withoutPrompt(output: string, promptText: string | null): string {
  if (promptText === '') return output;
  const trimmed = output.trimEnd();
  return beforePrompt(output, trimmed, promptText).replace(/\n$/, '');
}

function beforePrompt(output: string, trimmed: string, promptText: string | null): string {
  if (promptText === null) return aboveLast(output);
  if (trimmed.endsWith(promptText)) return trimmed.slice(0, -promptText.length);
  // Rows below it may have been kept free for a menu.
  const last = trimmed.slice(aboveLast(trimmed).length);
  return withoutNumbers(last) === withoutNumbers(promptText) ? aboveLast(trimmed) : aboveLast(output);
}

function aboveLast(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Of a prompt that counts (`In [2]:`). */
function withoutNumbers(prompt: string): string {
  return prompt.replace(/\d+/g, '0');
}
