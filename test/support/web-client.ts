/** A client of `GET /ws`: what it has been given, drawn as its terminal would. */
import {once} from 'node:events';
import {WebSocket} from 'ws';
import {ScreenPool} from '../../src/screen/index.ts';
import type {HttpDoor} from './http-door.ts';

export class WebClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly messages: Record<string, unknown>[] = [];
  /** Why the server has closed it, once it has. */
  readonly closed: Promise<number>;
  readonly #pool = new ScreenPool();
  #bytes: Buffer[] = [];
  #onChange: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise(resolve => socket.once('close', resolve));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#bytes.push(data);
      else this.messages.push(JSON.parse(data.toString()));
      this.#onChange();
    });
  }

  static async open({port, token}: Pick<HttpDoor, 'port' | 'token'>, query = ''): Promise<WebClient> {
    const headers = {authorization: `Bearer ${token}`};
    const client = new WebClient(new WebSocket(`ws://127.0.0.1:${port}/ws${query}`, {headers}));
    await once(client.socket, 'open');
    return client;
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  type(data: string): void {
    this.say({type: 'input', data});
  }

  /** What its terminal shows. */
  async screen(cols = 80, rows = 24): Promise<string> {
    const screen = this.#pool.createScreen({cols, rows});
    screen.feed(Buffer.concat(this.#bytes));
    const {text} = await screen.snapshot();
    screen.dispose();
    return text;
  }

  /** Resolves when that is on its screen, with the whole of it; rejects with what is there instead, well before the test’s own limit. */
  async shows(pattern: RegExp, size: {cols?: number; rows?: number} = {}): Promise<string> {
    const patience = AbortSignal.timeout(45_000);
    for (;;) {
      const changed = new Promise<void>(resolve => {
        this.#onChange = resolve;
      });
      const text = await this.screen(size.cols, size.rows);
      if (pattern.test(text)) return text;
      await Promise.race([changed, once(patience, 'abort')]);
      if (patience.aborted) throw new Error(`There is no ${pattern} on the screen:\n${text}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.#pool[Symbol.asyncDispose]();
  }
}
