/** Reads sessions that ended before this server began: their logs are all that is needed. */
import type {Backend, CommandId, SessionId} from '../../core/index.ts';
import type {OutputSource} from '../output/output-source.ts';
import {RecentOutput} from '../output/recent-output.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {replayLog} from '../projection/replay-log.ts';
import {SessionTracker} from '../projection/session-tracker.ts';

/** How many logs a search for a command id opens at most, newest first. */
const SEARCH_LIMIT = 100;

export interface FinishedSession extends OutputSource {
  readonly id: SessionId;
}

export class FinishedSessions {
  readonly #backends: readonly Backend[];

  constructor(backends: readonly Backend[]) {
    this.#backends = backends;
  }

  /** True when the log of that session is kept. */
  async has(id: SessionId): Promise<boolean> {
    const known = await Promise.all(this.#backends.map(backend => backend.known()));
    return known.flat().includes(id);
  }

  /** Rebuilds a finished session's projections from its log. */
  async read(id: SessionId): Promise<FinishedSession | undefined> {
    for (const backend of this.#backends) {
      const kept = await backend.recall(id);
      if (!kept) continue;
      const tracker = new SessionTracker(kept.facts);
      const {atMs} = await replayLog(tracker, kept.log);
      if (tracker.phase !== 'exited') tracker.lost(atMs);
      return {id, log: kept.log, recent: new RecentOutput(), tracker, heads: new Map()};
    }
    return undefined;
  }

  /** Looks for a command among the newest finished sessions. */
  async command(id: CommandId): Promise<{session: FinishedSession; record: CommandRecord} | undefined> {
    for (const backend of this.#backends) {
      const known = await backend.known();
      for (const sessionId of known.slice(-SEARCH_LIMIT).reverse()) {
        const session = await this.read(sessionId);
        const record = session?.tracker.command(id);
        if (session && record) return {session, record};
      }
    }
    return undefined;
  }
}
