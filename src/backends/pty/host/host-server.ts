import {chmodSync} from 'node:fs';
import {createServer, type Server, type Socket} from 'node:net';
import {asCottyError} from '../../../core/index.ts';
import {packageVersion} from '../package-version.ts';
import type {HostApi, HostAttachment} from './host-api.ts';
import {answerCall, type HostCall} from './host-calls.ts';
import {NoticeFeed} from './notice-feed.ts';
import {isOwnPeer} from './own-peer.ts';
import {type ClientHead, encodeFrame, encodeHello, type Frame, FrameReader, PROTOCOL} from './protocol.ts';

export interface HostServerOptions {
  readonly host: HostApi;
  /** Sessions the host owns now. */
  readonly sessionCount: () => number;
  /** The server can go: nobody is connected and there is no session, or a newer cotty asked an idle host to retire. */
  readonly onIdle: () => void;
  /** How long without sessions and clients counts as idle. */
  readonly idleMs: number;
}

/** Serves a host on a Unix socket. Sessions never depend on a connection: a client that dies leaves them as they are. */
export class HostServer implements AsyncDisposable {
  readonly #options: HostServerOptions;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #idleTimer: NodeJS.Timeout | undefined;
  #used = false;
  #disposed = false;

  constructor(options: HostServerOptions) {
    this.#options = options;
    this.#server = createServer(socket => this.#accept(socket));
  }

  /** Binds the socket, readable by its owner only. */
  async listen(path: string): Promise<void> {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    // The directory is 0700 already; the mask closes the moment between bind and chmod as well.
    const mask = process.umask(0o177);
    try {
      this.#server.listen(path, resolve);
    } finally {
      process.umask(mask);
    }
    await promise;
    chmodSync(path, 0o600);
    this.checkIdle();
  }

  /** To be called whenever a session ended. */
  checkIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#disposed || !this.#isIdle()) return;
    this.#idleTimer = setTimeout(
      () => {
        if (this.#isIdle()) this.#options.onIdle();
      },
      this.#used ? this.#options.idleMs : Math.max(this.#options.idleMs, FIRST_CLIENT_MS),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The connections closed here make it idle once more; that must not keep the process.
    this.#disposed = true;
    clearTimeout(this.#idleTimer);
    for (const connection of this.#connections) connection.destroy();
    if (!this.#server.listening) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
  }

  #isIdle(): boolean {
    return this.#connections.size === 0 && this.#options.sessionCount() === 0;
  }

  #accept(socket: Socket): void {
    if (!isOwnPeer(socket)) {
      socket.destroy();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#used = true;
    const connection = new Connection(socket, this.#options);
    this.#connections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      connection.destroy();
      this.checkIdle();
    });
  }
}

/** However short the idle time: whoever started us must be able to connect. */
const FIRST_CLIENT_MS = 5000;

class Connection {
  readonly #socket: Socket;
  readonly #options: HostServerOptions;
  readonly #reader = new FrameReader<ClientHead>();
  readonly #feed: NoticeFeed;
  readonly #attachments = new Map<number, HostAttachment>();
  readonly #running = new Map<number, AbortController>();
  #greeted = false;

  constructor(socket: Socket, options: HostServerOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#feed = new NoticeFeed(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', bytes => this.#receive(bytes));
    const sessions = options.sessionCount();
    socket.write(
      encodeHello({protocol: PROTOCOL, packageVersion: packageVersion(), pid: process.pid, sessions, retire: false}),
    );
  }

  /** Forgets the client: nothing is sent any more. Sessions stay, and input it had begun to write is written to its end. */
  destroy(): void {
    this.#socket.destroy();
    for (const attachment of this.#attachments.values()) attachment[Symbol.dispose]();
    this.#attachments.clear();
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.push(bytes)) this.#take(frame);
      if (!this.#greeted && this.#reader.hello) this.#greet(this.#reader.hello.protocol, this.#reader.hello.retire);
    } catch {
      this.#socket.destroy();
    }
  }

  #greet(protocol: number, retire: boolean): void {
    this.#greeted = true;
    if (retire && this.#options.sessionCount() === 0) this.#options.onIdle();
    else if (retire || protocol !== PROTOCOL) this.#socket.end();
  }

  #take({head, body}: Frame<ClientHead>): void {
    switch (head.type) {
      case 'request':
        void this.#answer(head.id, head.call, body);
        return;
      case 'cancel':
        this.#running.get(head.id)?.abort();
        return;
      default:
        head satisfies never;
    }
  }

  async #answer(id: number, call: HostCall, body: Uint8Array): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await answerCall(call, {
        host: this.#options.host,
        body,
        signal: controller.signal,
        listener: this.#feed.listener(id),
        keep: attachment => this.#keep(id, attachment),
        release: subscription => this.#release(subscription),
      });
      this.#feed.catchUp();
      this.#send(encodeFrame({type: 'reply', id, result: result ?? null}));
    } catch (error) {
      this.#send(encodeFrame({type: 'failure', id, error: asCottyError(error).toJSON()}));
    } finally {
      this.#running.delete(id);
    }
  }

  #keep(id: number, attachment: HostAttachment): void {
    if (this.#socket.destroyed) attachment[Symbol.dispose]();
    else this.#attachments.set(id, attachment);
  }

  #release(subscription: number): void {
    this.#attachments.get(subscription)?.[Symbol.dispose]();
    this.#attachments.delete(subscription);
  }

  #send(frame: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(frame);
  }
}
