/** Which session a call is meant for: the one it names, the caller's active one, one that is free, or a new one. */
import {CottyError, isCottyError, type OpenOptions, parseSessionId, type SessionId} from '../../core/index.ts';
import type {Permits} from '../guard/permits.ts';
import type {Session} from '../session/session.ts';
import {sessionClosed} from '../session/session-closed.ts';
import type {Abandonment} from './abandonment.ts';
import {activeStandsWith, isAtWork, isFree, standsWith} from './at-work.ts';
import type {Backends} from './backends.ts';
import type {Caller} from './caller.ts';
import type {FinishedSessions} from './finished-sessions.ts';

export interface MeantSessionOptions {
  /** Living ones, and those that ended in this server's life. */
  readonly sessions: ReadonlyMap<SessionId, Session>;
  /** By id, unique id prefix or name. Throws `unknown_session`. */
  readonly session: (reference: string) => Session;
  readonly open: (options: Pick<OpenOptions, 'cwd' | 'baseEnv'>) => Promise<Session>;
  readonly backends: Pick<Backends, 'retry' | 'failureOf' | 'holds'>;
  readonly finished: Pick<FinishedSessions, 'has'>;
  readonly abandonment: Pick<Abandonment, 'opened' | 'used'>;
  readonly permits: Permits | undefined;
}

/** A caller's active session that a command did not run in, and why. */
export interface LeftSession {
  readonly session: Session;
  readonly why: 'at work' | 'elsewhere';
}

export class MeantSession {
  readonly #options: MeantSessionOptions;
  /** Sessions on their way, by the caller they are opened for. */
  readonly #openings = new Map<string, Promise<Session>>();
  /** The caller a session was opened for by itself. */
  readonly #openedFor = new WeakMap<Session, string>();

  constructor(options: MeantSessionOptions) {
    this.#options = options;
  }

  /** A session that was taken over had been opened for this caller by itself. */
  adopted(session: Session, key: string): void {
    this.#openedFor.set(session, key);
  }

  /** The session a call means: the named one, the caller's active one, or a new one. Naming one does not make it active. */
  async of(caller: Caller, reference: string | undefined): Promise<{session: Session; created: boolean}> {
    const known = reference === undefined ? this.#activeSession(caller) : await this.#named(reference);
    if (known) {
      this.#options.abandonment.used(known, caller);
      return {session: known, created: false};
    }
    const session = await this.#openFor(caller);
    this.#openedByItself(session, caller);
    return {session, created: true};
  }

  /**
   * As {@link of}, for whoever types or ends something. A caller who had no active session has this one from now on.
   * Throws `denied` for the session the caller runs in.
   */
  async toDrive(caller: Caller, reference: string | undefined): Promise<{session: Session; created: boolean}> {
    const found = await this.of(caller, reference);
    this.refuseOwn(caller, found.session);
    if (!found.session.isClosed && !this.#activeSession(caller)) caller.activeSessionId = found.session.id;
    return found;
  }

  /**
   * As {@link toDrive}, for a command that is meant for where the caller stands. An active session that stands elsewhere, and was
   * not chosen from here, or in which another command has its turn, is told as the one that was `left`: another one of theirs that is
   * free here, or a new one, is the active one from now on.
   */
  async here(caller: Caller): Promise<{session: Session; created: boolean; left: LeftSession | null}> {
    const active = this.#activeSession(caller);
    const standsHere = active !== undefined && activeStandsWith(active, caller);
    if (!active || (standsHere && active.turns.length === 0))
      return {...(await this.toDrive(caller, undefined)), left: null};
    const left = {session: active, why: standsHere ? 'at work' : 'elsewhere'} as const;
    return {...(await this.#freeOrNew(caller, caller.cwd, true)), left};
  }

  /**
   * For a caller that named no session and whose active one is in use: another one of theirs that is free, or a new one beside it. It is
   * the active one from now on. Null when what runs there waits for input, so that the caller should look at it, unless `leavesWaiting`
   * says that this caller does not look.
   */
  async beside(
    caller: Caller,
    busy: Session,
    {leavesWaiting = false}: {readonly leavesWaiting?: boolean | undefined} = {},
  ): Promise<{session: Session; created: boolean; wasAtWork: boolean} | null> {
    const wasAtWork = await isAtWork(busy);
    if (!wasAtWork && !leavesWaiting) return null;
    return {...(await this.#freeOrNew(caller, busy.tracker.cwd || caller.cwd, leavesWaiting)), wasAtWork};
  }

  /** Throws `denied` when the session is the one the caller runs in: what it types would go to itself. */
  refuseOwn(caller: Caller, session: Session): void {
    if (caller.insideSessionId !== session.id && !this.#options.backends.holds(session.id, caller.env)) return;
    throw new CottyError(
      'denied',
      `${session.id} is the session you run in yourself.`,
      'Use another session: leave session_id out for one of your own, or open one with manage_session action=create. To end this one, exit its shell.',
    );
  }

  /** The new one begins in `cwd`; with `isForHere` the free one stands with the caller. */
  async #freeOrNew(caller: Caller, cwd: string | undefined, isForHere: boolean) {
    const theirs = [...this.#options.sessions.values()].filter(session => this.#openedFor.get(session) === caller.key);
    const free = theirs.find(session => isFree(session) && (!isForHere || standsWith(session, caller.cwd)));
    const session = free ?? (await this.#openUnasked(caller, cwd));
    if (free) this.#options.abandonment.used(free, caller);
    this.#openedByItself(session, caller);
    return {session, created: !free};
  }

  async #openUnasked({actor, env}: Caller, cwd: string | undefined): Promise<Session> {
    const place = {id: null, name: null, cwd: cwd ?? null};
    await this.#options.permits?.require(actor, {
      tool: 'manage_session:create',
      reads: false,
      place,
      call: 'manage_session create',
    });
    return this.#options.open({cwd, baseEnv: env});
  }

  #openedByItself(session: Session, caller: Caller): void {
    if (!this.#openedFor.has(session)) this.#options.abandonment.opened(session, caller);
    this.#openedFor.set(session, caller.key);
    caller.activeSessionId = session.id;
  }

  /** Of a session that ended before this server began nothing is followed; it is told from one that never was. */
  async #named(reference: string): Promise<Session> {
    try {
      return this.#options.session(reference);
    } catch (error) {
      if (!isCottyError(error, 'unknown_session')) throw error;
      // It may live on one that could not be started until now.
      if (await this.#options.backends.retry()) return this.#named(reference);
      const id = parseSessionId(reference);
      if (id && (await this.#options.finished.has(id))) throw sessionClosed(id, null);
      throw this.#options.backends.failureOf(reference) ?? error;
    }
  }

  #activeSession({activeSessionId, insideSessionId}: Caller): Session | undefined {
    const session = activeSessionId ? this.#options.sessions.get(activeSessionId) : undefined;
    const isOver = session?.isClosed || session?.state === 'closing';
    return isOver || activeSessionId === insideSessionId ? undefined : session;
  }

  /** Calls that a caller makes at once are meant for one session. */
  #openFor(caller: Caller): Promise<Session> {
    const {key} = caller;
    const opening =
      this.#openings.get(key) ?? this.#openUnasked(caller, caller.cwd).finally(() => this.#openings.delete(key));
    this.#openings.set(key, opening);
    return opening;
  }
}
