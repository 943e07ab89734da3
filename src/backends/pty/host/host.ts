import {randomBytes} from 'node:crypto';
import {
  type Clock,
  type CommandRequest,
  CottyError,
  encodeId,
  type InputRequest,
  type IntegrationRequest,
  type LineQuestion,
  type NestedShell,
  type OpenOptions,
  parseSessionId,
  type SessionId,
  systemClock,
  type VerdictEvent,
} from '../../../core/index.ts';
import {newNonce} from '../../../log/index.ts';
import {checkedOpening, checkSize} from '../../opening/opening.ts';
import {type PreparedProgram, prepareProgram} from '../../opening/prepare-program.ts';
import {programEnvironment} from '../../opening/program-environment.ts';
import type {NoticeListener} from '../../recording/journal-position.ts';
import {
  createSessionDirectory,
  readFacts,
  removeSessionDirectory,
  type SessionDirectory,
  sessionDirectory,
  writeFacts,
} from '../../recording/session-directory.ts';
import {SessionJournal} from '../../recording/session-journal.ts';
import {closeInheritedOnExec} from '../../system/libc.ts';
import {packageVersion} from '../package-version.ts';
import type {
  AttachOptions,
  HostApi,
  HostAttachment,
  HostProbe,
  HostSessionState,
  SignalName,
  SignalTarget,
} from './host-api.ts';
import {Session} from './session.ts';
import {outOfFiles, spawnFailure} from './spawn-failure.ts';

export interface HostOptions {
  /** COTTY_HOME. */
  readonly home: string;
  /** What the environment of a session starts from that is opened without one; default the process's own. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly clock?: Clock | undefined;
  readonly segmentBytes?: number | undefined;
  /** Size of one session's log at which its oldest part is dropped. */
  readonly maxLogBytes?: number | undefined;
  readonly onSessionEnd?: ((sessionId: SessionId) => void) | undefined;
  /** Nothing outlives its session, not even a background job that no hang-up reaches. */
  readonly killsRemains?: boolean | undefined;
}

/** The owner of PTYs. In its own process behind `HostServer`, or inside of the caller's for sessions that end with it. */
export class Host implements HostApi {
  readonly #options: HostOptions;
  readonly #sessions = new Map<SessionId, Session>();
  readonly #sweeps = new Set<Promise<void>>();

  constructor(options: HostOptions) {
    this.#options = options;
  }

  get isGone(): boolean {
    return false;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  async open(
    options: OpenOptions,
    listener: NoticeListener,
    context?: {signal?: AbortSignal},
  ): Promise<HostAttachment> {
    const opening = checkedOpening(options);
    context?.signal?.throwIfAborted();
    const {home} = this.#options;
    const sessionId = this.#newSessionId();
    const directory = sessionDirectory(home, sessionId);
    try {
      const nonce = newNonce();
      const eventKey = randomBytes(18).toString('base64url');
      const identity = {sessionId, eventKey, version: packageVersion()};
      const env = programEnvironment(options.baseEnv ?? this.#options.env ?? process.env, options.env, identity);
      const program = await prepareProgram(options, {env, nonce, cwd: opening.cwd, home, directory});
      context?.signal?.throwIfAborted();
      const journal = new SessionJournal({
        directory: directory.log,
        nonce,
        eventKey,
        clock: this.#options.clock ?? systemClock,
        segmentBytes: this.#options.segmentBytes,
        maxBytes: this.#options.maxLogBytes,
      });
      const session = this.#start({...opening, sessionId, name: options.name, program, directory, journal});
      this.#sessions.set(sessionId, session);
      this.#remember(session);
      return attachment(session, listener);
    } catch (error) {
      // Nobody has seen this id: leave nothing of it behind.
      removeSessionDirectory(home, sessionId);
      throw outOfFiles(error) ? spawnFailure({file: options.argv?.[0] ?? 'the shell'}, error) : error;
    }
  }

  async attach(sessionId: SessionId, listener: NoticeListener, options?: AttachOptions): Promise<HostAttachment> {
    return attachment(this.#session(sessionId), listener, options);
  }

  async list(): Promise<readonly HostSessionState[]> {
    return [...this.#sessions.values()].map(session => session.state);
  }

  async write(sessionId: SessionId, input: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#session(sessionId).write(input, options);
  }

  async submit(sessionId: SessionId, command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#session(sessionId).submit(command, options);
  }

  async dropInput(sessionId: SessionId): Promise<number> {
    return this.#session(sessionId).dropInput();
  }

  async integrate(
    sessionId: SessionId,
    request: IntegrationRequest,
    options?: {signal?: AbortSignal},
  ): Promise<NestedShell> {
    return this.#session(sessionId).integrate(request, options);
  }

  async askLine(
    sessionId: SessionId,
    question: LineQuestion,
    options?: {signal?: AbortSignal},
  ): Promise<string | null> {
    return this.#session(sessionId).askLine(question, options);
  }

  async conclude(sessionId: SessionId, verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    this.#session(sessionId).conclude(verdict);
  }

  async resize(sessionId: SessionId, cols: number, rows: number): Promise<void> {
    const session = this.#session(sessionId);
    checkSize(cols, rows);
    session.resize(cols, rows);
    this.#remember(session);
  }

  async rename(sessionId: SessionId, name: string): Promise<void> {
    const session = this.#session(sessionId);
    session.rename(name);
    this.#remember(session);
  }

  async signal(sessionId: SessionId, signal: SignalName, target: SignalTarget): Promise<boolean> {
    return this.#session(sessionId).signal(signal, target);
  }

  async repair(sessionId: SessionId, bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    await this.#session(sessionId).repair(bytes, options);
  }

  async probe(sessionId: SessionId): Promise<HostProbe> {
    return this.#session(sessionId).probe();
  }

  async environment(sessionId: SessionId): Promise<Readonly<Record<string, string>>> {
    return this.#session(sessionId).environment();
  }

  /** Idempotent: closing a session that ended is no error. */
  async close(sessionId: SessionId): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (session) await session.close();
    else if (!readFacts(this.#options.home, sessionId)) throw unknownSession(sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(session => session.close()));
    await Promise.all(this.#sweeps);
  }

  #start(start: {
    readonly sessionId: SessionId;
    readonly name: string | undefined;
    readonly program: PreparedProgram;
    readonly directory: SessionDirectory;
    readonly journal: SessionJournal;
    readonly cols: number;
    readonly rows: number;
    readonly cwd: string;
  }): Session {
    const {sessionId, program, directory, journal, cols, rows, cwd} = start;
    const {argv, family: shellFamily, integration, sandbox} = program;
    const [file = '', ...args] = sandbox?.argv ?? argv;
    // Through an open file one gets out of every namespace.
    if (sandbox) closeInheritedOnExec();
    try {
      return new Session({
        facts: {
          sessionId,
          backend: 'pty',
          name: start.name ?? program.name,
          argv,
          cols,
          rows,
          cwd,
          shellFamily,
          integration,
          ...(sandbox && {sandbox: sandbox.facts}),
        },
        program: {file, args, env: {...program.env, PWD: cwd}, cwd, cols, rows},
        directory: directory.root,
        journal,
        nonceOffer: program.nonceOffer,
        onEnd: session => {
          this.#ended(session);
          if (sandbox) this.#sweep(sandbox.tidy());
        },
      });
    } catch (error) {
      journal.abandon();
      program.nonceOffer?.[Symbol.dispose]();
      if (sandbox) this.#sweep(sandbox.tidy());
      throw error;
    }
  }

  #newSessionId(): SessionId {
    for (;;) {
      const sessionId = parseSessionId(`pty:${encodeId(randomBytes(10))}`);
      if (sessionId !== undefined && createSessionDirectory(this.#options.home, sessionId)) return sessionId;
    }
  }

  #session(sessionId: SessionId): Session {
    const session = this.#sessions.get(sessionId);
    if (session) return session;
    if (!readFacts(this.#options.home, sessionId)) throw unknownSession(sessionId);
    throw new CottyError(
      'session_closed',
      `The session ${sessionId} has ended.`,
      'Its output can still be read; open a new session to run something.',
    );
  }

  #ended(session: Session): void {
    this.#sessions.delete(session.facts.sessionId);
    this.#remember(session);
    if (this.#options.killsRemains) {
      this.#sweep(session.killRemains());
    }
    this.#options.onSessionEnd?.(session.facts.sessionId);
  }

  /** Is waited for before the host ends. */
  #sweep(work: Promise<void>): void {
    const sweep = work.finally(() => this.#sweeps.delete(sweep));
    this.#sweeps.add(sweep);
  }

  /** The facts on disk serve readers after us; a full disk must not end a session. */
  #remember(session: Session): void {
    try {
      writeFacts(this.#options.home, session.facts);
    } catch {
      // The log's own first event holds the same facts.
    }
  }
}

function attachment(
  session: Session,
  listener: NoticeListener,
  {questionsAfter, openQuestions}: AttachOptions = {},
): HostAttachment {
  const {state, journal} = session;
  const stop = journal.listen(listener);
  if (questionsAfter !== undefined) for (const notice of journal.questionsAfter(questionsAfter)) listener(notice);
  if (openQuestions) for (const notice of journal.questions.open()) listener(notice);
  return {state, [Symbol.dispose]: stop};
}

function unknownSession(sessionId: SessionId): CottyError {
  return new CottyError(
    'unknown_session',
    `There is no session ${sessionId}.`,
    'manage_session action=list tells the ids of the sessions there are.',
  );
}
