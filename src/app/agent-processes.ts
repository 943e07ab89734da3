import {type Ancestor, ancestryOf} from '../backends/index.ts';
import {CottyError} from '../core/index.ts';
import type {Engine, Identity} from '../engine/index.ts';

/** Variables that cotty sets for what runs in its sessions, and agents for themselves. */
const OF_AGENTS: readonly string[] = ['COTTY_SESSION', 'COTTY_AGENT'];
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
    // The client is whoever started the bridge: between them there may be `npx`, `npm exec` and shells, all for cotty.
    const end = ancestry.findIndex(({argv}, at) => at > 0 && !namesCotty(argv));
    this.#note(ancestry.slice(0, end + 1));
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
    const shells = new Set(this.#engine.sessions().map(session => session.facts.pid));
    return ancestry.map(ancestor => this.#whyAgent(ancestor, shells)).find(reason => reason !== null) ?? null;
  }

  #whyAgent(ancestor: Ancestor, shells: ReadonlySet<number | null>): string | null {
    const {pid, startedAtMs, variables, processGroup, posixSession} = ancestor;
    // Whoever has lost its parent is still in the group and the POSIX session of those it came from.
    if (
      [pid, processGroup, posixSession].some(one => shells.has(one)) ||
      variables.some(name => OF_AGENTS.includes(name))
    )
      return 'This runs inside a session of cotty, where an agent may be typing.';
    const client = this.#clients.get(pid);
    if (client !== undefined && (client === startedAtMs || Number.isNaN(client))) return startedByClient(pid);
    const leader = [processGroup, posixSession].find(one => one !== pid && this.#clients.has(one));
    return leader === undefined ? null : startedByClient(leader);
  }
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
