import {existsSync, linkSync, renameSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';

interface Pair {
  /** Towards whoever connected. */
  readonly client: Socket;
  /** Towards the listener. */
  readonly host: Socket;
  /** The one of the two that is not read any more. */
  held: Socket | null;
}

/**
 * Stands between a listener's socket and whoever connects to it from now on, and can break, hold or refuse connections. The path
 * names a socket all the time: a host ends when its own is gone.
 */
export class BreakableLine implements AsyncDisposable {
  readonly #path: string;
  readonly #real: string;
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #count = 0;
  /** Connections that came through, broken ones too. */
  connections = 0;

  private constructor(path: string) {
    this.#path = path;
    this.#real = `${path}.real`;
  }

  /** `path` is the socket of a listener that lives already. */
  static async at(path: string): Promise<BreakableLine> {
    const line = new BreakableLine(path);
    linkSync(path, line.#real);
    await line.allow();
    return line;
  }

  /** Breaks every connection, in the middle of whatever is said. */
  cut(): void {
    for (const {client, host} of this.#pairs) {
      client.destroy();
      host.destroy();
    }
  }

  /** Whoever connects finds nobody, though the socket's file is there. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.cut();
    if (server) await new Promise(resolve => server.close(resolve));
  }

  /** Lets connections through, again. */
  async allow(): Promise<void> {
    const server = createServer(client => this.#pass(client));
    const path = `${this.#path}.${this.#count++}`;
    await new Promise<void>(resolve => server.listen(path, resolve));
    renameSync(path, this.#path);
    this.#server = server;
  }

  /** What is said in this direction is read by nobody from now on, and goes nowhere. The next connections are whole. */
  hold(towards: 'client' | 'host'): void {
    for (const pair of this.#pairs) {
      pair.held = towards === 'client' ? pair.host : pair.client;
      pair.held.pause();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.cut();
    if (server) await new Promise(resolve => server.close(resolve));
    if (existsSync(this.#real)) renameSync(this.#real, this.#path);
  }

  #pass(client: Socket): void {
    const pair: Pair = {client, host: connect(this.#real), held: null};
    this.connections++;
    this.#pairs.add(pair);
    for (const [from, to] of [[pair.client, pair.host] as const, [pair.host, pair.client] as const]) {
      from.on('error', () => from.destroy());
      from.on('data', bytes => {
        if (!to.write(bytes)) from.pause();
      });
      to.on('drain', () => {
        if (pair.held !== from) from.resume();
      });
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}
