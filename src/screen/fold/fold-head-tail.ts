import type {Revealed} from '../../core/index.ts';
import {revealHidden} from '../conceal/concealed-marks.ts';
import {penAfter} from '../conceal/pen-after.ts';
import {foldOutput} from './fold-output.ts';
import type {FoldOptions} from './output-folder.ts';
import {withoutBrokenEnd, withoutBrokenStart} from './safe-points.ts';
import {headOf, tailOf} from './text-ends.ts';

export interface HeadTailOptions extends Pick<FoldOptions, 'columns'> {
  /** Bytes of UTF-8 that head and tail may have together. */
  readonly maxBytes: number;
  /** For a reader: hidden text is made visible. What was printed before either slice says in which style it begins. */
  readonly reveals?: {readonly beforeHead: Uint8Array; readonly beforeTail: Uint8Array} | undefined;
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
  const start = foldFor(withoutBrokenEnd(head), columns, reveals && [reveals.beforeHead]);
  const end = foldFor(rest, columns, reveals && [reveals.beforeTail, skipped]);
  const ends = bothEnds(
    start.text,
    end.text,
    maxBytes,
    (first, last) => start.text.slice(first.length) + end.text.slice(0, end.text.length - last.length),
  );
  return reveals ? {...ends, hidden: start.hidden + end.hidden} : ends;
}

/** `before` is given when the text is for a reader. */
function foldFor(bytes: Uint8Array, columns: number | undefined, before: readonly Uint8Array[] | undefined): Revealed {
  if (!before) return {text: foldOutput(bytes, {columns}), hidden: 0};
  return revealHidden(foldOutput(bytes, {columns, pen: penAfter(Buffer.concat(before))}));
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
