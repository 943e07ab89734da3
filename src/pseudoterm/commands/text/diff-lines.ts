export interface LineChange {
  /** Zero-based line where the change begins, in each text. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

interface DiffOptions {
  /** Lines with the same key are the same. */
  readonly key?: ((line: string) => string) | undefined;
  readonly signal?: AbortSignal;
}

/** Lines with their line ends, so that a missing final line feed is a difference. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Most edits looked for; beyond, the differing middle is one change. Bounds memory at about 32 MB. */
const MOST_EDITS = 2_000;

/**
 * The shortest set of changes between two texts, by Myers' greedy algorithm ("An O(ND) difference algorithm and its
 * variations", 1986) after the common head and tail are set aside.
 */
export function diffLines(oldText: string, newText: string, {key, signal}: DiffOptions = {}): readonly LineChange[] {
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  const a = key ? oldLines.map(key) : oldLines;
  const b = key ? newLines.map(key) : newLines;
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = editsBetween(a.slice(head, a.length - tail), b.slice(head, b.length - tail), signal);
  return middle.map(({oldStart, oldEnd, newStart, newEnd}) => ({
    oldStart: oldStart + head,
    newStart: newStart + head,
    oldLines: oldLines.slice(oldStart + head, oldEnd + head),
    newLines: newLines.slice(newStart + head, newEnd + head),
  }));
}

interface Span {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

function editsBetween(a: readonly string[], b: readonly string[], signal: AbortSignal | undefined): readonly Span[] {
  if (a.length === 0 && b.length === 0) return [];
  const whole = {oldStart: 0, oldEnd: a.length, newStart: 0, newEnd: b.length};
  if (a.length === 0 || b.length === 0) return [whole];
  const trace = forward(a, b, signal);
  return trace ? backward(trace, a.length, b.length) : [whole];
}

/** Furthest reaching paths after 0, 1, 2… edits; undefined when there are too many. */
function forward(
  a: readonly string[],
  b: readonly string[],
  signal: AbortSignal | undefined,
): Int32Array[] | undefined {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const trace: Int32Array[] = [];
  let previous = new Int32Array(3);
  for (let edits = 0; edits <= most; edits++) {
    signal?.throwIfAborted();
    const reach = new Int32Array(2 * edits + 3);
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : startOf(previous, edits - 1, k);
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      reach[k + edits + 1] = x;
      if (x >= a.length && y >= b.length) return [...trace, reach];
    }
    trace.push(reach);
    previous = reach;
  }
  return undefined;
}

/** Where diagonal `k` starts, given the reaches after `edits` edits. */
function startOf(reach: Int32Array, edits: number, k: number): number {
  const at = (diagonal: number) => (Math.abs(diagonal) > edits ? -1 : (reach[diagonal + edits + 1] ?? -1));
  const down = at(k + 1);
  const right = at(k - 1) < 0 ? -1 : at(k - 1) + 1;
  return Math.max(down, right);
}

function backward(trace: readonly Int32Array[], oldEnd: number, newEnd: number): readonly Span[] {
  const spans: Span[] = [];
  let x = oldEnd;
  let y = newEnd;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const k = x - y;
    const before = trace[edits - 1] ?? new Int32Array(3);
    const start = startOf(before, edits - 1, k);
    const up = Math.abs(k + 1) > edits - 1 ? -1 : (before[k + 1 + edits] ?? -1);
    const isInsertion = up === start;
    const from = isInsertion ? {x: start, y: start - k - 1} : {x: start - 1, y: start - k};
    join(spans, {oldStart: from.x, oldEnd: start, newStart: from.y, newEnd: start - k});
    x = from.x;
    y = from.y;
  }
  return spans.toReversed();
}

/** Edits come last to first; neighbours become one. */
function join(spans: Span[], edit: Span): void {
  const next = spans.at(-1);
  if (next && next.oldStart === edit.oldEnd && next.newStart === edit.newEnd) {
    next.oldStart = edit.oldStart;
    next.newStart = edit.newStart;
  } else spans.push(edit);
}
