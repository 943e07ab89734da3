/**
 * What a terminal must have printed, as far as two looks at its text tell. Lines that were added are added; where anything else was
 * changed, or where nobody knows what stood there before (null), the last screen is drawn anew. Colours, and what came and went between two looks, are not in it.
 */
export function changeOf(before: string | null, after: string, rows: number): string {
  const now = linesOf(after);
  const added = before === null ? null : addedTo(linesOf(before), now);
  if (added !== null) return added;
  return `\x1b[H\x1b[2J${now.slice(-rows).join('\r\n')}`;
}

/** Without the empty lines below the last that says something. */
function linesOf(text: string): readonly string[] {
  // It is shown as text: no sequence in it is obeyed.
  const lines = text
    .split(/\r\n|\r|\n/)
    .map(line => line.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' '));
  return lines.slice(0, lines.findLastIndex(line => line.trim() !== '') + 1);
}

/** Null where it is more than lines behind the others. */
function addedTo(old: readonly string[], now: readonly string[]): string | null {
  const last = old.length - 1;
  const open = old[last] ?? '';
  // The oldest lines may be gone meanwhile: the old ones are looked for from where they stood, upwards.
  for (let gone = 0; gone <= last; gone++) {
    const kept = last - gone;
    const line = now[kept];
    if (line === undefined || !line.startsWith(open)) continue;
    if (!isSame(old, gone, now, kept)) continue;
    return [line.slice(open.length), ...now.slice(kept + 1)].join('\r\n');
  }
  return old.length === 0 ? now.join('\r\n') : null;
}

function isSame(old: readonly string[], gone: number, now: readonly string[], count: number): boolean {
  for (let at = 0; at < count; at++) if (old[gone + at] !== now[at]) return false;
  return true;
}
