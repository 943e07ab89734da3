import {
  type Backend,
  type Clock,
  CottyError,
  type ForeignTerminal,
  type OpenOptions,
  type PaneLayout,
  type ResumeOptions,
  type SessionId,
  type SessionLogView,
  type SplitDirection,
  systemClock,
  type TerminalFacts,
  type TerminalLink,
} from '../../core/index.ts';
import {newNonce, SessionLogReader} from '../../log/index.ts';
import {checkpointFile} from '../recording/checkpoint-file.ts';
import {
  listSessionDirectories,
  readFacts,
  type SessionDirectory,
  sessionDirectory,
  writeFacts,
} from '../recording/session-directory.ts';
import {SessionJournal} from '../recording/session-journal.ts';
import {readMemory, type TerminalMemory} from '../recording/terminal-memory.ts';
import {adoptedFacts, drawScreen} from './adopted-pane.ts';
import {foreignId, foreignTerminal, placeNamed} from './foreign-panes.ts';
import {newSessionId, type OpenedPane, openPane, type PanePlace} from './open-pane.ts';
import {dropPlaceholder, ownSession} from './own-session.ts';
import type {PaneFacts} from './pane-facts.ts';
import {PaneLink} from './pane-link.ts';
import {dropPaneMemory, forgetExit, keepExit, keepPaneMemory, takeExit} from './pane-memory.ts';
import type {PaneRow} from './pane-row.ts';
import {readPlace, type SessionPlace, writePlace} from './session-place.ts';
import {paneOf, socketNamed, socketsOf} from './sockets.ts';
import {TmuxLayout} from './tmux-layout.ts';
import {TmuxProgram} from './tmux-program.ts';
import {TmuxServer} from './tmux-server.ts';

export interface TmuxBackendOptions {
  /** COTTY_HOME. */
  readonly home: string;
  /** Where tmux is looked for, and what the environment of a session starts from that is opened without one. */
  readonly env: NodeJS.ProcessEnv;
  /** The server that sessions are opened on for callers outside of tmux: a path, as for `-S`, or a name, as for `-L`. Default tmux's own. */
  readonly socket?: string | undefined;
  /** Further arguments of tmux, e.g. `-f FILE` for a server that is started. */
  readonly args?: readonly string[] | undefined;
  readonly clock?: Clock | undefined;
  readonly maxLogBytes?: number | undefined;
}

/** Panes of tmux servers as terminals. Disposing it leaves them as they are: the next server of cotty's takes them over. */
export class TmuxBackend implements Backend {
  readonly kind = 'tmux';
  readonly layout: PaneLayout;
  readonly program: TmuxProgram;
  readonly #options: TmuxBackendOptions;
  readonly #servers = new Map<string, TmuxServer>();
  readonly #links = new Map<SessionId, PaneLink>();

  constructor(options: TmuxBackendOptions) {
    this.#options = options;
    this.program = new TmuxProgram(options.env, options.args);
    this.layout = new TmuxLayout({
      servers: () => this.#everyServer(),
      link: id => this.#links.get(id),
      sessionIn: (server, pane) => this.#linkIn(server, pane)?.facts.sessionId ?? null,
      split: (link, direction, opening, context) => this.#split(link, direction, opening, context),
    });
  }

  /** A window in the tmux session that the caller is in, which stays as it is; outside of tmux one in a session called `cotty`. */
  async open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink> {
    const home = paneOf(options.baseEnv ?? {});
    await this.program.version();
    const server = this.#server(home?.socket ?? this.#ownSocket);
    const session = home ? (await this.#required(server, home.pane)).session : await ownSession(server, options);
    const link = await this.#open(server, {type: 'window', session}, options, context);
    if (!home) await dropPlaceholder(server, session);
    return link;
  }

  /** The caller is in tmux, so that a person sees there what is opened. */
  suits({baseEnv}: Pick<OpenOptions, 'baseEnv'>): boolean {
    return baseEnv !== undefined && paneOf(baseEnv) !== undefined;
  }

  /** The terminal that a process of this environment runs in: a session's id, or what a foreign terminal is called. */
  terminalOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
    const place = paneOf(env);
    if (!place) return undefined;
    const link = this.#linkIn(this.#server(place.socket), place.pane);
    return link?.facts.sessionId ?? foreignId(place, this.#ownSocket);
  }

  async resume({isFollowed, onRefused}: ResumeOptions = {}): Promise<readonly TerminalLink[]> {
    const {home} = this.#options;
    const links: TerminalLink[] = [];
    for (const id of await this.known()) {
      const facts = readFacts(home, id);
      if (!facts?.alive || isFollowed?.(id)) continue;
      try {
        const link = await this.#resume(facts);
        if (link) links.push(link);
      } catch (error) {
        onRefused?.(id, error);
      }
    }
    return links;
  }

  async discover(): Promise<readonly ForeignTerminal[]> {
    const found = await Promise.all(
      this.#everyServer().map(async server => {
        const rows = await server.rows();
        const panes = new Map(rows.filter(row => !row.isDead && row.memory === '').map(row => [row.pane, row]));
        return [...panes.values()].map(row =>
          foreignTerminal(row, foreignId({...server, pane: row.pane}, this.#ownSocket)),
        );
      }),
    );
    return found.flat();
  }

  async adopt(id: string): Promise<TerminalLink> {
    const {socket, pane} = placeNamed(id, this.#ownSocket);
    const server = this.#server(socket);
    const row = await this.#required(server, pane);
    if (row.memory !== '' || this.#linkIn(server, pane)) throw takenAlready(id);
    const {home} = this.#options;
    const sessionId = newSessionId(home);
    const memory = {sessionId, nonce: newNonce(), eventKey: newNonce(), nested: []};
    return this.#begin(server, row, memory, {facts: await adoptedFacts(sessionId, row), isForeign: true, isNew: true});
  }

  async recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined> {
    const facts = sessionId.startsWith(ID_PREFIX) ? readFacts(this.#options.home, sessionId) : undefined;
    if (!facts) return undefined;
    const {root, log} = sessionDirectory(this.#options.home, sessionId);
    const reader = SessionLogReader.open(log, {follows: false, checkpoint: checkpointFile(root)});
    return {facts: {...facts, alive: this.#links.get(sessionId)?.facts.alive ?? false}, log: reader};
  }

  async known(): Promise<readonly SessionId[]> {
    return listSessionDirectories(this.#options.home).filter(id => id.startsWith(ID_PREFIX));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#links.values()].map(link => link[Symbol.asyncDispose]()));
    await Promise.all([...this.#servers.values()].map(server => server[Symbol.asyncDispose]()));
  }

  get #ownSocket(): string {
    const {socket = 'default', env} = this.#options;
    return socket.includes('/') ? socket : socketNamed(env, socket);
  }

  #server(socket: string): TmuxServer {
    const known = this.#servers.get(socket);
    if (known) return known;
    const server = new TmuxServer(socket, this.program);
    this.#servers.set(socket, server);
    return server;
  }

  /** Those that sessions are on or were opened from, and those that tmux keeps in its own folder. */
  #everyServer(): readonly TmuxServer[] {
    if (this.program.path === null) return [];
    const own = this.#options.socket?.includes('/') ? [this.#ownSocket] : socketsOf(this.#options.env);
    for (const socket of own) this.#server(socket);
    return [...this.#servers.values()];
  }

  #linkIn(server: TmuxServer, pane: string): PaneLink | undefined {
    return [...this.#links.values()].find(link => link.facts.alive && link.server === server && link.pane === pane);
  }

  async #required(server: TmuxServer, pane: string): Promise<PaneRow> {
    const row = await server.row(pane);
    if (row) return row;
    throw new CottyError(
      'unknown_session',
      `There is no pane ${pane} on the tmux server at ${server.socket}.`,
      'manage_session action=list names the panes there are.',
    );
  }

  async #split(
    link: PaneLink,
    direction: SplitDirection,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<TerminalLink> {
    const {session} = await this.#required(link.server, link.pane);
    return this.#open(link.server, {type: 'split', session, pane: link.pane, direction}, options, context);
  }

  #open(
    server: TmuxServer,
    place: PanePlace,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<TerminalLink> {
    const {home, env} = this.#options;
    return server.expecting(place.session, async () => {
      const opened = await openPane(server, place, options, {home, env, signal: context?.signal});
      const {row, memory, program} = opened;
      return this.#begin(server, row, memory, {
        facts: openedFacts(opened),
        isForeign: false,
        isNew: true,
        nonceOffer: program.nonceOffer,
      });
    });
  }

  /** Follows a pane from now on. */
  async #begin(
    server: TmuxServer,
    row: PaneRow,
    memory: TerminalMemory,
    {facts, isForeign, isNew, nonceOffer}: Beginning,
  ): Promise<PaneLink> {
    const {home, clock = systemClock, maxLogBytes} = this.#options;
    const {sessionId, nonce, eventKey} = memory;
    const directory = sessionDirectory(home, sessionId);
    const journal = new SessionJournal({
      directory: directory.log,
      nonce,
      eventKey,
      clock,
      segmentBytes: undefined,
      maxBytes: maxLogBytes,
    });
    if (isNew) {
      const {backend: _, alive: __, ...told} = facts;
      journal.append({type: 'open', ...told});
      writePlace(home, sessionId, {socket: server.socket, pane: row.pane, isForeign});
    }
    if (isForeign || !isNew) journal.goOnBehindGap(null);
    let known = memory;
    const link = new PaneLink({
      server,
      row,
      facts,
      directory: directory.root,
      journal,
      log: openLog(directory),
      isForeign,
      nonceOffer,
      keepNested: (shell, nested) => {
        known = {...known, nested: [...known.nested, {...shell, nonce: nested}]};
        keepPaneMemory(server, row.pane, known).catch(() => undefined);
      },
      remember: changed => this.#remember(changed),
      letGo: () => this.#letGo(server, row.pane, isForeign),
      onEnd: () => void this.#links.delete(sessionId),
    });
    for (const nested of memory.nested) link.recallNested(nested);
    this.#links.set(sessionId, link);
    this.#remember(facts);
    const kept = isNew ? keepPaneMemory(server, row.pane, memory) : Promise.resolve();
    await link.begin();
    await Promise.all([kept, isForeign || !isNew ? undefined : keepExit(server, row.pane)]).catch(() => undefined);
    if (isForeign && isNew) await drawScreen(server, row.pane, journal);
    // It ended while nobody was there to remove it.
    if (row.isDead) await server.refresh();
    return link;
  }

  /** One that was followed by a server of cotty's before us; undefined when it has ended meanwhile. */
  async #resume(facts: TerminalFacts): Promise<TerminalLink | undefined> {
    const {sessionId, pid, tty} = facts;
    const place = readPlace(this.#options.home, sessionId);
    if (!place || pid === null || tty === null) return undefined;
    const server = this.#server(place.socket);
    const row = (await server.rows()).find(({pane}) => pane === place.pane);
    const memory = row ? readMemory(row.memory) : undefined;
    if (!row || memory?.sessionId !== sessionId || row.pid !== pid) {
      await this.#endedMeanwhile(facts, server, place);
      return undefined;
    }
    const {cols, rows} = row;
    const now = {...facts, pid, tty, cols, rows};
    return this.#begin(server, row, memory, {facts: now, isForeign: place.isForeign, isNew: false});
  }

  async #endedMeanwhile(facts: TerminalFacts, server: TmuxServer, {pane}: SessionPlace): Promise<void> {
    const exit = await takeExit(server, pane);
    const {log} = sessionDirectory(this.#options.home, facts.sessionId);
    const {clock = systemClock} = this.#options;
    const unused = {nonce: newNonce(), eventKey: newNonce(), segmentBytes: undefined, maxBytes: undefined};
    const journal = new SessionJournal({directory: log, clock, ...unused});
    journal.goOnBehindGap(null);
    journal.end(exit ?? {exitStatus: null, signal: null});
    this.#remember({...facts, alive: false});
  }

  async #letGo(server: TmuxServer, pane: string, isForeign: boolean): Promise<void> {
    await dropPaneMemory(server, pane);
    if (!isForeign) await forgetExit(server, pane);
  }

  /** A full disk must not end a session: the log's own first event holds the same facts. */
  #remember(facts: TerminalFacts): void {
    try {
      writeFacts(this.#options.home, facts);
    } catch {
      // As said.
    }
  }
}

interface Beginning {
  readonly facts: PaneFacts;
  readonly isForeign: boolean;
  /** It was no session of cotty's before. */
  readonly isNew: boolean;
  readonly nonceOffer?: Disposable | undefined;
}

const ID_PREFIX = 'tmux:';

function openedFacts({row, memory, program, cwd, name}: OpenedPane): PaneFacts {
  const {argv, family: shellFamily, integration} = program;
  const {pid, tty, cols, rows} = row;
  const {sessionId} = memory;
  return {sessionId, backend: 'tmux', name, argv, pid, tty, cols, rows, cwd, shellFamily, integration, alive: true};
}

function openLog({root, log}: SessionDirectory): SessionLogReader {
  return SessionLogReader.open(log, {follows: true, checkpoint: checkpointFile(root)});
}

function takenAlready(id: string): CottyError {
  return new CottyError(
    'denied',
    `The tmux pane ${id} is a session of cotty's already, perhaps of another COTTY_HOME.`,
    'manage_session action=list names the sessions there are.',
  );
}
