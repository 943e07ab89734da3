import {existsSync} from 'node:fs';
import {
  type Backend,
  type Clock,
  type ForeignTerminal,
  field,
  isCottyError,
  type OpenOptions,
  type PaneLayout,
  type ResumeOptions,
  type SessionId,
  type SessionLogView,
  type ShownPlace,
  type TerminalFacts,
  type TerminalLink,
} from '../../core/index.ts';
import {endedSession, SessionRecords} from '../application/session-records.ts';
import {linkTo} from '../opening/link-to.ts';
import type {Iterm2Work} from './iterm2-work.ts';
import type {SessionLink} from './session-link.ts';

export interface Iterm2BackendOptions {
  /** COTTY_HOME. */
  readonly home: string;
  /** What the environment of a session starts from that is opened without one. */
  readonly env: NodeJS.ProcessEnv;
  /** Where iTerm2 is looked for (`HOME`, `IT2_SUITE`) and what lets cotty in (`ITERM2_COOKIE`); default `env`. */
  readonly iterm2?: NodeJS.ProcessEnv | undefined;
  readonly clock?: Clock | undefined;
  readonly maxLogBytes?: number | undefined;
  /** Where the person wants to be shown what goes on in sessions; default nowhere. */
  readonly shows?: readonly ShownPlace[] | undefined;
  /** So long whoever only looks waits for an iTerm2 that is busy; default 3 s. */
  readonly lookMs?: number | undefined;
}

/** Sessions of the iTerm2 of this machine as terminals. Disposing it leaves them as they are: the next server of cotty's takes them over. */
export class Iterm2Backend implements Backend {
  readonly kind = 'iterm2';
  readonly layout: PaneLayout;
  readonly #options: Iterm2BackendOptions;
  readonly #records: SessionRecords;
  readonly #links = new Map<SessionId, SessionLink>();
  #connecting: Promise<Iterm2Work> | null = null;
  #present: Iterm2Work | null = null;
  /** Where iTerm2 listens, if there can be one. */
  #socket: string | null = null;
  /** Whoever asked last was not let in. */
  #isRefused = false;
  #pauseMs = FIRST_PAUSE_MS;
  /** By `performance.now`. */
  #notBeforeMs = 0;

  constructor(options: Iterm2BackendOptions) {
    this.#options = options;
    this.#records = new SessionRecords({backend: 'iterm2', title: 'iTerm2', idPrefix: 'iterm:'}, options);
    this.layout = {
      windows: () => this.#looked(work => work.windows()),
      profiles: async () => (await this.#connected()).profiles(),
      split: async (sessionId, direction, opening, context) => {
        const {guid} = this.#link(sessionId);
        const link = await (await this.#connected()).open({type: 'split', guid, direction}, opening, context?.signal);
        return linkTo(this.#kept(link));
      },
      focus: async sessionId => (await this.#connected()).focus(this.#link(sessionId).guid),
    };
  }

  /** A tab in the window that the caller is in, which goes on showing what it shows; for others one in a window of cotty's. */
  async open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink> {
    const besideGuid = guidIn(options.baseEnv ?? {}) ?? null;
    const link = await (await this.#connected()).open({type: 'tab', besideGuid}, options, context?.signal);
    return linkTo(this.#kept(link));
  }

  /** The caller is in a session of iTerm2's, so that a person sees there what is opened; and iTerm2's API is on, and has not refused us. */
  suits({baseEnv}: Pick<OpenOptions, 'baseEnv'>): boolean {
    if (baseEnv === undefined || guidIn(baseEnv) === undefined || this.#isRefused) return false;
    return this.#isListening;
  }

  /** The terminal that a process of this environment runs in: a session's id, or what a foreign terminal is called. */
  terminalOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
    const guid = guidIn(env);
    const link = [...this.#links.values()].find(one => one.facts.alive && one.guid === guid);
    return link?.facts.sessionId ?? guid;
  }

  async resume(options: ResumeOptions = {}): Promise<readonly TerminalLink[]> {
    const {env, iterm2 = env} = this.#options;
    this.#socket = await socketOf(iterm2);
    return this.#records.resumed(async facts => {
      const link = await this.#resumedLink(facts);
      if (!link) this.#records.endedMeanwhile(facts);
      return link && this.#kept(link);
    }, options);
  }

  async discover(): Promise<readonly ForeignTerminal[]> {
    return this.#looked(work => work.discover());
  }

  async adopt(id: string): Promise<TerminalLink> {
    return linkTo(this.#kept(await (await this.#connected()).adopt(id)));
  }

  async recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined> {
    return this.#records.recall(sessionId, {isAlive: this.#links.get(sessionId)?.facts.alive ?? false});
  }

  async known(): Promise<readonly SessionId[]> {
    return this.#records.known();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#links.values()].map(link => link[Symbol.asyncDispose]()));
    const connecting = this.#connecting?.then(
      work => work[Symbol.dispose](),
      () => undefined,
    );
    // One that does not answer is not waited for.
    await Promise.race([
      connecting,
      new Promise(resolve => setTimeout(resolve, this.#options.lookMs ?? LOOK_MS).unref()),
    ]);
    this.#present?.[Symbol.dispose]();
  }

  /** Something has a socket where iTerm2 has its own. It may be left over. */
  get #isListening(): boolean {
    return this.#socket !== null && existsSync(this.#socket);
  }

  /** Null where it has ended, with iTerm2 or without. */
  async #resumedLink(facts: TerminalFacts): Promise<SessionLink | null> {
    const byAppleScript = field(this.#records.place(facts.sessionId), 'byAppleScript') === true;
    if (!this.#isListening && !byAppleScript) return null;
    try {
      return await (await this.#connected()).resume(facts);
    } catch (error) {
      if (byAppleScript && isCottyError(error, 'server_unavailable')) return null;
      throw error;
    }
  }

  /** What is seen of iTerm2; nothing while it does not answer, which is not waited for again and again. */
  async #looked<Seen>(look: (work: Iterm2Work) => Promise<readonly Seen[]>): Promise<readonly Seen[]> {
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), this.#options.lookMs ?? LOOK_MS);
    const looking = this.#unasked().then(async work => (work ? look(work) : []));
    // It may fail when nobody waits for it any more.
    looking.catch(() => undefined);
    const seen = await Promise.race([looking, late.promise]).finally(() => clearTimeout(timer));
    if (seen === null) this.#lookLater();
    return seen ?? [];
  }

  #lookLater(): void {
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#notBeforeMs = performance.now() + this.#pauseMs;
  }

  /** As {@link Iterm2Backend.#connected} for whoever only looks: no person is asked, and after a failure nobody tries again soon. */
  async #unasked(): Promise<Iterm2Work | null> {
    if (performance.now() < this.#notBeforeMs) return null;
    if (this.#present && !this.#present.isLost) return this.#present;
    if (!this.#isListening) return null;
    try {
      return await this.#connected(false);
    } catch {
      this.#lookLater();
      return null;
    }
  }

  /** Connects where that is not done yet. Errors: `server_unavailable`, `denied`. */
  async #connected(mayAsk = true): Promise<Iterm2Work> {
    if (this.#present && !this.#present.isLost) return this.#present;
    this.#present?.[Symbol.dispose]();
    this.#present = null;
    this.#connecting ??= this.#connect(mayAsk).finally(() => {
      this.#connecting = null;
    });
    this.#isRefused = true;
    this.#present = await this.#connecting;
    this.#isRefused = false;
    this.#pauseMs = FIRST_PAUSE_MS;
    return this.#present;
  }

  async #connect(mayAsk: boolean): Promise<Iterm2Work> {
    const {Iterm2Work} = await import('./iterm2-work.ts');
    const onEnd = (id: SessionId): void => void this.#links.delete(id);
    const {env, iterm2, shows} = this.#options;
    return Iterm2Work.connect({records: this.#records, env, iterm2, shows, links: this.#links, onEnd, mayAsk});
  }

  #kept(link: SessionLink): SessionLink {
    if (link.facts.alive) this.#links.set(link.facts.sessionId, link);
    return link;
  }

  #link(sessionId: SessionId): SessionLink {
    const link = this.#links.get(sessionId);
    if (link) return link;
    throw endedSession(sessionId);
  }
}

const LOOK_MS = 3000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Of `w0t1p2:GUID`, which iTerm2 says to the programs of a session. Those of a tmux in it are in tmux. */
function guidIn({ITERM_SESSION_ID: id, TMUX: tmux}: Readonly<Record<string, string | undefined>>): string | undefined {
  return tmux ? undefined : /^[^:]*:([0-9A-Fa-f-]{36})$/.exec(id ?? '')?.[1];
}

/** Null where nobody can have an iTerm2: on another system without a cookie there is nobody who would let us in. */
async function socketOf(env: NodeJS.ProcessEnv): Promise<string | null> {
  if (process.platform !== 'darwin' && !env.ITERM2_COOKIE) return null;
  const {defaultSocketPath} = await import('../../iterm2-api/index.ts');
  return defaultSocketPath(env);
}
