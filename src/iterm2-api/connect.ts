/** The client's side: one connection to iTerm2, or to whatever speaks its protocol. */
import {once} from 'node:events';
import {connect as connectSocket} from 'node:net';
import WebSocket from 'ws';
import {CottyError, Patience} from '../core/index.ts';
import {bytesOf} from './accept.ts';
import {apiIsOff} from './client/cookies.ts';
import type {ServerOriginatedMessage} from './generated/api_pb.js';
import type {Notification} from './generated/notifications_pb.js';
import {type ClientIdentity, clientHeaders, SUBPROTOCOL} from './handshake.ts';
import {decodeServerMessage, encodeRequest, type RequestCase, type RequestInit, type ResponseOf} from './messages.ts';

export interface Iterm2ClientOptions extends ClientIdentity {
  /** The Unix socket, or the port on this machine where older ones listen. */
  readonly at: {readonly socket: string} | {readonly port: number};
  readonly onNotification?: ((notification: Notification) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** So long an answer is waited for where nothing is done by it; default 30 s. */
  readonly answerMs?: number | undefined;
}

const ANSWER_MS = 30_000;
/** A client is let in or refused at once: cotty never has iTerm2 ask a person for that. */
const HANDSHAKE_MS = 5000;

/** What these do would be done later all the same, or waits for a person: their end is told, and nothing else. */
const UNLIMITED: ReadonlySet<RequestCase> = new Set([
  'sendTextRequest',
  'injectRequest',
  'closeRequest',
  'invokeFunctionRequest',
]);

/** One connection. Requests may be under way side by side. */
export class Iterm2Client implements Disposable {
  /** Of the server, as in `1.17`; null when it does not say. */
  readonly protocolVersion: string | null;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<bigint, PromiseWithResolvers<ServerOriginatedMessage>>();
  readonly #closeListeners = new Set<() => void>();
  readonly #answerMs: number;
  #lastId = 0n;

  private constructor(socket: WebSocket, protocolVersion: string | null, options: Iterm2ClientOptions) {
    this.#socket = socket;
    this.protocolVersion = protocolVersion;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    socket.on('message', data => {
      const message = decodeServerMessage(bytesOf(data));
      if (message) this.#take(message, options);
    });
    socket.on('close', () => {
      for (const {reject} of this.#waiting.values()) reject(connectionLost());
      this.#waiting.clear();
      for (const listener of this.#closeListeners) listener();
    });
  }

  /** Errors: `server_unavailable` when nobody listens there, or does not answer; `denied` when the server does not let this client in. */
  static async connect(options: Iterm2ClientOptions): Promise<Iterm2Client> {
    const {at, answerMs = ANSWER_MS} = options;
    using patience = new Patience(Math.min(answerMs, HANDSHAKE_MS), options.signal);
    const {signal} = patience;
    // A path with a blank, as iTerm2's, cannot be said in a `ws+unix:` URL.
    const socket = new WebSocket('port' in at ? `ws://localhost:${at.port}/` : 'ws://localhost/', SUBPROTOCOL, {
      origin: 'ws://localhost/',
      perMessageDeflate: false,
      headers: clientHeaders(options),
      ...('socket' in at && {createConnection: () => connectSocket(at.socket)}),
    });
    socket.on('error', () => socket.terminate());
    let protocolVersion: string | null = null;
    let refusedWith: number | undefined;
    socket.on('upgrade', ({headers}) => {
      protocolVersion = String(headers['x-iterm2-protocol-version'] ?? '') || null;
    });
    socket.on('unexpected-response', (request, {statusCode}) => {
      refusedWith = statusCode;
      request.destroy();
      socket.terminate();
    });
    try {
      await once(socket, 'open', {signal});
    } catch (cause) {
      socket.terminate();
      if (patience.timedOut) throw mute(cause);
      throw refusedWith === undefined ? nobodyThere(cause) : refused(refusedWith);
    }
    return new Iterm2Client(socket, protocolVersion, options);
  }

  /** Errors: `protocol_error` when the server could not make sense of it; `server_unavailable` when the connection ends. */
  async request<Case extends RequestCase>(name: Case, value: RequestInit<Case>): Promise<ResponseOf<Case> | undefined> {
    if (!this.isOpen) throw connectionLost();
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<ServerOriginatedMessage>();
    this.#waiting.set(id, answer);
    this.#socket.send(encodeRequest(id, {case: name, value} as Parameters<typeof encodeRequest>[1]));
    const late = UNLIMITED.has(name) ? undefined : setTimeout(() => answer.reject(mute()), this.#answerMs);
    const {submessage} = await answer.promise.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(id);
    });
    if (submessage.case === 'error')
      throw new CottyError('protocol_error', submessage.value, 'Look at what was asked.');
    return submessage.value as ResponseOf<Case> | undefined;
  }

  /** Called when the connection has ended, by whichever side. */
  onClosed(listener: () => void): void {
    this.#closeListeners.add(listener);
    if (this.#socket.readyState === this.#socket.CLOSED) queueMicrotask(listener);
  }

  /** True until it or the server closes the connection. */
  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  #take(message: ServerOriginatedMessage, {onNotification}: Iterm2ClientOptions): void {
    const {id, submessage} = message;
    if (submessage.case === 'notification') onNotification?.(submessage.value);
    else {
      this.#waiting.get(id)?.resolve(message);
      this.#waiting.delete(id);
    }
  }
}

function connectionLost(): CottyError {
  return new CottyError('server_unavailable', 'The connection has ended.', 'Connect again.');
}

function mute(cause?: unknown): CottyError {
  return new CottyError(
    'server_unavailable',
    'iTerm2 does not answer: it is busy, or a script holds its API.',
    'Look at iTerm2, which may wait for you, and try again.',
    {cause},
  );
}

function nobodyThere(cause: unknown): CottyError {
  const {message, hint} = apiIsOff();
  return new CottyError('server_unavailable', message, hint, {cause});
}

function refused(status: number): CottyError {
  if (status === 406)
    return new CottyError(
      'protocol_error',
      'iTerm2 finds this client too old.',
      'Bring iTerm2 and cotty to their present versions.',
    );
  if (status === 401)
    return new CottyError(
      'denied',
      'iTerm2 does not let cotty in without a cookie that it has given out itself.',
      'Answer its question in iTerm2, or start cotty from a script of iTerm2. For a cotty iterm2-server, set ITERM2_COOKIE to the cookie it prints.',
    );
  return new CottyError(
    'protocol_error',
    `What listens there answers with status ${status}, as iTerm2 does not.`,
    'Look at what listens on its socket, or on port 1912.',
  );
}
