import type {Fragment} from './page-fragments.ts';

/**
 * A page is set in columns when, in the order of its stream, the text jumps back up and to the right, and then goes on for
 * long: by a good part of the page, or from one piece of prose to another beside it. Cells of tables jump up too, but
 * only by some lines, and more often.
 */
export function inColumns(fragments: readonly Fragment[], width: number): boolean {
  const runs = runsOf(fragments.filter(fragment => fragment.text.trim() !== ''));
  let jumps = 0;
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1];
    const last = before?.at(-1);
    const [first] = run;
    if (!before || !last || !first || first.x <= last.x + width * 0.2) continue;
    if (first.y > last.y + first.size * 12 || areColumns(before, run)) jumps++;
  }
  return jumps > 0 && jumps <= 3;
}

/** Pieces of the stream that go down the page; raised letters are no jump. */
function runsOf(fragments: readonly Fragment[]): Fragment[][] {
  const runs: Fragment[][] = [];
  let last: Fragment | undefined;
  for (const fragment of fragments) {
    if (last && fragment.y <= last.y + fragment.size * 2.5) runs.at(-1)?.push(fragment);
    else runs.push([fragment]);
    last = fragment;
  }
  return runs;
}

/** Several lines of prose each, one beside the other. */
function areColumns(left: readonly Fragment[], run: readonly Fragment[]): boolean {
  const [first] = run;
  // Below the columns the text may go on in full width.
  const end = run.findIndex(({x, size}) => first !== undefined && x < first.x - size);
  const right = end < 0 ? run : run.slice(0, end);
  const top = Math.max(...right.map(({y}) => y));
  const beside = left.filter(({y, size}) => y <= top + size);
  const start = Math.min(...right.map(({x}) => x));
  return isProse(beside) && isProse(right) && beside.every(({x, width}) => x + width < start);
}

function isProse(fragments: readonly Fragment[]): boolean {
  const lines = new Set(fragments.map(({y}) => Math.round(y))).size;
  const letters = fragments.reduce((sum, {text}) => sum + text.length, 0);
  return lines >= 5 && letters / lines >= 28;
}
