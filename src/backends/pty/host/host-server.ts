import {chmodSync} from 'node:fs';
import {createServer, type Server, type Socket} from 'node:net';
import {asCottyError, CottyError} from '../../../core/index.ts';
import {ownPeer} from '../../system/own-peer.ts';
import {packageVersion} from '../package-version.ts';
import {Conversations, type Line} from './conversation.ts';
import type {Host} from './host.ts';
import type {HostAttachment} from './host-api.ts';
import {answerCall, type HostCall, isRepeatable} from './host-calls.ts';
import {NoticeFeed} from './notice-feed.ts';
import {Outbox} from './outbox.ts';
import {type ClientHead, encodeFrame, encodeHello, type Frame, FrameReader, type Hello, PROTOCOL} from './protocol.ts';

export interface HostServerOptions {
  readonly host: Host;
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
  readonly #conversations = new Conversations();
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
    if (ownPeer(socket) === null) {
      socket.destroy();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#used = true;
    const connection = new Connection(socket, this.#options, this.#conversations);
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
  readonly #conversations: Conversations;
  readonly #reader = new FrameReader<ClientHead>();
  readonly #outbox: Outbox;
  readonly #feed: NoticeFeed;
  readonly #attachments = new Map<number, HostAttachment>();
  /** Null until the client has said who it is. */
  #joined: (ReturnType<Conversations['join']> & {readonly name: string | undefined}) | null = null;
  readonly #line: Line = {send: (frame, options) => this.#send(frame, options), drop: () => this.destroy()};

  constructor(socket: Socket, options: HostServerOptions, conversations: Conversations) {
    this.#socket = socket;
    this.#options = options;
    this.#conversations = conversations;
    this.#outbox = new Outbox(socket);
    this.#feed = new NoticeFeed(socket, this.#outbox);
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
    this.#joined?.conversation.leave(this.#line);
    this.#conversations.leave(this.#joined?.name);
  }

  #receive(bytes: Buffer): void {
    try {
      const frames = this.#reader.push(bytes);
      const {hello} = this.#reader;
      if (hello && !this.#joined) this.#greet(hello);
      for (const frame of frames) this.#take(frame);
    } catch {
      this.#socket.destroy();
    }
  }

  #greet({protocol, retire, conversation: name}: Hello): void {
    this.#joined = {...this.#conversations.join(name), name};
    this.#joined.conversation.takeUp(this.#line);
    if (retire && this.#options.sessionCount() === 0) this.#options.onIdle();
    else if (retire || protocol !== PROTOCOL) this.#socket.end();
  }

  #take({head, body}: Frame<ClientHead>): void {
    if (this.#socket.destroyed) return;
    switch (head.type) {
      case 'request':
        void this.#answer(head.id, head.call, body);
        return;
      case 'cancel':
        this.#joined?.conversation.cancel(head.id);
        return;
      default:
        head satisfies never;
    }
  }

  async #answer(id: number, call: HostCall, body: Uint8Array): Promise<void> {
    await this.#joined?.conversation.answer({
      id,
      isRepeatable: isRepeatable(call),
      mayWait: call.method === 'submit',
      run: signal => this.#run(id, call, body, signal),
      done: () => encodeFrame({type: 'reply', id, result: null}),
      forgotten: () => encodeFrame({type: 'failure', id, error: forgottenError().toJSON()}),
    });
  }

  async #run(id: number, call: HostCall, body: Uint8Array, signal: AbortSignal): Promise<Buffer | null> {
    try {
      const result = await answerCall(call, {
        host: this.#options.host,
        resumed: this.#joined?.resumed ?? false,
        body,
        signal,
        listener: this.#feed.listener(id),
        keep: attachment => this.#keep(id, attachment),
        release: subscription => this.#release(subscription),
      });
      return result === undefined ? null : encodeFrame({type: 'reply', id, result});
    } catch (error) {
      return encodeFrame({type: 'failure', id, error: asCottyError(error).toJSON()});
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

  #send(frame: Buffer, options: {readonly mayWait: boolean}): void {
    if (this.#socket.destroyed) return;
    this.#feed.catchUp();
    this.#outbox.send(frame, options);
  }
}

function forgottenError(): CottyError {
  return new CottyError(
    'server_unavailable',
    'This was carried out before the connection broke; what came of it is not known any more.',
    'Look at the session before you do it again.',
  );
}
