/**
 * iTerm2, as far as cotty's own endpoint is one: terminals of an engine of its own, behind iTerm2's API, where a client looks for it. What a
 * person does in iTerm2 is done in that engine.
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createPtyBackend, Host, Iterm2Backend} from '../../src/backends/index.ts';
import {Engine, type Session} from '../../src/engine/index.ts';
import {CookieJar, defaultSocketPath} from '../../src/iterm2-api/index.ts';
import {createIterm2Server, type Iterm2Server} from '../../src/transports/index.ts';

export class Iterm2OnTest implements AsyncDisposable {
  readonly engine: Engine;
  /** Of the clients: their HOME, and what lets them in. */
  readonly env: NodeJS.ProcessEnv;
  readonly cookies: CookieJar;
  readonly #folder: string;
  readonly #own: boolean;
  #server: Iterm2Server;

  /** `home`: where clients look; default a folder that is removed afterwards. */
  static async start(home?: string): Promise<Iterm2OnTest> {
    const folder = mkdtempSync(join(tmpdir(), 'it-'));
    const clientHome = home ?? join(folder, 'home');
    const cookies = new CookieJar();
    const {cookie} = cookies.issue('reusable');
    const {PATH, USER} = process.env;
    const env = {
      PATH,
      USER,
      HOME: clientHome,
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      TMPDIR: tmpdir(),
      ITERM2_COOKIE: cookie,
    };
    mkdirSync(clientHome, {recursive: true});
    // What iTerm2 starts programs from is no shell of the person's.
    const ownHome = join(folder, 'own');
    mkdirSync(ownHome);
    writeFileSync(join(ownHome, '.bashrc'), '');
    const ownEnv = {...env, HOME: ownHome, ITERM2_COOKIE: undefined};
    const cottyHome = join(folder, 'cotty');
    const host = new Host({home: cottyHome, env: ownEnv});
    const engine = new Engine({backends: [createPtyBackend({home: cottyHome, host})]});
    await engine.start();
    const server = await listen(engine, env, cookies, ownEnv);
    return new Iterm2OnTest({engine, env, cookies, folder, server, own: home === undefined});
  }

  private constructor(parts: {
    readonly engine: Engine;
    readonly env: NodeJS.ProcessEnv;
    readonly cookies: CookieJar;
    readonly folder: string;
    readonly server: Iterm2Server;
    readonly own: boolean;
  }) {
    this.engine = parts.engine;
    this.env = parts.env;
    this.cookies = parts.cookies;
    this.#folder = parts.folder;
    this.#server = parts.server;
    this.#own = parts.own;
  }

  /** A folder that ends with it. */
  get folder(): string {
    return this.#folder;
  }

  /** cotty, over it. */
  backend(name = 'client'): Iterm2Backend {
    return new Iterm2Backend({home: join(this.#folder, name), env: this.env});
  }

  /** A terminal that a person has opened. */
  open(options: Parameters<Engine['open']>[0] = {}): Promise<Session> {
    return this.engine.open({
      shell: 'bash',
      cwd: this.#folder,
      baseEnv: {...this.env, HOME: join(this.#folder, 'own')},
      ...options,
    });
  }

  /** iTerm2 is quit, and its sessions with it. */
  async quit(): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
  }

  /** Every connection is cut; whoever comes back is let in. */
  async cutConnections(): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    this.#server = await listen(this.engine, this.env, this.cookies, this.env);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
    await this.engine[Symbol.asyncDispose]();
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
    if (!this.#own) rmSync(join(this.env.HOME ?? '', 'Library'), {recursive: true, force: true});
  }
}

function listen(
  engine: Engine,
  env: NodeJS.ProcessEnv,
  cookies: CookieJar,
  sessionEnv: NodeJS.ProcessEnv,
): Promise<Iterm2Server> {
  return createIterm2Server({path: defaultSocketPath(env), engine, cookies, env: sessionEnv, cwd: '/'});
}
