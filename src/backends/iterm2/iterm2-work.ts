/** What the backend does once iTerm2 is needed. It loads iTerm2's protocol, which nobody else has to. */
import {
  CottyError,
  type ForeignTerminal,
  type LayoutWindow,
  type OpenOptions,
  type SessionId,
  type SplitDirection,
  type TerminalFacts,
} from '../../core/index.ts';
import {
  activateSession,
  closeSession,
  createTab,
  type Iterm2Layout,
  type Iterm2Session,
  listSessions,
  noSession,
  profileNames,
  readFocus,
  readVariables,
  resizeSession,
  type SessionWishes,
  sessionsOf,
  setName,
  splitPane,
} from '../../iterm2-api/index.ts';
import {newNonce} from '../../log/index.ts';
import {openedFacts} from '../application/prepare-opening.ts';
import {packageVersion} from '../pty/package-version.ts';
import {readMemory} from '../recording/terminal-memory.ts';
import {adoptedSessionFacts} from './adopted-session.ts';
import {type FollowContext, followSession, MEMORY, readPlace} from './follow-session.ts';
import {Iterm2Connection} from './iterm2-connection.ts';
import {prepareScript} from './prepare-script.ts';
import type {SessionLink} from './session-link.ts';

export interface Iterm2WorkOptions extends Omit<FollowContext, 'connection'> {
  readonly env: NodeJS.ProcessEnv;
  readonly iterm2?: NodeJS.ProcessEnv | undefined;
  /** A person may be asked to let us in. */
  readonly mayAsk: boolean;
  /** The links that live, by their sessions' ids. */
  readonly links: ReadonlyMap<SessionId, SessionLink>;
}

/** Where a new session stands. */
export type Place =
  | {readonly type: 'tab'; readonly besideGuid: string | null}
  | {readonly type: 'split'; readonly guid: string; readonly direction: SplitDirection};

export class Iterm2Work implements Disposable {
  readonly #options: Iterm2WorkOptions;
  readonly #connection: Iterm2Connection;

  private constructor(options: Iterm2WorkOptions, connection: Iterm2Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  /** Errors: `server_unavailable` when iTerm2 or its API is not there, `denied` when it does not let us in. */
  static async connect(options: Iterm2WorkOptions): Promise<Iterm2Work> {
    const {iterm2: env = options.env, mayAsk, shows = []} = options;
    const library = ['cotty', libraryVersion()] as const;
    const connection = await Iterm2Connection.open({
      env,
      name: 'cotty',
      library,
      mayAsk,
      offersStatusBar: shows.includes('status_bar'),
    });
    return new Iterm2Work(options, connection);
  }

  get isLost(): boolean {
    return this.#connection.isLost;
  }

  async open(place: Place, options: OpenOptions, signal: AbortSignal | undefined): Promise<SessionLink> {
    const {records, env} = this.#options;
    const {api} = this.#connection;
    // Marks of a shell are seen by nobody who only reads the screen.
    const integration = this.#connection.fallback ? false : options.integration;
    using opening = await prepareScript({...options, integration}, {records, env});
    let guid: string | undefined;
    try {
      guid = await this.#make(place, {command: opening.script.command, profile: options.profile});
      const {cols, rows} = options;
      if (cols !== undefined || rows !== undefined) await resizeSession(api, guid, opening.cols, opening.rows);
      const started = await opening.script.started(signal);
      if (options.name !== undefined) await setName(api, guid, options.name).catch(() => undefined);
      const session = await this.#session(guid);
      const {memory, program} = opening;
      const facts = openedFacts('iterm2', opening, {...started, cols: session.cols, rows: session.rows});
      const following = {session, memory, facts, isForeign: false, isNew: true, nonceOffer: program.nonceOffer};
      const link = await followSession(following, this.#context);
      await opening.script.go();
      return link;
    } catch (error) {
      opening.giveUp();
      if (guid !== undefined) await closeSession(api, guid).catch(() => undefined);
      throw error;
    }
  }

  async discover(): Promise<readonly ForeignTerminal[]> {
    const {api} = this.#connection;
    const sessions = sessionsOf(await listSessions(api));
    const found = await Promise.all(
      sessions.map(async ({id, title}): Promise<readonly ForeignTerminal[]> => {
        const names = ['name', 'path', 'jobName', 'tty', MEMORY] as const;
        const told = await readVariables(api, id, names).catch(() => null);
        // Without a tty of this machine's there is nothing that could be adopted.
        if (told === null || told[MEMORY] !== null || typeof told.tty !== 'string') return [];
        const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
        return [
          {id, backend: 'iterm2', title: text(told.name) ?? title, cwd: text(told.path), program: text(told.jobName)},
        ];
      }),
    );
    return found.flat();
  }

  /** Errors: `unknown_session`, `denied` when cotty has it already, `not_supported`. */
  async adopt(guid: string): Promise<SessionLink> {
    const session = await this.#session(guid);
    const told = await readVariables(this.#connection.api, guid, [MEMORY]);
    if (told[MEMORY] !== null) throw takenAlready(guid);
    const sessionId = this.#options.records.newSessionId();
    const facts = await adoptedSessionFacts(this.#connection.api, sessionId, session);
    const memory = {sessionId, nonce: newNonce(), eventKey: newNonce(), nested: []};
    return followSession({session, memory, facts, isForeign: true, isNew: true}, this.#context);
  }

  /** One that was followed by a server of cotty's before us; null when it is there no more. */
  async resume(facts: TerminalFacts): Promise<SessionLink | null> {
    const {sessionId, pid, tty} = facts;
    const place = readPlace(this.#options.records.place(sessionId));
    if (!place || pid === null || tty === null) return null;
    const {api} = this.#connection;
    const session = sessionsOf(await listSessions(api)).find(({id}) => id === place.guid);
    if (!session) return null;
    const told = (await readVariables(api, session.id, [MEMORY]))[MEMORY];
    const memory = readMemory(typeof told === 'string' ? told : '');
    if (memory?.sessionId !== sessionId) return null;
    const {cols, rows} = session;
    const now = {...facts, pid, tty, cols, rows};
    return followSession({session, memory, facts: now, isForeign: place.isForeign, isNew: false}, this.#context);
  }

  async windows(): Promise<readonly LayoutWindow[]> {
    const {api} = this.#connection;
    const [layout, focus] = await Promise.all([listSessions(api), readFocus(api)]);
    const sessionIn = (guid: string): SessionId | null =>
      [...this.#options.links.values()].find(link => link.facts.alive && link.guid === guid)?.facts.sessionId ?? null;
    return layout.windows.map(({id, number, tabs}) => ({
      id,
      title: `Window ${number + 1}`,
      tabs: tabs.map(({id: tab, sessions}) => ({
        id: tab,
        title: (sessions.find(session => focus.sessions.has(session.id)) ?? sessions[0])?.title ?? '',
        panes: sessions.map(session => ({
          id: session.id,
          sessionId: sessionIn(session.id),
          isFocused: focus.sessions.has(session.id),
          cols: session.cols,
          rows: session.rows,
        })),
      })),
    }));
  }

  profiles(): Promise<readonly string[]> {
    return profileNames(this.#connection.api);
  }

  async focus(guid: string): Promise<void> {
    await activateSession(this.#connection.api, guid);
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  get #context(): FollowContext {
    return {...this.#options, connection: this.#connection};
  }

  async #make(place: Place, wishes: SessionWishes): Promise<string> {
    const {api} = this.#connection;
    if (place.type === 'split') return splitPane(api, place.guid, place.direction === 'horizontal', wishes);
    const window = windowFor(place.besideGuid, await listSessions(api), this.#options.links);
    return createTab(api, window, wishes);
  }

  async #session(guid: string): Promise<Iterm2Session> {
    const session = sessionsOf(await listSessions(this.#connection.api)).find(({id}) => id === guid);
    if (session) return session;
    throw noSession(guid);
  }
}

/** The window of whoever opens it; else one in which cotty has a session; else a new one, null. */
function windowFor(
  besideGuid: string | null,
  {windows}: Iterm2Layout,
  links: ReadonlyMap<SessionId, SessionLink>,
): string | null {
  const own = new Set([...links.values()].filter(link => link.facts.alive && !link.isForeign).map(({guid}) => guid));
  const has = (wanted: (guid: string) => boolean): string | undefined =>
    windows.find(({tabs}) => tabs.some(({sessions}) => sessions.some(({id}) => wanted(id))))?.id;
  return has(guid => guid === besideGuid) ?? has(guid => own.has(guid)) ?? null;
}

/** Two numbers, as iTerm2 reads them. */
function libraryVersion(): string {
  return /^\d+\.\d+/.exec(packageVersion())?.[0] ?? '1.0';
}

function takenAlready(guid: string): CottyError {
  return new CottyError(
    'denied',
    `The session ${guid} of iTerm2 is a session of cotty's already, perhaps of another COTTY_HOME.`,
    'manage_session action=list names the sessions there are.',
  );
}
