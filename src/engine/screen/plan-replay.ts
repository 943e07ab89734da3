import {type LogCursor, logCursor} from '../../core/index.ts';
import type {AlternateStretch, UnsureStretch} from './screen-history.ts';

/** Of the primary screen this much is replayed: more than any scrollback kept. */
const PRIMARY_BYTES = 2 * 1024 * 1024;
/** A full-screen program draws what stays only once; so far back its beginning is looked for. */
const ALTERNATE_BYTES = 32 * 1024 * 1024;
/** Of the primary screen before a full-screen program, when that alone is more than is replayed. */
const BEFORE_BYTES = 256 * 1024;

export interface ReplayPlan {
  readonly from: LogCursor;
  /** The replay begins on the alternate screen: what switched it on is not part of it. */
  readonly beginsAlternate: boolean;
  /** Full-screen programs that have ended and began long ago. In their place the alternate screen is switched on. */
  readonly skips: readonly {readonly from: LogCursor; readonly to: LogCursor}[];
}

/** Which bytes of the stream, of which the log has those from `oldest` on, make the screen that stands at `to`. */
export function planReplay(
  stretches: readonly AlternateStretch[],
  {
    oldest,
    to,
    unsure = [],
  }: {readonly oldest: LogCursor; readonly to: LogCursor; readonly unsure?: readonly UnsureStretch[]},
): ReplayPlan {
  const ended = (stretch: AlternateStretch): boolean => stretch.to !== null && stretch.to < to;
  const window = Math.max(oldest, to - PRIMARY_BYTES);
  let from = window;
  const inside = stretches.find(stretch => stretch.from < from && !(stretch.to !== null && stretch.to <= from));
  if (inside) {
    const before = Math.max(oldest, inside.from - BEFORE_BYTES);
    from = ended(inside) ? before : Math.max(before, to - ALTERNATE_BYTES);
    // What is before it may itself be the end of a full-screen program.
    const earlier = stretches.find(
      other => other !== inside && other.from < from && other.to !== null && other.to > from,
    );
    if (earlier?.to) from = earlier.to;
  }
  // Which screen is drawn on there nobody knows before the next switch.
  from = Math.min(to, unsure.find(stretch => stretch.from < from && stretch.to > from)?.to ?? from);
  const begins = stretches.find(stretch => stretch.from < from && (stretch.to === null || stretch.to > from));
  return {
    from: logCursor(from),
    beginsAlternate: begins !== undefined,
    skips: stretches.flatMap(stretch => {
      // What is replayed anyway is replayed whole: a full-screen program, too, may leave modes behind.
      if (stretch.from >= window) return [];
      const start = Math.max(stretch.from, from);
      return stretch.to !== null && ended(stretch) && stretch.to > start
        ? [{from: logCursor(start), to: stretch.to}]
        : [];
    }),
  };
}
