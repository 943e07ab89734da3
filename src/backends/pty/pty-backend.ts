import type {Backend, OpenOptions, SessionId, SessionLogView, TerminalFacts, TerminalLink} from '../../core/index.ts';
import {SessionLogReader} from '../../log/index.ts';
import type {HostApi} from './host/host-api.ts';
import {PtyLink} from './pty-link.ts';
import {listSessionDirectories, readFacts, sessionDirectory} from './session-directory.ts';

/** Terminals that cotty itself owns. Disposing it disposes the host: its sessions end when it is in this process, and go on otherwise. */
export function createPtyBackend({home, host}: {readonly home: string; readonly host: HostApi}): Backend {
  return new PtyBackend(home, host);
}

class PtyBackend implements Backend {
  readonly kind = 'pty';
  readonly #home: string;
  readonly #host: HostApi;

  constructor(home: string, host: HostApi) {
    this.#home = home;
    this.#host = host;
  }

  async open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink> {
    return this.#link(listener => this.#host.open(options, listener, context));
  }

  async adopt(): Promise<readonly TerminalLink[]> {
    const sessions = await this.#host.list();
    const links = await Promise.allSettled(
      sessions.map(({facts}) => this.#link(listener => this.#host.attach(facts.sessionId, listener))),
    );
    // A session that ended between the two calls is no longer one to adopt.
    return links.flatMap(link => (link.status === 'fulfilled' ? [link.value] : []));
  }

  async recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined> {
    const facts = readFacts(this.#home, sessionId);
    if (!facts) return undefined;
    const isAlive = facts.alive && (await this.#host.list()).some(session => session.facts.sessionId === sessionId);
    return {facts: {...facts, alive: isAlive}, log: SessionLogReader.open(sessionDirectory(this.#home, sessionId).log)};
  }

  async known(): Promise<readonly SessionId[]> {
    return listSessionDirectories(this.#home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host[Symbol.asyncDispose]();
  }

  #link(subscribe: Parameters<typeof PtyLink.attach>[2]): Promise<PtyLink> {
    const logDirectory = (facts: TerminalFacts) => sessionDirectory(this.#home, facts.sessionId).log;
    return PtyLink.attach(this.#host, logDirectory, subscribe);
  }
}
