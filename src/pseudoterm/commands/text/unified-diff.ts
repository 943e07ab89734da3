import {type LineChange, splitLines} from './diff-lines.ts';

interface DiffTexts {
  readonly oldName: string;
  readonly newName: string;
  readonly oldText: string;
  readonly newText: string;
  /** Unchanged lines around each change. */
  readonly context: number;
}

/** The format of `diff -u`, without times. Empty when nothing changed. */
export function unifiedDiff(changes: readonly LineChange[], texts: DiffTexts): string {
  if (changes.length === 0) return '';
  const oldLines = splitLines(texts.oldText);
  const newLines = splitLines(texts.newText);
  const hunks = gather(changes, texts.context).map(hunk => printHunk(hunk, oldLines, newLines, texts.context));
  return `--- ${texts.oldName}\n+++ ${texts.newName}\n${hunks.join('')}`;
}

/** Changes whose context would touch share a hunk. */
function gather(changes: readonly LineChange[], context: number): readonly LineChange[][] {
  const hunks: LineChange[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    const hunk = hunks.at(-1);
    if (hunk && change.oldStart - end <= 2 * context) hunk.push(change);
    else hunks.push([change]);
    end = change.oldStart + change.oldLines.length;
  }
  return hunks;
}

function printHunk(
  hunk: readonly LineChange[],
  oldLines: readonly string[],
  newLines: readonly string[],
  context: number,
): string {
  const first = hunk[0];
  const last = hunk.at(-1);
  if (!first || !last) return '';
  const lead = Math.min(context, first.oldStart, first.newStart);
  const oldStart = first.oldStart - lead;
  const newStart = first.newStart - lead;
  const oldEnd = Math.min(oldLines.length, last.oldStart + last.oldLines.length + context);
  const newEnd = Math.min(newLines.length, last.newStart + last.newLines.length + context);
  const body: string[] = [];
  let at = oldStart;
  for (const change of hunk) {
    body.push(
      marked(' ', oldLines.slice(at, change.oldStart)),
      marked('-', change.oldLines),
      marked('+', change.newLines),
    );
    at = change.oldStart + change.oldLines.length;
  }
  body.push(marked(' ', oldLines.slice(at, oldEnd)));
  return `@@ -${range(oldStart, oldEnd)} +${range(newStart, newEnd)} @@\n${body.join('')}`;
}

function marked(sign: string, lines: readonly string[]): string {
  return lines.map(line => mark(sign, line)).join('');
}

function mark(sign: string, line: string): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** One-based; an empty range names the line before it. */
function range(start: number, end: number): string {
  const count = end - start;
  const from = count === 0 ? start : start + 1;
  return count === 1 ? `${from}` : `${from},${count}`;
}
