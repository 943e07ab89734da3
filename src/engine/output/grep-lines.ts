/** Lines of the output that match a pattern, with what stands around them. */
import {CottyError, type LogCursor} from '../../core/index.ts';
import {compilePattern, StepBudget} from '../../patterns/index.ts';
import type {PenState} from '../../screen/index.ts';
import type {PickedLine, PickedLines, WantedLines} from '../search/pick-lines.ts';
import type {Searcher} from '../search/searcher.ts';
import {LinePage} from './line-page.ts';
import {afterLines, type LineChunk, lineChunks} from './log-lines.ts';
import type {OutputSource} from './output-source.ts';
import type {ReadResult} from './read-result.ts';
import {penAt} from './shown-text.ts';

export interface GrepRequest {
  readonly pattern: string;
  readonly contextLines: number;
  readonly maxOutputBytes: number;
  readonly searcher: Searcher;
  readonly signal: AbortSignal;
}

interface Range {
  readonly from: LogCursor;
  readonly to: LogCursor;
}

/**
 * A page of matches; when it is full, the rest is only counted. A pattern that costs too many steps ends the search: where, is
 * said, and a line about which nothing is known is never passed over as one that does not match.
 */
export async function grepLines(source: OutputSource, range: Range, request: GrepRequest): Promise<ReadResult> {
  const {contextLines, maxOutputBytes, searcher, signal} = request;
  compilePattern(request.pattern, 'grep pattern');
  const allBytes = range.to - range.from;
  const budget = new StepBudget().earn(allBytes);
  const shown = new ShownLines(maxOutputBytes, contextLines);
  let total = 0;
  let missedBytes = 0;
  let next: LogCursor | null = null;
  let {state: style} = await penAt(source, range.from);
  for await (const chunk of lineChunks(source, range, signal)) {
    missedBytes += chunk.missedBytes;
    const wanted: WantedLines =
      next === null
        ? {type: 'matching', pattern: request.pattern, contextLines, longest: maxOutputBytes + 1}
        : {type: 'none'};
    const {columns, found, isDone} = await pick(chunk, wanted, {source, style, searcher, allBytes, budget, signal});
    style = found.style;
    const after = (count: number): LogCursor => afterLines(chunk, count, {all: found.lines, columns});
    for (const line of found.picked) if (next === null && !shown.take(line, total)) next = after(line.number);
    if (!isDone && next === null) {
      const searched = after(found.searched);
      if (searched === range.from) throw tooCostly(request.pattern, range.from, after(1));
      return {...shown.page.result(range.from, searched), missedBytes, totalLines: null, isIncomplete: true};
    }
    total += found.lines;
  }
  return {...shown.page.result(range.from, next ?? range.to), missedBytes, totalLines: total};
}

async function pick(
  chunk: LineChunk,
  wanted: WantedLines,
  options: {
    readonly source: OutputSource;
    readonly style: PenState;
    readonly searcher: Searcher;
    readonly allBytes: number;
    readonly budget: StepBudget;
    readonly signal: AbortSignal;
  },
): Promise<{columns: number; found: PickedLines; isDone: boolean}> {
  const columns = options.source.tracker.cols;
  const stretch = {bytes: chunk.bytes, style: options.style, columns};
  const {result, isDone} = await options.searcher.pick(stretch, wanted, options);
  return {columns, found: result, isDone};
}

/** Matches and what stands around them, in the order of their lines. */
class ShownLines {
  readonly page: LinePage;
  readonly #contextLines: number;
  /** Lines that are shown when a match follows. */
  readonly #before: {readonly number: number; readonly text: string}[] = [];
  /** So many lines are shown after the last match. */
  #after = 0;
  #lastShown = -1;

  constructor(maxOutputBytes: number, contextLines: number) {
    this.page = new LinePage(maxOutputBytes);
    this.#contextLines = contextLines;
  }

  /** `first` is the number of the first line of its stretch. False when the page is full; the line is for the next one. */
  take({number, text, isMatch}: PickedLine, first: number): boolean {
    const line = {number: first + number, text};
    if (isMatch) this.#after = this.#contextLines + 1;
    if (isMatch && !this.#before.splice(0).every(earlier => this.#show(earlier))) return false;
    if (this.#after > 0) {
      this.#after--;
      return this.#show(line);
    }
    this.#before.push(line);
    if (this.#before.length > this.#contextLines) this.#before.shift();
    return true;
  }

  #show({number, text}: {readonly number: number; readonly text: string}): boolean {
    const isApart = this.#contextLines > 0 && this.#lastShown >= 0 && number > this.#lastShown + 1;
    this.#lastShown = number;
    return (!isApart || this.page.add('--')) && this.page.add(text);
  }
}

function tooCostly(pattern: string, from: LogCursor, after: LogCursor): CottyError {
  return new CottyError(
    'too_large',
    `The grep pattern ${JSON.stringify(pattern.slice(0, 120))} needs too many steps on the line at cursor ${from}; whether it matches there is not known.`,
    `Use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike. To search what follows, call again with cursor=${after}.`,
  );
}
