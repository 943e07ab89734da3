import {CottyError, field, numberField, textField} from '../core/index.ts';
import type {Caller, Engine} from '../engine/index.ts';
import {selectTools} from '../tools/index.ts';
import {createHttpServer, type HttpServer} from '../transports/index.ts';
import type {Config} from './config-schema.ts';
import type {Home} from './home.ts';
import {ensureToken} from './token.ts';
import {parseToolsets} from './toolsets.ts';
import {version} from './version.ts';

interface HttpDoorOptions {
  readonly home: Home;
  readonly engine: Engine;
  readonly config: Config;
}

/** Listens on loopback HTTP for as long as a `cotty serve` holds it open. */
export class HttpDoor implements AsyncDisposable {
  readonly #options: HttpDoorOptions;
  readonly #open = new Map<number, HttpServer>();

  constructor(options: HttpDoorOptions) {
    this.#options = options;
  }

  /** Sessions of those who come start from `env`. Throws `invalid_argument` when nobody can listen on that port. */
  async open(params: unknown, env: Caller['env']): Promise<{url: string; port: number}> {
    const {home, engine, config} = this.#options;
    const token = field(params, 'token');
    const toolsets = field(params, 'toolsets');
    const port = numberField(params, 'port') ?? 0;
    const server = await createHttpServer({
      engine,
      tools: selectTools(
        typeof toolsets === 'string' ? parseToolsets(toolsets.split(',')) : parseToolsets(config.server.toolsets),
      ),
      version,
      token: typeof token === 'string' ? token : ensureToken(home),
      port,
      serverName: config.server.name,
      env,
    }).catch((cause: unknown) => {
      throw cannotListen(port, cause);
    });
    this.#open.set(server.port, server);
    return {url: server.url, port: server.port};
  }

  /** Waits until the signal, then closes the port. */
  async hold(params: unknown, signal: AbortSignal): Promise<void> {
    const port = numberField(params, 'port') ?? 0;
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, {once: true}));
    const server = this.#open.get(port);
    this.#open.delete(port);
    await server?.[Symbol.asyncDispose]();
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
