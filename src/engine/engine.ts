/** Sessions, callers and events of one server. Backends are injected; policy and surfaces live elsewhere. */
import {
  type Actor,
  type Backend,
  type BackendKind,
  type Clock,
  type CommandId,
  CottyError,
  encodeId,
  type OpenOptions,
  type SessionId,
  systemClock,
  type TerminalLink,
} from '../core/index.ts';
import {Approvals, type SecretMask} from '../guard/index.ts';
import type {PseudoTerminalHost} from '../pseudoterm/index.ts';
import {PictureMaker} from '../screen/index.ts';
import {type EffectiveDefaults, effectiveDefaults} from './effective-defaults.ts';
import type {EngineOptions} from './engine-options.ts';
import {BackgroundWatches} from './events/background-watches.ts';
import {EventRing} from './events/event-ring.ts';
import {approvalEvent} from './guard/approval-events.ts';
import {Guard} from './guard/guard.ts';
import {judgeOf} from './guard/judge-of.ts';
import type {Permits} from './guard/permits.ts';
import {CheckpointPace} from './projection/checkpoint-pace.ts';
import type {CommandRecord} from './projection/command-record.ts';
import type {BrowserPictureOptions, BrowserPictures} from './screen/browser-pictures.ts';
import {ScreenKeepers} from './screen/screen-keeper.ts';
import {SessionScreens} from './screen/session-screens.ts';
import {type Viewer, type ViewerHandlers, type ViewOptions, view} from './screen/viewer.ts';
import {Searcher} from './search/searcher.ts';
import {followSession} from './session/follow-session.ts';
import type {Session} from './session/session.ts';
import {Abandonment, type AbandonmentOptions, type Client} from './sessions/abandonment.ts';
import {Adoption} from './sessions/adoption.ts';
import {type BackendStanding, Backends} from './sessions/backends.ts';
import {type Caller, Callers} from './sessions/caller.ts';
import {tooManySessions} from './sessions/candidates-to-end.ts';
import {type EndedSession, endedSessions} from './sessions/ended-sessions.ts';
import {findSession} from './sessions/find-session.ts';
import {FinishedSessions} from './sessions/finished-sessions.ts';
import {ForeignTerminals} from './sessions/foreign-terminals.ts';
import type {Identity} from './sessions/identity.ts';
import {MeantSession} from './sessions/meant-session.ts';
import {PaneStates} from './sessions/pane-states.ts';
import {Panes} from './sessions/panes.ts';
import {homeIn, type OpenedWith, sessionEnvironment} from './sessions/session-environment.ts';
import {refuseUnconfined, type SandboxWish, sandboxFor} from './sessions/session-sandbox.ts';
import type {WriteJudge} from './write/judge-write.ts';
import {UnusedTerminal} from './write/write-gate.ts';

/** What is opened, where, and whether it is confined. */
export interface SessionOpening extends Omit<OpenOptions, 'sandbox'> {
  readonly backend?: BackendKind | undefined;
  readonly sandbox?: SandboxWish | undefined;
}

export class Engine implements AsyncDisposable {
  readonly events: EventRing;
  readonly watches = new BackgroundWatches();
  readonly searcher = new Searcher();
  readonly pictures = new PictureMaker();
  /** Keeps a file that was made for a caller; null where nothing is kept. */
  readonly keepFile: NonNullable<EngineOptions['keepFile']> | null;
  readonly defaults: EffectiveDefaults;
  /** Screens of any moment, and their sizes. */
  readonly screens: SessionScreens;
  /** Terminals that are no sessions, and can become some. */
  readonly foreign: ForeignTerminals;
  readonly panes: Panes;
  /** Which session a call is meant for. */
  readonly meant: MeantSession;
  /** What the policy makes of lines. */
  readonly guard: Guard;
  /** What agents may do, and where; undefined: everything. */
  readonly permits: Permits | undefined;
  /** Questions to a person about lines of agents. */
  readonly approvals: Approvals;
  /** Masks what is secret in all that is told; null: nothing is. */
  readonly secrets: SecretMask | null;
  readonly #backends: Backends;
  readonly #clock: Clock;
  readonly #sessions = new Map<SessionId, Session>();
  /** Room that was taken for sessions that are not there yet. */
  readonly #opening = new Set<Disposable>();
  readonly #callers = new Callers();
  /** Of sessions that this server opened. */
  readonly #openedWith = new WeakMap<Session, OpenedWith>();
  readonly #paneStates: PaneStates;
  readonly #abandonment: Abandonment;
  readonly #unaskedMemory: AbandonmentOptions['memory'];
  readonly #screenKeepers: ScreenKeepers;
  readonly #checkpoints = new CheckpointPace();
  readonly #browser: BrowserPictures | null;
  readonly #finished: FinishedSessions;
  readonly #adoption: Adoption;
  readonly #judge: WriteJudge | undefined;
  readonly #openPseudoTerminal: EngineOptions['pseudoTerminal'];
  #pseudoTerminal: Promise<PseudoTerminalHost> | null = null;
  #calls = 0;
  #idleListener: (() => void) | null = null;

  constructor(options: EngineOptions) {
    this.#clock = options.clock ?? systemClock;
    this.events = new EventRing(this.#clock.wallMs());
    this.#screenKeepers = new ScreenKeepers(options.version ?? '0', options.screens);
    this.#finished = new FinishedSessions(
      () => this.#backends.working,
      id => this.#sessions.has(id),
      options.secrets ?? null,
    );
    this.#adoption = new Adoption({
      follow: link => this.#adopt(link),
      isFollowed: id => this.#sessions.has(id),
      onRefused: options.onUnadopted,
    });
    this.#backends = new Backends({
      sources: options.backends,
      askedFor: options.backendsAskedFor,
      clock: this.#clock,
      onStarted: backend => this.#adoption.takeOver(backend),
      onFailed: options.onBackendFailed,
    });
    const working = (): readonly Backend[] => this.#backends.working;
    this.foreign = new ForeignTerminals(working, adopt => this.#admitUnconfined({}, adopt));
    this.panes = new Panes(working, (opening, open) => this.#admitUnconfined(opening, open));
    this.#unaskedMemory = options.abandonment?.memory;
    this.#abandonment = new Abandonment(options.abandonment ?? {afterMs: 0}, {
      clock: this.#clock,
      onEnding: session => this.#keepEnvironment(session),
    });
    this.guard = new Guard(options.guard);
    this.approvals = new Approvals(this.#clock);
    this.approvals.onChange(approval => this.events.publish(...approvalEvent(approval)));
    const {judge, permits} = judgeOf(options.guard, this.approvals, {
      homeOf: id => homeIn(id === null ? undefined : this.#openedWith.get(this.session(id))),
      envOf: id => (id === null ? undefined : this.#openedWith.get(this.session(id)))?.env ?? {},
      nameOf: id => (id !== null && this.#sessions.get(id)?.name) || null,
    });
    this.#judge = options.judge ?? judge;
    this.permits = permits;
    this.meant = new MeantSession({
      sessions: this.#sessions,
      session: reference => this.session(reference),
      open: options => this.open(options),
      backends: this.#backends,
      finished: this.#finished,
      abandonment: this.#abandonment,
      permits,
    });
    this.secrets = options.secrets ?? null;
    this.#paneStates = new PaneStates({approvals: this.approvals, secrets: this.secrets});
    this.keepFile = options.keepFile ?? null;
    this.#browser = options.browser ?? null;
    this.#openPseudoTerminal = options.pseudoTerminal;
    this.defaults = effectiveDefaults(options.defaults);
    this.screens = new SessionScreens({
      keepers: this.#screenKeepers,
      session: reference => this.session(reference),
      ended: async id => (this.#sessions.has(id) ? undefined : this.#finished.read(id)),
      sharedSize: this.defaults.sharedSize,
      secrets: this.secrets,
    });
  }

  /** Starts the backends and takes over terminals that are alive already, e.g. after the server was replaced. */
  async start(): Promise<void> {
    await this.#backends.start();
  }

  /** What new sessions can be opened on, and why not on the others. */
  get backends(): readonly BackendStanding[] {
    return this.#backends.standing;
  }

  /** Sessions that are alive and could not be taken over yet, with the reason. */
  get unadopted(): ReadonlyMap<SessionId, CottyError> {
    return this.#adoption.refused;
  }

  /** By default one in this process. */
  caller(key: string, who: Pick<Identity, 'type' | 'name'> & Partial<Identity>): Caller {
    return this.#callers.get(key, {via: 'library', credentials: {type: 'process'}, agentId: null, ...who});
  }

  /** Living sessions and those that ended in this server's life, oldest first. */
  sessions(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** By id, unique id prefix or name. Throws `unknown_session`. */
  session(reference: string): Session {
    const exact = this.#sessions.get(reference as SessionId);
    return exact ?? findSession(reference, this.sessions(), this.unadopted);
  }

  /** Errors: those of the backend, and of the sandbox that it is opened in. */
  async open({backend, sandbox: wish, ...options}: SessionOpening): Promise<Session> {
    const sandbox = sandboxFor(wish, this.defaults.sandbox);
    // Only terminals of our own can be confined.
    const kind = backend ?? (sandbox ? 'pty' : undefined);
    return this.#admit({...options, sandbox}, async opening => (await this.#backends.get(kind, options)).open(opening));
  }

  async #admitUnconfined(
    options: OpenOptions,
    open: (options: OpenOptions) => Promise<TerminalLink>,
  ): Promise<Session> {
    refuseUnconfined(this.defaults.sandbox);
    return this.#admit(options, open);
  }

  /** Makes a session of a terminal that is opened for it. */
  async #admit(options: OpenOptions, open: (options: OpenOptions) => Promise<TerminalLink>): Promise<Session> {
    using room = this.#takeRoom();
    const environment = sessionEnvironment(options, this.defaults.environment, {
      withoutSecrets: options.sandbox !== undefined,
    });
    const link = await open({...options, ...environment, shell: options.shell ?? this.defaults.shell});
    const session = await this.#follow(link, room).catch(error => endUnfollowed(link, error));
    this.#openedWith.set(session, {baseEnv: options.baseEnv, env: options.env});
    this.events.publish('session_opened', session.id, {name: session.name, backend: session.facts.backend});
    return session;
  }

  /** Throws `pty_exhausted` where no more sessions may live; those that are being opened count. */
  #takeRoom(): Disposable {
    const living = this.sessions().filter(session => !session.isClosed);
    if (living.length + this.#opening.size >= this.defaults.maxSessions)
      throw tooManySessions(living, {
        opening: this.#opening.size,
        isUnasked: session => this.#abandonment.isUnasked(session),
        nowMs: this.#clock.monotonicMs(),
      });
    const room = {[Symbol.dispose]: () => void this.#opening.delete(room)};
    this.#opening.add(room);
    return room;
  }

  /** Somebody who calls is there until this is disposed; sessions that only they have used are not abandoned meanwhile. */
  present(caller: Client): Disposable {
    return this.#abandonment.present(caller);
  }

  /** A call of this caller is about the session. */
  noteUse(caller: Caller, session: Session): void {
    this.#abandonment.used(session, caller);
  }

  /** Milliseconds after which the session ends if nobody uses it; null when it does not end by itself. */
  endsInMs(session: Session): number | null {
    return this.#abandonment.endsInMs(session);
  }

  /** Every session that has ended and whose log is kept, the last one first. */
  endedSessions(): Promise<readonly EndedSession[]> {
    const isAlive = (id: SessionId): boolean => this.#sessions.get(id)?.isClosed === false;
    return endedSessions({backends: this.#backends.working, isAlive, memory: this.#unaskedMemory});
  }

  /** What a session began with; undefined when another server opened it and this one did not end it. */
  openedWith(session: Session): OpenedWith | undefined {
    return this.#openedWith.get(session);
  }

  /** The size that a session has when nobody looks on, or had. */
  ownSize(session: Session): {readonly cols: number; readonly rows: number} {
    return this.screens.ownSize(session);
  }

  /** Finds a command in any living or recently ended session. */
  command(id: CommandId): {session: Session; record: CommandRecord} | undefined {
    for (const session of this.#sessions.values()) {
      const record = session.tracker.command(id);
      if (record) return {session, record};
    }
    return undefined;
  }

  /** The terminal without a shell. Throws `not_supported` where there is none. */
  pseudoTerminal(): Promise<PseudoTerminalHost> {
    if (!this.#openPseudoTerminal)
      throw new CottyError('not_supported', 'This server has no pseudo-terminal.', 'Start it with: cotty mcp --pseudo');
    this.#pseudoTerminal ??= this.#openPseudoTerminal();
    return this.#pseudoTerminal;
  }

  /** Logs of sessions that ended before this server began. */
  get finished(): FinishedSessions {
    return this.#finished;
  }

  /** Somebody attaches: the session is theirs from now on, and does not end by itself. */
  view(session: Session, actor: Actor, handlers: ViewerHandlers, options?: ViewOptions): Promise<Viewer> {
    this.#abandonment.claim(session);
    return view(session, actor, handlers, options);
  }

  /** A picture by a browser. Throws `not_supported` where there is none. */
  async browserPicture(session: Session, options: BrowserPictureOptions): Promise<Uint8Array> {
    if (this.#browser) return this.#browser.take(session, options);
    throw new CottyError('not_supported', 'This server has no browser.', 'Use engine=embedded.');
  }

  /** Has the browser ready for the first picture. Throws `not_supported` where there is none. */
  async startBrowser(): Promise<void> {
    if (this.#browser) return this.#browser.start();
    throw new CottyError('not_supported', 'This server has no browser.', 'Use --browser=off.');
  }

  /** Keeps the engine from counting as idle while a call is under way. */
  async busyWith<T>(task: () => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      return await task();
    } finally {
      this.#calls--;
      this.#noteIdle();
    }
  }

  /** Nothing lives and nobody waits. */
  get isIdle(): boolean {
    return this.#calls === 0 && this.#sessions.values().every(session => session.isClosed);
  }

  /** Called whenever the engine may have become idle. */
  onMaybeIdle(listener: () => void): void {
    this.#idleListener = listener;
  }

  newCommandId(seed?: string): CommandId {
    if (seed !== undefined && /^[A-Za-z0-9_-]{8,60}$/.test(seed)) return `c-${seed}` as CommandId;
    return `c-${encodeId(crypto.getRandomValues(new Uint8Array(10)))}` as CommandId;
  }

  /** Stops following; terminals owned by a host process live on. Idempotent. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#adoption[Symbol.dispose]();
    this.#abandonment[Symbol.dispose]();
    this.watches[Symbol.dispose]();
    await this.#paneStates[Symbol.asyncDispose]();
    const sessions = this.sessions();
    this.#sessions.clear();
    await Promise.all(sessions.map(session => session[Symbol.asyncDispose]()));
    this.#checkpoints[Symbol.dispose]();
    await this.#screenKeepers[Symbol.asyncDispose]();
    await this.searcher[Symbol.asyncDispose]();
    await this.pictures[Symbol.asyncDispose]();
    await this.#browser?.[Symbol.asyncDispose]();
    await (await this.#pseudoTerminal?.catch(() => null))?.[Symbol.asyncDispose]();
    await this.#backends[Symbol.asyncDispose]();
  }

  async #adopt(link: TerminalLink): Promise<void> {
    const session = await this.#follow(link);
    const openedFor = this.#abandonment.adopted(session);
    if (openedFor !== undefined) this.meant.adopted(session, openedFor);
  }

  /** Only the server that opened a session knows its environment without asking; a later one asks while there is something to ask. */
  async #keepEnvironment(session: Session): Promise<void> {
    if (this.#openedWith.has(session)) return;
    const baseEnv = await session.link.environment().catch(() => undefined);
    if (baseEnv) this.#openedWith.set(session, {baseEnv});
  }

  /** `room` is given back when the session itself takes it. */
  async #follow(link: TerminalLink, room?: Disposable): Promise<Session> {
    const session = await followSession(link, {
      clock: this.#clock,
      events: this.events,
      screens: this.#screenKeepers,
      searcher: this.searcher,
      checkpoints: this.#checkpoints,
      judge: this.#judge,
      secrets: this.secrets,
      onClosed: () => this.#noteIdle(),
    });
    this.#sessions.set(session.id, session);
    room?.[Symbol.dispose]();
    this.#paneStates.follow(session);
    this.#forgetOldest();
    return session;
  }

  /** Ended sessions stay readable here for a while; their logs stay readable through `finished`. */
  #forgetOldest(): void {
    const ended = this.sessions().filter(session => session.isClosed);
    for (const session of ended.slice(0, Math.max(0, ended.length - 50))) {
      this.#sessions.delete(session.id);
      void session[Symbol.asyncDispose]().catch(() => undefined);
    }
  }

  #noteIdle(): void {
    if (this.isIdle) this.#idleListener?.();
  }
}

/**
 * A terminal that was opened for a session, or adopted, and can be none is as if it had not been: it would live on, and nobody would know. One that
 * has its gate already stays for the next server: what was typed there could not be recalled.
 */
async function endUnfollowed(link: TerminalLink, error: unknown): Promise<never> {
  try {
    await new UnusedTerminal(link.writer).close();
  } catch {}
  await Promise.resolve(link[Symbol.asyncDispose]()).catch(() => undefined);
  throw error;
}
