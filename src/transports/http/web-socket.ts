/** `GET /ws`: a session for a browser, or whoever speaks WebSocket. Output is binary; everything else is JSON in text frames. */
import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {type RawData, type WebSocket, WebSocketServer} from 'ws';
import {z} from 'zod';
import {CottyError} from '../../core/index.ts';
import type {Engine, Identity, SecretMask, Session} from '../../engine/index.ts';
import {revealError} from '../../tools/index.ts';
import {type ViewerDoor, Viewing} from '../viewing.ts';
import {queryOf} from './guards.ts';

export interface WebSocketOptions {
  readonly engine: Engine;
  readonly defaultSession: () => Promise<Session>;
}

/** What a client may send. */
const clientMessage = z.discriminatedUnion('type', [
  z.object({type: z.literal('input'), data: z.string().max(1_000_000)}),
  z.object({type: z.literal('resize'), cols: z.int().min(1).max(100_000), rows: z.int().min(1).max(100_000)}),
  /** Agents are kept from typing for a minute, or until it is given back. */
  z.object({type: z.literal('take')}),
  z.object({type: z.literal('give')}),
  /** So many bytes of output in all are shown. A client that says it once says it always: it is waited for. */
  z.object({type: z.literal('ack'), bytes: z.int().min(0)}),
]);

type ClientMessage = z.infer<typeof clientMessage>;

const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
/** A client that takes nothing for so long is dropped. */
const STALLED_MS = 30_000;
/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const CLOSE = {normal: 1000, unsupported: 1003, policy: 1008, error: 1011} as const;

export class WebSockets implements AsyncDisposable {
  readonly #options: WebSocketOptions;
  readonly #server = new WebSocketServer({noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES});

  /** Output that was sent, to all clients so far. */
  sentBytes = 0;
  /** Clients that were dropped because they took nothing. */
  dropped = 0;

  constructor(options: WebSocketOptions) {
    this.#options = options;
  }

  /** Clients that are there now. */
  get size(): number {
    return this.#server.clients.size;
  }

  /** Takes over a connection whose request has passed all guards, of a person or a program. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, type: Identity['type']): void {
    this.#server.handleUpgrade(request, socket, head, client => this.#serve(client, request, type));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>(resolve => this.#server.close(() => resolve()));
  }

  #serve(client: WebSocket, request: IncomingMessage, type: Identity['type']): void {
    const session = queryOf(request).get('session');
    const door = new SocketDoor(client, this, this.#options.engine.secrets);
    let viewing: Viewing | undefined;
    let turn: Promise<void> = this.#open(session, door, type)
      .then(opened => {
        viewing = opened;
      })
      .catch(error => door.fail(error));
    client.on('message', (data, isBinary) => {
      const message = parseMessage(data, isBinary);
      if (message === undefined) return client.close(CLOSE.unsupported, 'not a message of this protocol');
      if (message.type === 'ack') return door.acknowledge(message.bytes);
      turn = turn.then(() => act(viewing, message)).catch(error => door.fail(error));
    });
    client.on('error', () => client.terminate());
    client.once('close', () => {
      door.end();
      turn = turn.then(() => viewing?.[Symbol.dispose]());
    });
  }

  async #open(reference: string | null, door: SocketDoor, type: Identity['type']): Promise<Viewing> {
    const session = reference ?? (await this.#options.defaultSession()).id;
    const name = type === 'person' ? 'browser' : 'http';
    const identity: Identity = {type, name, via: 'http', credentials: {type: 'token'}, agentId: null};
    return Viewing.open(this.#options.engine, {session, identity, name, cols: 0, rows: 0}, door);
  }
}

async function act(viewing: Viewing | undefined, message: Exclude<ClientMessage, {type: 'ack'}>): Promise<void> {
  // Nobody waits here until a program reads, so that ^C comes through what it does not.
  switch (message.type) {
    case 'input':
      return void viewing?.type(Buffer.from(message.data));
    case 'resize':
      return viewing?.resize(message);
    case 'take':
      return viewing?.takeInput();
    case 'give':
      return viewing?.giveInput();
    default:
      message satisfies never;
  }
}

function parseMessage(data: RawData, isBinary: boolean): ClientMessage | undefined {
  if (isBinary) return undefined;
  try {
    return clientMessage.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

/** A WebSocket as the door of a viewer. */
class SocketDoor implements ViewerDoor {
  readonly #client: WebSocket;
  readonly #secrets: SecretMask | null;
  readonly #counts: Pick<WebSockets, 'sentBytes' | 'dropped'>;
  #sentBytes = 0;
  #shownBytes = 0;
  /** The client tells what it has shown. */
  #tells = false;
  #onDrained: (() => void) | undefined;
  #stalled: NodeJS.Timeout | undefined;

  constructor(client: WebSocket, counts: Pick<WebSockets, 'sentBytes' | 'dropped'>, secrets: SecretMask | null) {
    this.#client = client;
    this.#secrets = secrets;
    this.#counts = counts;
  }

  opened(sessionId: string, isOver: boolean): void {
    this.#say({type: 'opened', session_id: sessionId, is_over: isOver});
  }

  resized({cols, rows}: {readonly cols: number; readonly rows: number}): void {
    this.#say({type: 'size', cols, rows});
  }

  output(bytes: Uint8Array): void {
    this.#sentBytes += bytes.length;
    this.#counts.sentBytes += bytes.length;
    this.#client.send(bytes, {binary: true}, () => this.#look());
  }

  inputHeld(holder: string | null, isTheirs: boolean): void {
    this.#say({type: 'held', holder, mine: isTheirs});
  }

  closed(exit: unknown): void {
    this.#say({type: 'closed', exit});
    this.#client.close(CLOSE.normal, 'the session is over');
  }

  fail(thrown: unknown): void {
    const error = revealError(thrown, this.#secrets);
    this.#say({type: 'error', error: error.toJSON()});
    this.#client.close(error.code === 'unknown_session' ? CLOSE.policy : CLOSE.error, error.code);
  }

  destroy(): void {
    this.#client.terminate();
  }

  #drop(): void {
    this.#counts.dropped++;
    this.destroy();
  }

  get isWritable(): boolean {
    return this.#client.readyState === this.#client.OPEN;
  }

  get backlogBytes(): number {
    const unshown = this.#tells ? this.#sentBytes - this.#shownBytes : 0;
    return Math.max(this.#client.bufferedAmount, unshown);
  }

  whenDrained(then: () => void): void {
    this.#onDrained = then;
    this.#stalled = setTimeout(() => this.#drop(), STALLED_MS).unref();
    this.#look();
  }

  acknowledge(bytes: number): void {
    this.#tells = true;
    this.#shownBytes = Math.max(this.#shownBytes, Math.min(bytes, this.#sentBytes));
    this.#look();
  }

  end(): void {
    clearTimeout(this.#stalled);
    this.#onDrained = undefined;
  }

  #look(): void {
    if (this.backlogBytes > 0 || !this.#onDrained) return;
    const then = this.#onDrained;
    this.end();
    then();
  }

  #say(message: Readonly<Record<string, unknown>>): void {
    if (this.isWritable) this.#client.send(JSON.stringify(message));
  }
}

/** Why there is no WebSocket at that path. */
export function noSocketAt(path: string): CottyError {
  return new CottyError('invalid_argument', `There is no WebSocket at ${path}.`, 'Connect to /ws?session=ID.');
}
