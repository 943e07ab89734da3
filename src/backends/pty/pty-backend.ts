import {join} from 'node:path';
import {
  type Backend,
  CottyError,
  type ForeignTerminal,
  isCottyError,
  type OpenOptions,
  type ResumeOptions,
  type SessionId,
  type SessionLogView,
  type TerminalFacts,
  type TerminalLink,
} from '../../core/index.ts';
import {SessionLogReader} from '../../log/index.ts';
import {keptTexts} from '../../private/index.ts';
import {linkTo} from '../opening/link-to.ts';
import {checkpointFile} from '../recording/checkpoint-file.ts';
import {listSessionDirectories, readFacts, sessionDirectory} from '../recording/session-directory.ts';
import type {HostApi} from './host/host-api.ts';
import {PtyLink} from './pty-link.ts';

export interface PtyBackendOptions {
  readonly home: string;
  readonly host: HostApi;
  /** Finds or starts a host in place of one that was lost. Without it a loss is final. */
  readonly renewHost?: (() => Promise<HostApi>) | undefined;
}

/** Terminals that cotty itself owns. Disposing it disposes the host: its sessions end when it is in this process, and go on otherwise. */
export function createPtyBackend({home, host, renewHost}: PtyBackendOptions): Backend {
  return new PtyBackend(home, new RenewableHost(host, renewHost));
}

class PtyBackend implements Backend {
  readonly kind = 'pty';
  readonly #home: string;
  readonly #host: RenewableHost;

  constructor(home: string, host: RenewableHost) {
    this.#home = home;
    this.#host = host;
  }

  async open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink> {
    const link = await this.#host.use(host => this.#link(host, listener => host.open(options, listener, context)));
    if (options.sandbox === undefined || link.facts.sandbox) return linkTo(link);
    await link.close();
    throw new CottyError(
      'not_supported',
      'The process that holds the terminals is of a version without sandboxes.',
      'Close its sessions and run `cotty server stop`; the next session starts a new one.',
    );
  }

  async resume({isFollowed, onRefused}: ResumeOptions = {}): Promise<readonly TerminalLink[]> {
    return this.#host.use(async host => {
      const ids = (await host.list()).map(({facts}) => facts.sessionId).filter(id => !isFollowed?.(id));
      const links = await Promise.all(
        ids.map(id =>
          this.#link(host, listener => host.attach(id, listener, {openQuestions: true})).catch(error => {
            // A session that ended between the two calls is no longer one to adopt.
            if (!isCottyError(error, 'session_closed')) onRefused?.(id, error);
          }),
        ),
      );
      return links.filter(link => link !== undefined).map(linkTo);
    });
  }

  /** Nobody else's terminal is on a host. */
  async discover(): Promise<readonly ForeignTerminal[]> {
    return [];
  }

  async adopt(id: string): Promise<TerminalLink> {
    throw new CottyError(
      'not_supported',
      `There is no terminal ${JSON.stringify(id)} to adopt: every built-in one is a session already.`,
      'manage_session action=list names them.',
    );
  }

  async recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined> {
    const facts = readFacts(this.#home, sessionId);
    if (!facts) return undefined;
    const isAlive =
      facts.alive && (await this.#host.use(host => host.list())).some(session => session.facts.sessionId === sessionId);
    return {
      facts: {...facts, alive: isAlive},
      log: openLog(this.#home, sessionId, {follows: false}),
    };
  }

  async known(): Promise<readonly SessionId[]> {
    return listSessionDirectories(this.#home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host[Symbol.asyncDispose]();
  }

  #link(host: HostApi, subscribe: Parameters<typeof PtyLink.attach>[2]): Promise<PtyLink> {
    return PtyLink.attach(host, facts => openLog(this.#home, facts.sessionId, {follows: true}), subscribe);
  }
}

function openLog(home: string, sessionId: SessionId, {follows}: {readonly follows: boolean}): SessionLogReader {
  const {root, log} = sessionDirectory(home, sessionId);
  const screens = keptTexts(join(root, 'screens'));
  return SessionLogReader.open(log, {follows, checkpoint: checkpointFile(root), screens});
}

/** A host that may be killed: whoever asks for something new then gets the next one. */
class RenewableHost implements AsyncDisposable {
  readonly #renew: (() => Promise<HostApi>) | undefined;
  #host: HostApi;
  #renewing: Promise<void> | null = null;

  constructor(host: HostApi, renew: (() => Promise<HostApi>) | undefined) {
    this.#host = host;
    this.#renew = renew;
  }

  async use<T>(task: (host: HostApi) => Promise<T>): Promise<T> {
    const host = this.#host;
    try {
      return await task(host);
    } catch (error) {
      // One that is only out of reach is taken up again by itself.
      if (!this.#renew || !host.isGone || !isCottyError(error, 'server_unavailable')) throw error;
      if (this.#host === host) await this.#replace(this.#renew);
      return task(this.#host);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host[Symbol.asyncDispose]();
  }

  async #replace(renew: () => Promise<HostApi>): Promise<void> {
    this.#renewing ??= renew()
      .then(host => {
        this.#host = host;
      })
      .finally(() => {
        this.#renewing = null;
      });
    await this.#renewing;
  }
}
