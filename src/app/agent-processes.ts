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
    for (const {pid: client, startedAtMs} of ancestry.slice(0, end + 1)) this.#clients.set(client, startedAtMs);
    for (const client of this.#clients.keys()) {
      if (this.#clients.size <= MOST_CLIENTS) break;
      this.#clients.delete(client);
    }
  }

  /** Throws `denied` for whoever is no person, or may be a program that an agent has started. */
  async requirePerson({type, credentials}: Identity): Promise<void> {
    if (type !== 'person') throw noPerson('A person answers, at a terminal.');
    const pid = credentials.type === 'peer' ? credentials.pid : null;
    if (pid === null) throw noPerson('The system does not tell which process asks.');
    const ancestry = await ancestryOf(pid);
    const shells = new Set(this.#engine.sessions().map(session => session.facts.pid));
    const why = ancestry.map(ancestor => this.#whyAgent(ancestor, shells)).find(reason => reason !== null);
    if (why !== undefined && why !== null) throw noPerson(why);
    if (ancestry.length === 0) throw noPerson('The process that asks is gone.');
  }

  #whyAgent({pid, startedAtMs, variables}: Ancestor, shells: ReadonlySet<number | null>): string | null {
    if (shells.has(pid) || variables.some(name => OF_AGENTS.includes(name)))
      return 'This runs inside a session of cotty, where an agent may be typing.';
    const client = this.#clients.get(pid);
    const isSame = client !== undefined && (client === startedAtMs || Number.isNaN(client));
    return isSame ? `This was started by process ${pid}, which is connected as an MCP client.` : null;
  }
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
