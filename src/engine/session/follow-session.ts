import type {TerminalLink, TerminalNotice, TerminalView} from '../../core/index.ts';
import {OverByNow} from '../command/over-by-now.ts';
import type {Replayed} from '../projection/replay-log.ts';
import {trackLog} from '../projection/track-log.ts';
import {Session} from './session.ts';
import type {SessionServices} from './session-services.ts';

/** Follows a terminal from now on; what its log already holds is read first, so nothing is missed in between. */
export async function followSession(link: TerminalLink, services: SessionServices): Promise<Session> {
  const early: TerminalNotice[] = [];
  let deliver = (notice: TerminalNotice): void => void early.push(notice);
  const subscription = link.onNotice(notice => deliver(notice));
  const known = await trackLog(link.facts, link.log);
  const {tracker, last} = known;
  tracker.output(tracker.outputEnd, Math.max(tracker.lines, link.standing.lines));
  if (!link.standing.runsCommand && (await hasLostEvents(link, last)))
    tracker.foundIdle(last.atMs, {readsLine: link.standing.readsLine ?? true});
  const session = new Session(link, known, services);
  session.overByNow = new OverByNow(session);
  await session.foreground.warmUp();
  const {notices} = session;
  deliver = notice => notices.handle(notice);
  notices.begin(early, subscription);
  return session;
}

/** The owner of a terminal has told of more than its log still has. Output behind the last event is none that was lost. */
async function hasLostEvents(
  {standing, log}: Pick<TerminalView, 'standing' | 'log'>,
  last: Replayed,
): Promise<boolean> {
  if (last.seq + 1 >= standing.seq) return false;
  let {seq} = last;
  for await (const output of log.outputTimes(last.seq)) ({seq} = output);
  return seq + 1 < standing.seq;
}
