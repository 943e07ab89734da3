/** A client of `GET /ws`: what it has been given, drawn as its terminal would. */
import {once} from 'node:events';
import {WebSocket} from 'ws';
import {type Screen, ScreenPool} from '../../src/screen/index.ts';
import type {HttpDoor} from './http-door.ts';

interface ClientOptions {
  /** Of its terminal; default 80 by 24. */
  readonly cols?: number;
  readonly rows?: number;
  /** Says what it has shown, and is waited for, as the page is. */
  readonly tellsShown?: boolean;
  /** Draws for it, and is its owner's; without one it has its own thread for that, which takes its time to start. */
  readonly pool?: ScreenPool;
}

export class WebClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly messages: Record<string, unknown>[] = [];
  /** Why the server has closed it, once it has. */
  readonly closed: Promise<number>;
  readonly #ownPool: ScreenPool | undefined;
  readonly #screen: Screen;
  #shownBytes = 0;
  #onChange: () => void = () => {};

  private constructor(socket: WebSocket, {cols = 80, rows = 24, tellsShown = false, pool}: ClientOptions) {
    this.socket = socket;
    const drawing = pool ?? new ScreenPool();
    if (!pool) this.#ownPool = drawing;
    this.#screen = drawing.createScreen({cols, rows});
    this.closed = new Promise(resolve => socket.once('close', resolve));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#screen.feed(data, {hasMore: true});
      else this.messages.push(JSON.parse(data.toString()));
      this.#shownBytes += isBinary ? data.length : 0;
      if (isBinary && tellsShown) this.say({type: 'ack', bytes: this.#shownBytes});
      this.#onChange();
    });
  }

  static async open(
    {port, token}: Pick<HttpDoor, 'port' | 'token'>,
    query = '',
    options: ClientOptions = {},
  ): Promise<WebClient> {
    const headers = {authorization: `Bearer ${token}`};
    const client = new WebClient(new WebSocket(`ws://127.0.0.1:${port}/ws${query}`, {headers}), options);
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
  async screen(): Promise<string> {
    return (await this.#screen.snapshot()).text;
  }

  /** Resolves when that is on its screen, with the whole of it; rejects with what is there instead, well before the test’s own limit. */
  async shows(pattern: RegExp): Promise<string> {
    const patience = AbortSignal.timeout(45_000);
    for (;;) {
      const changed = new Promise<void>(resolve => {
        this.#onChange = resolve;
      });
      const text = await this.screen();
      if (pattern.test(text)) return text;
      await Promise.race([changed, once(patience, 'abort')]);
      if (patience.aborted) throw new Error(`There is no ${pattern} on the screen:\n${text}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.#ownPool?.[Symbol.asyncDispose]();
  }
}
