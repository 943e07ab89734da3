import {CottyError, field, numberField, textField} from '../core/index.ts';
import {actorOf, type Caller, type Engine, type Identity, type Session} from '../engine/index.ts';
import {selectTools} from '../tools/index.ts';
import {createHttpServer, type HttpServer} from '../transports/index.ts';
import type {AgentProcesses} from './agent-processes.ts';
import {browserPerson} from './browser-person.ts';
import type {Config} from './config-schema.ts';
import type {Home} from './home.ts';
import {ensureToken} from './token.ts';
import {parseToolsets} from './toolsets.ts';
import {version} from './version.ts';

/** What the page and the plain endpoints mean without `?session=`. */
const SHARED_NAME = 'tui';

/** When the browser starts that takes pictures: with the first one, at once, or never. */
const browserUses = ['lazy', 'eager', 'off'] as const;

interface HttpDoorOptions {
  readonly home: Home;
  readonly engine: Engine;
  readonly config: Config;
  readonly agents: AgentProcesses;
}

/** Who asks for a door, or for a link. */
interface Asker {
  readonly env: Caller['env'];
  readonly identity: Identity;
}

/** Listens on loopback HTTP for as long as a `cotty serve` holds it open. */
export class HttpDoor implements AsyncDisposable {
  readonly #options: HttpDoorOptions;
  readonly #open = new Map<number, HttpServer>();
  #opening: Promise<Session> | null = null;

  constructor(options: HttpDoorOptions) {
    this.#options = options;
  }

  /**
   * Sessions of those who come start from the asker's environment. The link is null for an agent: whoever follows it counts as a person.
   * Throws `invalid_argument` when nobody can listen on that port.
   */
  async open(params: unknown, {env, identity}: Asker): Promise<{url: string; port: number; link: string | null}> {
    const {home, engine, config, agents} = this.#options;
    const token = field(params, 'token');
    const toolsets = field(params, 'toolsets');
    const browserKey = field(params, 'browser_key');
    const port = numberField(params, 'port') ?? 0;
    const browser = browserUses.find(use => use === textField(params, 'browser')) ?? 'lazy';
    if (browser === 'eager') await engine.startBrowser();
    if (!this.#livingShared())
      await engine.permits?.require(actorOf(identity, 'serve'), {
        tool: 'manage_session:create',
        reads: false,
        place: {id: null, name: SHARED_NAME, cwd: textField(params, 'cwd') || null},
        call: 'serve',
      });
    const server = await createHttpServer({
      hasBrowser: browser !== 'off',
      engine,
      tools: selectTools(
        typeof toolsets === 'string' ? parseToolsets(toolsets.split(',')) : parseToolsets(config.server.toolsets),
      ),
      version,
      token: typeof token === 'string' ? token : ensureToken(home),
      ...(typeof browserKey === 'string' && {browserKey}),
      person: browserPerson({engine, home, agents}),
      port,
      serverName: config.server.name,
      env,
      defaultSession: () => this.#sharedSession(env, textField(params, 'cwd') || undefined),
    }).catch((cause: unknown) => {
      throw cannotListen(port, cause);
    });
    this.#open.set(server.port, server);
    await this.#sharedSession(env, textField(params, 'cwd') || undefined);
    const isOfAgent = await this.#isOfAgent(identity);
    return {url: server.url, port: server.port, link: isOfAgent ? null : server.link()};
  }

  /** A link for another browser, or another time. Throws `denied` for an agent, `invalid_argument` where no `cotty serve` listens. */
  async link(params: unknown, {identity}: Asker): Promise<{link: string}> {
    if (await this.#isOfAgent(identity))
      throw new CottyError(
        'denied',
        'Whoever follows a link to the page counts as a person, so an agent gets none.',
        'Call cotty serve --link in a terminal of your own, outside of sessions and of what an MCP client has started.',
      );
    const port = numberField(params, 'port');
    const server = port === undefined ? [...this.#open.values()].at(-1) : this.#open.get(port);
    if (server) return {link: server.link()};
    throw new CottyError(
      'invalid_argument',
      `No cotty serve listens${port === undefined ? '' : ` on port ${port}`}.`,
      'Start one with: cotty serve',
    );
  }

  /** By what is known: a person may also call from a script. */
  async #isOfAgent({credentials, agentId}: Identity): Promise<boolean> {
    if (agentId !== null) return true;
    const pid = credentials.type === 'peer' ? credentials.pid : null;
    return pid !== null && (await this.#options.agents.isOfAgent(pid));
  }

  /** The session of those who name none: a shell that is there from the beginning. */
  async #sharedSession(env: Caller['env'], cwd: string | undefined): Promise<Session> {
    const {engine} = this.#options;
    const living = this.#livingShared();
    if (living) return living;
    this.#opening ??= engine.open({name: SHARED_NAME, baseEnv: env, cwd}).finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Waits until the signal, then closes the port. */
  async hold(params: unknown, signal: AbortSignal): Promise<void> {
    const port = numberField(params, 'port') ?? 0;
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, {once: true}));
    const server = this.#open.get(port);
    this.#open.delete(port);
    await server?.[Symbol.asyncDispose]();
    if (this.#open.size === 0) await this.#endUnused();
  }

  #livingShared(): Session | undefined {
    return this.#options.engine.sessions().find(session => session.name === SHARED_NAME && !session.isClosed);
  }

  /** A shell that nobody has typed anything into is of no use to anybody when the last door is shut. */
  async #endUnused(): Promise<void> {
    const session = this.#livingShared();
    if (!session || session.gate.lastInputMs > 0 || session.tracker.recentCommands(1).length > 0) return;
    await session.close().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const servers = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(servers.map(server => server[Symbol.asyncDispose]()));
  }
}

function cannotListen(port: number, cause: unknown): CottyError {
  const code = textField(cause, 'code');
  const reason = code === 'EADDRINUSE' ? 'it is in use' : textField(cause, 'message');
  const hint = 'Choose another one with --port; 0 takes a free one.';
  return new CottyError('invalid_argument', `cotty cannot listen on port ${port}: ${reason}.`, hint, {cause});
}
