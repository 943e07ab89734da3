import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {type RawData, type WebSocket, WebSocketServer} from 'ws';
import type {ClientOriginatedMessage} from './generated/api_pb.js';
import {PROTOCOL_VERSION, SUBPROTOCOL} from './handshake.ts';
import {decodeRequest, encodeNotification, encodeReply, type NotificationInit, type Reply} from './messages.ts';
import {RequestTurns} from './request-turns.ts';

/** A client, as its server sees it. */
export interface ClientConnection {
  /** Settles when the answer is on its way. */
  reply(id: bigint, reply: Reply): void | Promise<void>;
  notify(notification: NotificationInit): void;
  /** Bytes that the client has not taken yet. */
  readonly backlogBytes: number;
  /** False from the moment on at which either side says that it goes. */
  readonly isOpen: boolean;
  close(): void;
}

export interface ClientHandlers {
  /** Settles when it is answered. A client that does not read its answers is served no further. */
  onRequest(request: ClientOriginatedMessage): void | Promise<void>;
  onClosed(): void;
}

/** The server's side of the WebSocket, once a client was let in. */
export class ClientSockets implements AsyncDisposable {
  readonly #server: WebSocketServer;

  /** A request of more than `maxRequestBytes` ends its connection. */
  constructor({maxRequestBytes}: {readonly maxRequestBytes: number}) {
    this.#server = new WebSocketServer({
      noServer: true,
      // iTerm2 negotiates no extension.
      perMessageDeflate: false,
      maxPayload: maxRequestBytes,
      handleProtocols: () => SUBPROTOCOL,
    });
    this.#server.on('headers', headers => headers.push(`X-iTerm2-Protocol-Version: ${PROTOCOL_VERSION}`));
  }

  /** Takes over a connection whose upgrade was sound. `begin` is told it before any request comes. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    begin: (connection: ClientConnection) => ClientHandlers,
  ): void {
    this.#server.handleUpgrade(request, socket, head, client => {
      const handlers = begin(connectionOver(client, () => turns.goOn()));
      const turns = new RequestTurns({
        serve: message => handlers.onRequest(message),
        backlogBytes: () => client.bufferedAmount,
        onFull: isFull => (isFull ? client.pause() : client.resume()),
      });
      client.on('message', (data, isBinary) => {
        // A frame of text says nothing in this protocol, and what cannot be read gets no answer.
        const message = isBinary ? decodeRequest(bytesOf(data)) : undefined;
        if (message) turns.take(message);
      });
      client.on('error', () => client.terminate());
      client.on('close', () => handlers.onClosed());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>(resolve => this.#server.close(() => resolve()));
  }
}

/** `onRead` is called when the client has taken something. */
function connectionOver(client: WebSocket, onRead: () => void): ClientConnection {
  const send = (bytes: Uint8Array): void => {
    if (client.readyState === client.OPEN) client.send(bytes, onRead);
  };
  return {
    reply: (id, reply) => send(encodeReply(id, reply)),
    notify: notification => {
      // News come whether it reads or not.
      if (client.bufferedAmount > MOST_UNREAD_BYTES) client.terminate();
      else send(encodeNotification(notification));
    },
    get backlogBytes() {
      return client.bufferedAmount;
    },
    get isOpen() {
      return client.readyState === client.OPEN;
    },
    close: () => client.close(),
  };
}

/** A client that leaves more than that unread is sent away. */
const MOST_UNREAD_BYTES = 64 * 1024 * 1024;

/** One payload as one piece. */
export function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
