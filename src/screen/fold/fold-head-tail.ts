import type {Revealed} from '../../core/index.ts';
import {revealHidden} from '../conceal/concealed-marks.ts';
import type {Pen} from '../conceal/pen.ts';
import {penAfter} from '../conceal/pen-after.ts';
import {foldOutput} from './fold-output.ts';
import {type FoldOptions, OutputFolder} from './output-folder.ts';
import {withoutBrokenEnd, withoutBrokenStart} from './safe-points.ts';
import {headOf, tailOf} from './text-ends.ts';

export interface HeadTailOptions extends Pick<FoldOptions, 'columns'> {
  /** Bytes of UTF-8 that head and tail may have together. */
  readonly maxBytes: number;
  /**
   * For a reader: hidden text is made visible. The style in which the head begins, and what was printed before the tail; a style
   * that was set between them and is not seen in that is taken to be the one in which the head ended.
   */
  readonly reveals?: {readonly pen: Pen; readonly beforeTail: Uint8Array} | undefined;
}

export interface HeadTail {
  readonly head: string;
  /** Empty when `head` is everything. */
  readonly tail: string;
  /** True when something is missing between head and tail. */
  readonly cut: boolean;
  /** Folded text left out by this call, beside what the caller left out between its two slices. */
  readonly omitted: {readonly bytes: number; readonly lines: number};
  /** With `reveals`: hidden characters in the two slices. */
  readonly hidden?: number;
}

/**
 * Folds the two ends of an output to at most `maxBytes` of text, cut at line boundaries when there are any near. With
 * `tail` null, `head` is the whole output and its middle goes when it is too long. Otherwise the caller left out what is
 * between `head` and `tail`: the tail may begin in the middle of a character, a sequence, a line or a full-screen
 * stretch, and starts at the first place that is safe to read from.
 */
export function foldHeadTail(head: Uint8Array, tail: Uint8Array | null, options: HeadTailOptions): HeadTail {
  const {maxBytes} = options;
  if (tail === null) {
    const text = foldOutput(head, {columns: options.columns});
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return {head: text, tail: '', cut: false, omitted: {bytes: 0, lines: 0}};
    return bothEnds(text, text, maxBytes, (first, last) => text.slice(first.length, text.length - last.length));
  }
  const {columns, reveals} = options;
  const rest = withoutBrokenStart(tail);
  const skipped = tail.subarray(0, tail.length - rest.length);
  const start = foldFor(withoutBrokenEnd(head), columns, reveals?.pen);
  const beforeEnd = reveals && Buffer.concat([reveals.beforeTail, skipped]);
  const end = foldFor(rest, columns, beforeEnd && penAfter(beforeEnd, start.pen));
  const ends = bothEnds(
    start.text,
    end.text,
    maxBytes,
    (first, last) => start.text.slice(first.length) + end.text.slice(0, end.text.length - last.length),
  );
  return reveals ? {...ends, hidden: start.hidden + end.hidden} : ends;
}

/** A pen is given when the text is for a reader, and given back as the text leaves it. */
function foldFor(
  bytes: Uint8Array,
  columns: number | undefined,
  pen: Pen | undefined,
): Revealed & {readonly pen: Pen | undefined} {
  const folder = new OutputFolder({columns, pen});
  folder.push(bytes);
  const text = folder.finish();
  return pen ? {...revealHidden(text), pen: folder.pen} : {text, hidden: 0, pen};
}

/** Shares the budget: half for the head, the rest for the tail, and what the tail leaves for the head again. */
function bothEnds(
  start: string,
  end: string,
  maxBytes: number,
  between: (first: string, last: string) => string,
): HeadTail {
  const half = headOf(start, Math.floor(maxBytes / 2));
  const last = tailOf(end, maxBytes - Buffer.byteLength(half));
  const whole = start === end;
  const first = whole ? half : headOf(start, maxBytes - Buffer.byteLength(last));
  const missing = between(first, last);
  const lines = missing.split('\n').length - 1;
  return {head: first, tail: last, cut: true, omitted: {bytes: Buffer.byteLength(missing), lines}};
}
