import {
  type Backend,
  type Clock,
  CottyError,
  type ForeignTerminal,
  field,
  type OpenOptions,
  type PaneLayout,
  type ResumeOptions,
  type SessionId,
  type SessionLogView,
  type SplitDirection,
  type TerminalFacts,
  type TerminalLink,
  textField,
} from '../../core/index.ts';
import {newNonce} from '../../log/index.ts';
import type {ApplicationFacts} from '../application/application-facts.ts';
import {openedFacts} from '../application/prepare-opening.ts';
import {type SessionPlace, SessionRecords} from '../application/session-records.ts';
import {linkTo} from '../opening/link-to.ts';
import {readMemory, type TerminalMemory} from '../recording/terminal-memory.ts';
import {adoptedPaneFacts, drawScreen} from './adopted-pane.ts';
import {foreignId, foreignTerminal, placeNamed, readPlaceName} from './foreign-panes.ts';
import {openPane, type PanePlace, requireSizes} from './open-pane.ts';
import {dropPlaceholder, ownSession} from './own-session.ts';
import {PaneLink} from './pane-link.ts';
import {claimPane, dropPaneMemory, forgetExit, keepExit, keepPaneMemory, takeExit} from './pane-memory.ts';
import {type PaneRow, runsAnother} from './pane-row.ts';
import {isOwnSocket, paneOf, socketNamed, socketsOf} from './sockets.ts';
import {StatusLine} from './status-line.ts';
import {TmuxLayout} from './tmux-layout.ts';
import {type TmuxLimits, TmuxProgram} from './tmux-program.ts';
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
  readonly limits?: Partial<TmuxLimits> | undefined;
  readonly clock?: Clock | undefined;
  readonly maxLogBytes?: number | undefined;
  /** tmux's status line says what an agent does in a pane. */
  readonly showsState?: boolean | undefined;
}

/** Panes of tmux servers as terminals. Disposing it leaves them as they are: the next server of cotty's takes them over. */
export class TmuxBackend implements Backend {
  readonly kind = 'tmux';
  readonly layout: PaneLayout;
  readonly program: TmuxProgram;
  readonly #options: TmuxBackendOptions;
  readonly #records: SessionRecords;
  readonly #servers = new Map<string, TmuxServer>();
  readonly #statusLines = new Map<TmuxServer, StatusLine>();
  readonly #links = new Map<SessionId, PaneLink>();

  constructor(options: TmuxBackendOptions) {
    this.#options = options;
    this.#records = new SessionRecords({backend: 'tmux', title: 'tmux', idPrefix: 'tmux:'}, options);
    this.program = new TmuxProgram(options.env, options);
    this.layout = new TmuxLayout({
      servers: () => this.#everyServer(),
      link: id => this.#links.get(id),
      sessionIn: (server, pane) => this.#linkIn(server, pane)?.facts.sessionId ?? null,
      split: async (link, direction, opening, context) => linkTo(await this.#split(link, direction, opening, context)),
    });
  }

  /** A window in the tmux session that the caller is in, which stays as it is; outside of tmux one in a session called `cotty`. */
  async open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink> {
    const home = paneOf(options.baseEnv ?? {});
    await this.program.requireNewEnough();
    const server = this.#server(home?.socket ?? this.#ownSocket);
    await requireSizes(server);
    const session = home ? (await this.#required(server, home.pane)).session : await ownSession(server, options);
    const link = await this.#open(server, {type: 'window', session}, options, context);
    if (!home) await dropPlaceholder(server, session);
    return linkTo(link);
  }

  /** The caller is in tmux, so that a person sees there what is opened; and in one that is new enough. */
  async suits({baseEnv}: Pick<OpenOptions, 'baseEnv'>): Promise<boolean> {
    return baseEnv !== undefined && paneOf(baseEnv) !== undefined && this.program.isNewEnough();
  }

  /** The terminal that a process of this environment runs in: a session's id, or what a foreign terminal is called. */
  terminalOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
    const place = paneOf(env);
    if (!place) return undefined;
    const link = this.#linkIn(this.#server(place.socket), place.pane);
    return link?.facts.sessionId ?? foreignId(place, this.#ownSocket);
  }

  resume(options: ResumeOptions = {}): Promise<readonly TerminalLink[]> {
    return this.#records.resumed(facts => this.#resume(facts), options);
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

  /** A pane of a server of this user's whose socket is anywhere (`tmux -S`). */
  async find(id: string): Promise<ForeignTerminal | undefined> {
    const place = readPlaceName(id);
    if (!place?.socket || !isOwnSocket(place.socket)) return undefined;
    const row = await this.#server(place.socket).row(place.pane);
    return row && !row.isDead && row.memory === '' ? foreignTerminal(row, id) : undefined;
  }

  async adopt(id: string): Promise<TerminalLink> {
    const {socket, pane} = placeNamed(id, this.#ownSocket);
    const server = this.#server(socket);
    const row = await this.#required(server, pane);
    if (row.memory !== '' || this.#linkIn(server, pane)) throw takenAlready(id);
    const sessionId = this.#records.newSessionId();
    const memory = {sessionId, nonce: newNonce(), eventKey: newNonce(), nested: []};
    try {
      const facts = await adoptedPaneFacts(sessionId, row);
      if (!(await claimPane(server, pane, memory))) throw takenAlready(id);
      return linkTo(await this.#begin(server, row, memory, {facts, isForeign: true, isNew: true}));
    } catch (error) {
      this.#records.forget(sessionId);
      throw error;
    }
  }

  async recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined> {
    return this.#records.recall(sessionId, {isAlive: this.#links.get(sessionId)?.facts.alive ?? false});
  }

  async known(): Promise<readonly SessionId[]> {
    return this.#records.known();
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

  /** Undefined where nobody wants one. */
  #statusLine(server: TmuxServer): StatusLine | undefined {
    if (!this.#options.showsState) return undefined;
    const known = this.#statusLines.get(server) ?? new StatusLine(server);
    this.#statusLines.set(server, known);
    return known;
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
  ): Promise<PaneLink> {
    const {session} = await this.#required(link.server, link.pane);
    return this.#open(link.server, {type: 'split', session, pane: link.pane, direction}, options, context);
  }

  #open(
    server: TmuxServer,
    place: PanePlace,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<PaneLink> {
    const {env} = this.#options;
    return server.expecting(place.session, async () => {
      const opened = await openPane(server, place, options, {records: this.#records, env, signal: context?.signal});
      const {row, memory, program} = opened;
      const beginning = {facts: openedFacts('tmux', opened, row), isForeign: false, isNew: true};
      return this.#begin(server, row, memory, {...beginning, nonceOffer: program.nonceOffer}).catch(async error => {
        await server.run('kill-pane', '-t', row.pane).catch(() => undefined);
        opened.giveUp();
        throw error;
      });
    });
  }

  /** Follows a pane from now on. Where that fails nothing of it is left. */
  async #begin(server: TmuxServer, row: PaneRow, memory: TerminalMemory, beginning: PaneBeginning): Promise<PaneLink> {
    const {sessionId} = memory;
    try {
      return await this.#follow(server, row, memory, beginning);
    } catch (error) {
      const link = this.#links.get(sessionId);
      this.#links.delete(sessionId);
      await link?.[Symbol.asyncDispose]();
      if (beginning.isNew) await dropPaneMemory(server, row.pane).catch(() => undefined);
      throw error;
    }
  }

  async #follow(
    server: TmuxServer,
    row: PaneRow,
    memory: TerminalMemory,
    {facts, isForeign, isNew, nonceOffer}: PaneBeginning,
  ): Promise<PaneLink> {
    const {sessionId} = memory;
    const place: PlaceInTmux = {socket: server.socket, pane: row.pane, isForeign};
    const recording = this.#records.begin({memory, facts, place, isNew});
    let known = memory;
    let isLetGo = false;
    const status = this.#statusLine(server);
    const link = new PaneLink({
      ...recording,
      server,
      row,
      facts,
      isForeign,
      nonceOffer,
      // What is told while the pane is let go of is told too late.
      show: status && (async state => (isLetGo ? undefined : status.show(row.pane, state))),
      keepNested: (shell, nested) => {
        known = {...known, nested: [...known.nested, {...shell, nonce: nested}]};
        keepPaneMemory(server, row.pane, known).catch(() => undefined);
      },
      remember: changed => this.#records.remember(changed),
      letGo: async () => {
        isLetGo = true;
        await status?.show(row.pane, null);
        await this.#letGo(server, row.pane, isForeign);
      },
      onEnd: () => {
        isLetGo = true;
        this.#links.delete(sessionId);
        void status?.show(row.pane, null);
      },
    });
    for (const nested of memory.nested) link.recallNested(nested);
    this.#links.set(sessionId, link);
    this.#records.remember(facts);
    const isOpened = isNew && !isForeign;
    const kept = isOpened ? keepPaneMemory(server, row.pane, memory).catch(() => undefined) : undefined;
    await link.begin();
    if (isOpened) await Promise.all([kept, keepExit(server, row.pane).catch(() => undefined)]);
    if (isForeign && isNew) await drawScreen(server, row.pane, link.journal);
    // It ended while nobody was there to remove it.
    if (row.isDead) await server.refresh();
    return link;
  }

  /** One that was followed by a server of cotty's before us; null when it has ended meanwhile. */
  async #resume(facts: TerminalFacts): Promise<PaneLink | null> {
    const {sessionId, pid, tty} = facts;
    const place = readPlace(this.#records.place(sessionId));
    if (!place || pid === null || tty === null) return null;
    const server = this.#server(place.socket);
    const row = (await server.rows()).find(({pane}) => pane === place.pane);
    const memory = row ? readMemory(row.memory) : undefined;
    if (!row || memory?.sessionId !== sessionId || runsAnother(row, pid)) {
      this.#records.endedMeanwhile(facts, (await takeExit(server, place.pane)) ?? undefined);
      return null;
    }
    const {cols, rows} = row;
    const now = {...facts, pid, tty, cols, rows};
    return this.#begin(server, row, memory, {facts: now, isForeign: place.isForeign, isNew: false});
  }

  async #letGo(server: TmuxServer, pane: string, isForeign: boolean): Promise<void> {
    await dropPaneMemory(server, pane);
    if (!isForeign) await forgetExit(server, pane);
  }
}

interface PaneBeginning {
  readonly facts: ApplicationFacts;
  readonly isForeign: boolean;
  /** It was no session of cotty's before. */
  readonly isNew: boolean;
  readonly nonceOffer?: Disposable | undefined;
}

/** Where a session is, as a later server of cotty's finds it. */
interface PlaceInTmux extends SessionPlace {
  readonly socket: string;
  readonly pane: string;
}

function readPlace(value: unknown): PlaceInTmux | undefined {
  const socket = textField(value, 'socket');
  const pane = textField(value, 'pane');
  return socket && pane ? {socket, pane, isForeign: field(value, 'isForeign') === true} : undefined;
}

function takenAlready(id: string): CottyError {
  return new CottyError(
    'denied',
    `The tmux pane ${id} is a session of cotty's already, perhaps of another COTTY_HOME.`,
    'manage_session action=list names the sessions there are.',
  );
}
