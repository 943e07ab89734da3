/** Reads sessions that ended before this server began: their logs are all that is needed. */
import type {Backend, CommandId, SessionId, TerminalFacts} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {OutputSource} from '../output/output-source.ts';
import {RecentOutput} from '../output/recent-output.ts';
import {MOST_KEPT} from '../projection/command-history.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isWorthKeeping, keepProjection, trackLog} from '../projection/track-log.ts';

/** How many logs a search for a command id opens at most, newest first. */
const SEARCH_LIMIT = 100;

export interface FinishedSession extends OutputSource {
  readonly id: SessionId;
  readonly facts: TerminalFacts;
}

export class FinishedSessions {
  readonly #backends: () => readonly Backend[];
  readonly #isFollowed: (id: SessionId) => boolean;
  readonly #secrets: SecretMask | null;
  /** Of sessions that were searched before: nothing is added to a log that has ended. */
  readonly #commands = new Map<SessionId, ReadonlySet<CommandId>>();

  /** Sessions that are followed are none of them. */
  constructor(backends: () => readonly Backend[], isFollowed: (id: SessionId) => boolean, secrets: SecretMask | null) {
    this.#backends = backends;
    this.#isFollowed = isFollowed;
    this.#secrets = secrets;
  }

  /** True when the log of that session is kept. */
  async has(id: SessionId): Promise<boolean> {
    const known = await Promise.all(this.#backends().map(backend => backend.known()));
    return known.flat().includes(id);
  }

  /** Rebuilds a finished session's projections from its log. */
  async read(id: SessionId): Promise<FinishedSession | undefined> {
    for (const backend of this.#backends()) {
      const kept = await backend.recall(id);
      if (!kept) continue;
      const tracked = await trackLog(kept.facts, kept.log);
      const {tracker, last, keptSeq} = tracked;
      if (isWorthKeeping(last.seq - keptSeq)) keepProjection(tracked, kept.log);
      if (tracker.phase !== 'exited') tracker.lost(last.atMs);
      return {
        id,
        facts: kept.facts,
        log: kept.log,
        recent: new RecentOutput(),
        tracker,
        secrets: this.#secrets,
        outputBeginnings: new Map(),
      };
    }
    return undefined;
  }

  /** Looks for a command among the newest finished sessions. */
  async command(id: CommandId): Promise<{session: FinishedSession; record: CommandRecord} | undefined> {
    for (const backend of this.#backends()) {
      const known = (await backend.known()).filter(sessionId => !this.#isFollowed(sessionId));
      for (const sessionId of known.slice(-SEARCH_LIMIT).reverse()) {
        if (this.#commands.get(sessionId)?.has(id) === false) continue;
        const session = await this.read(sessionId);
        const record = session?.tracker.command(id);
        if (session && record) return {session, record};
        if (session) this.#remember(session);
      }
    }
    return undefined;
  }

  #remember({id, tracker}: FinishedSession): void {
    if (!tracker.exit) return;
    this.#commands.set(id, new Set(tracker.recentCommands(MOST_KEPT).map(({commandId}) => commandId)));
    const [oldest] = this.#commands.keys();
    if (this.#commands.size > 2 * SEARCH_LIMIT && oldest) this.#commands.delete(oldest);
  }
}
