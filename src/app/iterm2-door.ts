import {CottyError, textField} from '../core/index.ts';
import type {Caller, Engine} from '../engine/index.ts';
import {type Cookie, CookieJar} from '../iterm2-api/index.ts';
import {createIterm2Server, type Iterm2Server, type Iterm2ServerOptions} from '../transports/index.ts';
import type {Home} from './home.ts';
import {ensureSecret} from './token.ts';

interface Iterm2DoorOptions {
  readonly home: Home;
  readonly engine: Engine;
  readonly ownPeer: Iterm2ServerOptions['ownPeer'];
}

interface Open {
  readonly server: Iterm2Server;
  readonly cookies: CookieJar;
}

/** Listens where scripts look for iTerm2, for as long as a `cotty iterm2-server` holds it open. */
export class Iterm2Door implements AsyncDisposable {
  readonly #options: Iterm2DoorOptions;
  readonly #open = new Map<string, Open>();

  constructor(options: Iterm2DoorOptions) {
    this.#options = options;
  }

  /** Sessions that scripts open start from `env`. Throws as `createIterm2Server`. */
  async open(params: unknown, env: Caller['env']): Promise<{path: string; cookie: string}> {
    const {home, engine, ownPeer} = this.#options;
    const path = pathOf(params);
    const cookie = ensureSecret(home.iterm2CookieFile, 16, 'hex');
    const cookies = new CookieJar();
    cookies.add(cookie);
    const cwd = textField(params, 'cwd') || undefined;
    const server = await createIterm2Server({path, engine, cookies, ownPeer, env, cwd});
    this.#open.set(path, {server, cookies});
    return {path, cookie};
  }

  /** One that lets in a single connection. Throws `invalid_argument` where no `cotty iterm2-server` listens. */
  cookie(params: unknown): Cookie {
    const open = this.#open.get(pathOf(params));
    if (open) return open.cookies.issue();
    throw new CottyError(
      'invalid_argument',
      `No cotty iterm2-server listens on ${pathOf(params)}.`,
      'Start one with: cotty iterm2-server',
    );
  }

  /** Waits until the signal, then closes the socket. */
  async hold(params: unknown, signal: AbortSignal): Promise<void> {
    const path = pathOf(params);
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, {once: true}));
    const open = this.#open.get(path);
    this.#open.delete(path);
    await open?.server[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(({server}) => server[Symbol.asyncDispose]()));
  }
}

function pathOf(params: unknown): string {
  return textField(params, 'socket') ?? '';
}
