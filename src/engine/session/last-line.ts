import {type LogCursor, logCursor} from '../../core/index.ts';
import {foldOutput} from '../../screen/index.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';

/** Enough for any question a program asks. */
const LOOK_BACK = 2048;

/** The text a program left on the cursor's line, since `from`; empty when its output ended with a line feed. */
export function lastLine(source: {recent: RecentOutput; tracker: SessionTracker}, from: LogCursor): string {
  const end = source.tracker.outputEnd;
  const start = logCursor(Math.max(from, end - LOOK_BACK));
  const bytes = source.recent.slice(start, end);
  if (!bytes) return '';
  const after = bytes.subarray(bytes.lastIndexOf(10) + 1);
  return foldOutput(after, {columns: source.tracker.cols}).trimEnd();
}
