/**
 * iTerm2, as far as cotty's own endpoint is one: terminals of an engine of its own, behind iTerm2's API, where a client looks for it. What a
 * person does in iTerm2 is done in that engine.
 */
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {createPtyBackend, Host, Iterm2Backend} from '../../src/backends/index.ts';
import type {ShownPlace} from '../../src/core/index.ts';
import {Engine, type Session, typeRaw} from '../../src/engine/index.ts';
import {
  CookieJar,
  defaultSocketPath,
  Iterm2App,
  type Iterm2AppOptions,
  type Iterm2Window,
  listSessions,
  readFocus,
} from '../../src/iterm2-api/index.ts';
import {createIterm2Server, type Iterm2Server} from '../../src/transports/index.ts';
import type {EndpointOptions} from '../../src/transports/iterm2/endpoint.ts';
import {guidOf} from '../../src/transports/iterm2/model/guid.ts';

export class Iterm2OnTest implements AsyncDisposable {
  readonly engine: Engine;
  /** Of the clients: their HOME, and what lets them in. */
  readonly env: NodeJS.ProcessEnv;
  readonly cookies: CookieJar;
  readonly #folder: string;
  readonly #own: boolean;
  readonly #server: Iterm2Server;
  readonly #door: Door;

  /** `home`: where clients look; default a folder that is removed afterwards. */
  static async start(home?: string, {onAlert}: Pick<EndpointOptions, 'onAlert'> = {}): Promise<Iterm2OnTest> {
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
    const path = join(folder, 'api');
    const server = await createIterm2Server({path, engine, cookies, env: ownEnv, cwd: '/', onAlert});
    const door = await Door.open(defaultSocketPath(env), path);
    return new Iterm2OnTest({engine, env, cookies, folder, server, door, own: home === undefined});
  }

  private constructor(parts: {
    readonly engine: Engine;
    readonly env: NodeJS.ProcessEnv;
    readonly cookies: CookieJar;
    readonly folder: string;
    readonly server: Iterm2Server;
    readonly door: Door;
    readonly own: boolean;
  }) {
    this.engine = parts.engine;
    this.env = parts.env;
    this.cookies = parts.cookies;
    this.#folder = parts.folder;
    this.#server = parts.server;
    this.#door = parts.door;
    this.#own = parts.own;
  }

  /** A folder that ends with it. */
  get folder(): string {
    return this.#folder;
  }

  /** cotty, over it. */
  backend(name = 'client', shows: readonly ShownPlace[] = []): Iterm2Backend {
    return new Iterm2Backend({home: join(this.#folder, name), env: this.env, shows});
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

  /** What clients call that session. */
  guidOf({id}: Session): string {
    return guidOf(id);
  }

  /** A person types in a session. */
  async type(session: Session, text: string): Promise<void> {
    const by = {type: 'person', name: 'person', via: 'iterm2'} as const;
    await typeRaw(session, Buffer.from(text), {by, signal: AbortSignal.timeout(30_000)});
  }

  /** As a client sees them. */
  async windows(): Promise<readonly Iterm2Window[]> {
    using app = await this.client();
    return (await listSessions(app)).windows;
  }

  /** The one that has the keys, in the window in front. */
  async activeSession(): Promise<string | undefined> {
    using app = await this.client();
    const [{windows}, focus] = await Promise.all([listSessions(app), readFocus(app)]);
    const tabs = windows.find(({id}) => id === focus.window)?.tabs ?? [];
    const shown = tabs.find(({id}) => focus.tabs.has(id))?.sessions ?? [];
    return shown.find(({id}) => focus.sessions.has(id))?.id;
  }

  client(options: Partial<Iterm2AppOptions> = {}): Promise<Iterm2App> {
    return Iterm2App.connect({env: this.env, name: 'test', library: ['test', '1.0'], ...options});
  }

  /** iTerm2 is quit, and its sessions with it. */
  async quit(): Promise<void> {
    await this.#door[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
  }

  /** Every connection is cut; whoever comes back is let in. */
  cutConnections(): void {
    this.#door.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#door[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
    await Promise.all(this.engine.sessions().map(session => session.close().catch(() => undefined)));
    await this.engine[Symbol.asyncDispose]();
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
    if (!this.#own) rmSync(join(this.env.HOME ?? '', 'Library'), {recursive: true, force: true});
  }
}

/** Where clients look; what they say goes on to the endpoint, until somebody cuts it. */
class Door implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  static async open(path: string, behind: string): Promise<Door> {
    mkdirSync(dirname(path), {recursive: true});
    const door = new Door(behind);
    door.#server.listen(path);
    await once(door.#server, 'listening');
    return door;
  }

  private constructor(behind: string) {
    this.#server = createServer(client => {
      const endpoint = connect(behind);
      for (const socket of [client, endpoint]) {
        this.#open.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#open.delete(socket);
          client.destroy();
          endpoint.destroy();
        });
      }
      client.pipe(endpoint).pipe(client);
    });
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }
}
