/** What stands on a session's screen and above it. Lines have numbers from the session's beginning on, which change with its width alone. */
import {CottyError} from '../../core/index.ts';
import {
  type CellStyle,
  LineContents_Continuation as Continuation,
  type LineContents,
  GetBufferResponse_Status as Status,
} from '../generated/screen_pb.js';
import {noSession, type Requests} from './requests.ts';
import {readProperty} from './values.ts';

/** A row of cells. */
export interface BufferLine {
  /** Cells that nothing was written into are blanks; those behind the last written one are left out. */
  readonly text: string;
  /** It goes on in the next row. */
  readonly isWrapped: boolean;
  /** Pieces of the text that look the same, in order. */
  readonly runs: readonly StyledRun[];
}

export interface StyledRun {
  readonly text: string;
  readonly style: CellStyle | null;
}

export interface Buffer {
  readonly lines: readonly BufferLine[];
  /** `line` as lines are numbered. */
  readonly cursor: {readonly col: number; readonly line: number};
}

export type BufferRange =
  | {readonly type: 'screen'}
  | {readonly type: 'last'; readonly count: number}
  /** Without the line `to`. */
  | {readonly type: 'lines'; readonly from: number; readonly to: number};

/** Lines below the oldest that is kept are left out without a word: {@link readLines} tells how many are gone. */
export async function readBuffer(api: Requests, session: string, range: BufferRange): Promise<Buffer> {
  const response = await api.request('getBufferRequest', {
    session,
    includeStyles: true,
    lineRange:
      range.type === 'screen'
        ? {screenContentsOnly: true}
        : range.type === 'last'
          ? {trailingLines: range.count}
          : {
              windowedCoordRange: {
                coordRange: {start: {x: 0, y: BigInt(range.from)}, end: {x: 0, y: BigInt(range.to)}},
                columns: {location: 0n, length: 0n},
              },
            },
  });
  // iTerm2 answers a range that is none with nothing, whose status would read as OK.
  if (response === undefined)
    throw new CottyError('invalid_argument', 'These are no lines of a terminal.', 'Ask for others.');
  if (response.status === Status.SESSION_NOT_FOUND) throw noSession(session);
  const {contents, cursor} = response;
  return {lines: contents.map(lineOf), cursor: {col: cursor?.x ?? 0, line: Number(cursor?.y ?? 0n)}};
}

/** How many lines there are. */
export interface BufferSize {
  /** Lines that were dropped: the number of the oldest that is kept. */
  readonly overflow: number;
  /** Lines above the screen. */
  readonly history: number;
  readonly grid: number;
}

export async function readBufferSize(api: Requests, session: string): Promise<BufferSize> {
  const value = await readProperty(api, session, 'number_of_lines');
  const number = (name: string): number => {
    const found = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Number(found.find(([key]) => key === name)?.[1] ?? 0);
  };
  return {overflow: number('overflow'), history: number('history'), grid: number('grid')};
}

/** All that iTerm2 does with a request happens on the thread that draws its windows. */
const PAGE_LINES = 2000;

/** Lines `[from, to)`, as many as are kept, and how many of them are not any more. The screen's own lines may change meanwhile. */
export async function readLines(
  api: Requests,
  session: string,
  from: number,
  to: number,
): Promise<{readonly lines: readonly BufferLine[]; readonly missed: number}> {
  const lines: BufferLine[] = [];
  let missed = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, at + PAGE_LINES);
    const before = (await readBufferSize(api, session)).overflow;
    const page = await readBuffer(api, session, {type: 'lines', from: at, to: end});
    const after = (await readBufferSize(api, session)).overflow;
    // Some were dropped while they were read: nobody knows which these are.
    if (after !== before && after > at) continue;
    const gone = Math.min(end, Math.max(at, after)) - at;
    missed += gone;
    lines.push(...page.lines);
    if (page.lines.length + gone < end - at) break;
    at = end;
  }
  return {lines, missed};
}

function lineOf({text, codePointsPerCell, continuation, style}: LineContents): BufferLine {
  const plain = text.replaceAll('\0', ' ');
  // UTF-16 units of each cell, then the style of each.
  const units = codePointsPerCell.flatMap(({numCodePoints, repeats}) => filled(Math.max(1, repeats), numCodePoints));
  const runs: StyledRun[] = [];
  let cell = 0;
  let at = 0;
  for (const one of style) {
    const until = cell + Math.max(1, one.repeats);
    const from = at;
    for (; cell < until && cell < units.length; cell++) at += units[cell] ?? 0;
    if (at > from) runs.push({text: plain.slice(from, at), style: one});
  }
  if (at < plain.length) runs.push({text: plain.slice(at), style: null});
  return {text: plain, isWrapped: continuation === Continuation.SOFT_EOL, runs};
}

function filled(count: number, value: number): readonly number[] {
  return new Array<number>(count).fill(value);
}
