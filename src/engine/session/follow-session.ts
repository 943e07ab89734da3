import type {TerminalLink, TerminalNotice} from '../../core/index.ts';
import {OverByNow} from '../command/over-by-now.ts';
import {trackLog} from '../projection/track-log.ts';
import {recallTyped} from './recall-typed.ts';
import {Session} from './session.ts';
import type {SessionServices} from './session-services.ts';

/** Follows a terminal from now on; what its log already holds is read first, so nothing is missed in between. Errors: those of the log. */
export async function followSession(link: TerminalLink, services: SessionServices): Promise<Session> {
  const early: TerminalNotice[] = [];
  let deliver = (notice: TerminalNotice): void => void early.push(notice);
  const subscription = link.onNotice(notice => deliver(notice));
  let session: Session | null = null;
  try {
    const known = await trackLog(link.facts, link.log);
    const {tracker, last} = known;
    tracker.output(tracker.outputEnd, Math.max(tracker.lines, link.standing.lines));
    // The log has lost its end.
    if (link.log.nextSeq < link.standing.seq && !link.standing.runsCommand)
      tracker.foundIdle(last.atMs, {readsLine: link.standing.readsLine ?? true});
    session = new Session(link, known, services);
    session.overByNow = new OverByNow(session);
    await session.foreground.warmUp();
    await recallTyped(session);
    const {notices} = session;
    deliver = notice => notices.handle(notice);
    notices.begin(early, subscription);
    return session;
  } catch (error) {
    subscription[Symbol.dispose]();
    session?.notices[Symbol.dispose]();
    throw error;
  }
}
