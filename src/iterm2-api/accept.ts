import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {type RawData, type WebSocket, WebSocketServer} from 'ws';
import type {ClientOriginatedMessage} from './generated/api_pb.js';
import {PROTOCOL_VERSION, SUBPROTOCOL} from './handshake.ts';
import {decodeRequest, encodeNotification, encodeReply, type NotificationInit, type Reply} from './messages.ts';

/** A client, as its server sees it. */
export interface ClientConnection {
  reply(id: bigint, reply: Reply): void;
  notify(notification: NotificationInit): void;
  /** Bytes that the client has not taken yet. */
  readonly backlogBytes: number;
  close(): void;
}

export interface ClientHandlers {
  onRequest(request: ClientOriginatedMessage): void;
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
      const handlers = begin(connectionOver(client));
      client.on('message', (data, isBinary) => {
        // A frame of text says nothing in this protocol, and what cannot be read gets no answer.
        const message = isBinary ? decodeRequest(bytesOf(data)) : undefined;
        if (message) handlers.onRequest(message);
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

function connectionOver(client: WebSocket): ClientConnection {
  const send = (bytes: Uint8Array): void => {
    if (client.readyState === client.OPEN) client.send(bytes);
  };
  return {
    reply: (id, reply) => send(encodeReply(id, reply)),
    notify: notification => send(encodeNotification(notification)),
    get backlogBytes() {
      return client.bufferedAmount;
    },
    close: () => client.close(),
  };
}

/** One payload as one piece. */
export function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
