/** How long a pause of `gapMs` lasts when it is shown: no longer than the limit, where there is one. */
export function shownPauseMs(gapMs: number, idleLimitMs: number | null): number {
  return idleLimitMs === null ? gapMs : Math.min(gapMs, idleLimitMs);
}
