import {type Ancestor, ancestryOf} from '../backends/index.ts';
import {CottyError} from '../core/index.ts';
import type {Engine, Identity} from '../engine/index.ts';

/** Variables that cotty sets for what runs in its sessions, and agents for themselves. */
const OF_SESSIONS = 'COTTY_SESSION';
const OF_AGENTS: readonly string[] = [OF_SESSIONS, 'COTTY_AGENT'];
/** Of very many clients the oldest are forgotten. */
const MOST_CLIENTS = 1000;

/**
 * The processes that agents are, or start others from: what runs below one of them answers no question to a person. It stops an agent's own
 * shell, as long as that does not take pains to be found elsewhere; who reads this user's files and memory is not stopped by it.
 */
export class AgentProcesses {
  readonly #clients = new Map<number, number>();
  readonly #engine: Pick<Engine, 'sessions'>;

  constructor(engine: Pick<Engine, 'sessions'>) {
    this.#engine = engine;
  }

  /** An MCP client has connected; `pid` is the bridge that it has started. */
  async noteClient(pid: number | null): Promise<void> {
    if (pid === null) return;
    const ancestry = await ancestryOf(pid);
    this.#note(ancestry.slice(0, endOfClient(ancestry)));
  }

  /**
   * False when the MCP client of this bridge runs in a session, or was started by another client: whoever answers its forms may be an agent. Also
   * true where the system does not tell.
   */
  async hasPerson(pid: number | null): Promise<boolean> {
    const ancestry = pid === null ? [] : await ancestryOf(pid);
    const end = endOfClient(ancestry);
    const shells = this.#shells();
    const isInSession = ancestry
      .slice(0, end)
      .some(one => isInside(one, shells) || one.variables.includes(OF_SESSIONS));
    return !isInSession && ancestry.slice(end).every(one => this.#whyAgent(one, shells) === null);
  }

  /** MCP clients have connected over HTTP: these processes themselves. */
  async noteProcesses(pids: readonly number[]): Promise<void> {
    for (const pid of pids) this.#note((await ancestryOf(pid)).slice(0, 1));
  }

  #note(processes: readonly Ancestor[]): void {
    for (const {pid, startedAtMs} of processes) this.#clients.set(pid, startedAtMs);
    for (const client of this.#clients.keys()) {
      if (this.#clients.size <= MOST_CLIENTS) break;
      this.#clients.delete(client);
    }
  }

  /** Throws `denied` for whoever is no person, or may be a program that an agent has started. */
  async requirePerson({type, credentials}: Identity): Promise<void> {
    if (type !== 'person') throw noPerson('A person answers, at a terminal.');
    const pid = credentials.type === 'peer' ? credentials.pid : null;
    await this.requireNoAgents(pid === null ? [] : [pid]);
  }

  /** Throws `denied` when one of these, which are at the other end of a connection, may be a program that an agent has started; also when there are none. */
  async requireNoAgents(pids: readonly number[]): Promise<void> {
    if (pids.length === 0) throw noPerson('The system does not tell which process asks.');
    for (const pid of pids) {
      const ancestry = await ancestryOf(pid);
      if (ancestry.length === 0) throw noPerson('The process that asks is gone.');
      const why = this.#whyAgents(ancestry);
      if (why !== null) throw noPerson(why);
    }
  }

  /** True when it is known that an agent has started it. */
  async isOfAgent(pid: number): Promise<boolean> {
    return this.#whyAgents(await ancestryOf(pid)) !== null;
  }

  #whyAgents(ancestry: readonly Ancestor[]): string | null {
    const shells = this.#shells();
    return ancestry.map(ancestor => this.#whyAgent(ancestor, shells)).find(reason => reason !== null) ?? null;
  }

  #shells(): ReadonlySet<number | null> {
    return new Set(this.#engine.sessions().map(session => session.facts.pid));
  }

  #whyAgent(ancestor: Ancestor, shells: ReadonlySet<number | null>): string | null {
    const {pid, startedAtMs, variables, processGroup, posixSession} = ancestor;
    if (isInside(ancestor, shells) || variables.some(name => OF_AGENTS.includes(name)))
      return 'This runs inside a session of cotty, where an agent may be typing.';
    const client = this.#clients.get(pid);
    if (client !== undefined && (client === startedAtMs || Number.isNaN(client))) return startedByClient(pid);
    const leader = [processGroup, posixSession].find(one => one !== pid && this.#clients.has(one));
    return leader === undefined ? null : startedByClient(leader);
  }
}

/** Whoever has lost its parent is still in the group and the POSIX session of those it came from. */
function isInside({pid, processGroup, posixSession}: Ancestor, shells: ReadonlySet<number | null>): boolean {
  return [pid, processGroup, posixSession].some(one => shells.has(one));
}

/** How many of them are the bridge and its client, who started it: between them there may be `npx`, `npm exec` and shells, all for cotty. */
function endOfClient(ancestry: readonly Ancestor[]): number {
  return ancestry.findIndex(({argv}, at) => at > 0 && !namesCotty(argv)) + 1;
}

function startedByClient(pid: number): string {
  return `This was started by process ${pid}, which is connected as an MCP client.`;
}

/** Its own name, or a command line that has it as a word: `npx -y cotty@1 mcp`. */
function namesCotty(argv: readonly string[]): boolean {
  return argv.some(word =>
    word.split(/\s+/).some(part => /^cotty(?:$|@|\.[cm]?js$)/.test(part.slice(part.lastIndexOf('/') + 1))),
  );
}

function noPerson(why: string): CottyError {
  return new CottyError('denied', `No agent answers for a person. ${why}`, 'Answer in a terminal of your own.');
}
