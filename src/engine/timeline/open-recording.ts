import {eventSeq, type SessionId, type SessionLogView} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import {RecentOutput} from '../output/recent-output.ts';
import {trackLog} from '../projection/track-log.ts';
import type {TrackedFacts} from '../projection/tracker-parts.ts';
import {ScreenKeepers} from '../screen/screen-keeper.ts';
import {LogFootage} from './log-footage.ts';

export interface Recording extends AsyncDisposable {
  readonly footage: LogFootage;
}

export interface RecordedSession {
  readonly sessionId: SessionId;
  readonly name: string;
  readonly log: SessionLogView;
  /** Masks what is secret; null: nothing is. */
  readonly secrets: SecretMask | null;
}

/** Footage of a session, living or ended, from its log alone, with no server. Throws when aborted. */
export async function openRecording(
  {sessionId, name, log, secrets}: RecordedSession,
  signal?: AbortSignal,
): Promise<Recording> {
  const {tracker} = await trackLog(await startOf(log), log);
  const screens = new ScreenKeepers('0');
  const source = {log, tracker, recent: new RecentOutput(), secrets};
  const footage = await LogFootage.open({sessionId, name, source}, screens, signal);
  return {
    footage,
    async [Symbol.asyncDispose]() {
      footage[Symbol.dispose]();
      await screens[Symbol.asyncDispose]();
    },
  };
}

/** As its first event tells; what a log without one is like is not known. */
async function startOf(log: SessionLogView): Promise<TrackedFacts> {
  for await (const event of log.events(eventSeq(0), {output: false})) {
    if (event.type === 'open') return event;
    break;
  }
  return {cols: 80, rows: 24, shellFamily: 'other', integration: 'none', cwd: '/'};
}
