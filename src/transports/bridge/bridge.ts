/**
 * `cotty mcp`: carries JSON-RPC lines between an MCP client on stdio and the server's socket, and hides from the client
 * that the server may be replaced in mid-call. Knows lines and ids, nothing of tools. Cold start is a budget: nothing
 * here may import the MCP SDK or zod.
 */
import type {Socket} from 'node:net';
import type {Readable, Writable} from 'node:stream';
import {asCottyError, type CottyError, LinkedAbort, uniqueId} from '../../core/index.ts';
import {errorReply, guessId, INVALID_REQUEST, SERVER_UNAVAILABLE} from '../wire/json-rpc-error.ts';
import {MAX_CLIENT_LINE_BYTES, MAX_SERVER_LINE_BYTES} from '../wire/line-limit.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';
import {type RequestId, responseId} from '../wire/response-id.ts';
import {readActiveSession} from './active-session.ts';
import {type ClientMessage, readClientMessage} from './client-message.ts';
import {Handshake, INITIALIZED} from './handshake.ts';
import {InFlight} from './in-flight.ts';
import {establishLink} from './link.ts';

export interface BridgeOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Connects to the server in the role `mcp`, starting it when needed; `fields` belong in the first line. */
  readonly connect: (fields: Readonly<Record<string, string>>) => Promise<Socket>;
  /**
   * Waits until another server runs, and connects to it without starting one: so that a client who asks nothing is known to be there.
   * Without it the next one is looked for when there is something to ask.
   */
  readonly rejoin?: (fields: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Socket>;
  /** Longest line accepted from the client, in bytes. */
  readonly maxLineBytes?: number;
  /** How long calls may go on after the client closed its end, in milliseconds. */
  readonly drainMs?: number;
}

const DRAIN_MS = 3000;

/** Runs until the client is gone. Never throws; breakdowns are answered as JSON-RPC errors. */
export function runBridge(options: BridgeOptions): Promise<void> {
  return new Promise(resolve => new Bridge(options, resolve).start());
}

class Bridge {
  readonly #options: BridgeOptions;
  readonly #onFinished: () => void;
  readonly #key = uniqueId(12);
  readonly #stopped = new AbortController();
  readonly #inFlight = new InFlight();
  readonly #handshake = new Handshake();
  readonly #clientLines: LineSplitter;
  #activeSession = '';
  #calls = 0;
  #linking = false;
  /** Under way while there is no server and nothing to ask. */
  #rejoining: LinkedAbort | undefined;
  /** Set once the client closed its end. */
  #draining: NodeJS.Timeout | undefined;
  /** Set once the server is at the point where the client believes it to be. */
  #server: Socket | undefined;

  constructor(options: BridgeOptions, onFinished: () => void) {
    this.#options = options;
    this.#onFinished = onFinished;
    this.#clientLines = new LineSplitter(options.maxLineBytes ?? MAX_CLIENT_LINE_BYTES);
  }

  start(): void {
    const {stdin, stdout} = this.#options;
    stdin.on('data', (chunk: Buffer) => this.#clientLines.push(chunk).forEach(this.#onClientLine));
    stdin.on('end', this.#onClientEnd).on('error', this.#onClientEnd).on('close', this.#onClientEnd);
    stdout.on('error', () => this.#finish());
    // Have the server ready by the time the client asks.
    this.#ensureServer();
  }

  readonly #onClientLine = (line: Line): void => {
    if (line.type === 'line') {
      this.#onClientMessage(readClientMessage(line.bytes, this.#newRequestId), line.bytes);
      return;
    }
    const problem = `The message of ${line.sizeBytes} bytes is too long.`;
    const reply = {message: problem, hint: 'Send it in smaller pieces.'};
    this.#tellClient(errorReply(guessId(line.head, line.tail), INVALID_REQUEST, reply));
  };

  readonly #newRequestId = (): string => `${this.#key}-${++this.#calls}`;

  #onClientMessage(message: ClientMessage, bytes: Buffer): void {
    switch (message.type) {
      case 'request':
        if (message.method === 'initialize') this.#handshake.begin(message.id, message.bytes);
        this.#inFlight.add(message.id, message.method, message.bytes);
        if (this.#server) this.#deliver(message.id);
        else this.#ensureServer();
        return;
      case 'notification':
        if (message.cancels !== undefined) this.#inFlight.delete(message.cancels);
        this.#tellServer(bytes);
        return;
      case 'answer':
        this.#tellServer(bytes);
        return;
      case 'blank':
        return;
      case 'invalid': {
        const error = {message: message.problem, hint: message.hint};
        this.#tellClient(errorReply(message.id, message.code, error));
        return;
      }
      default:
        message satisfies never;
    }
  }

  #ensureServer(): void {
    if (this.#linking || this.#server || this.#stopped.signal.aborted) return;
    this.#linking = true;
    this.#rejoining?.abort();
    establishLink(() => this.#options.connect(this.#fields()), this.#stopped.signal)
      .then(this.#onConnected, (error: unknown) => this.#onUnreachable(asCottyError(error)))
      .catch(() => this.#finish());
  }

  #fields(): Record<string, string> {
    return {key: this.#key, ...(this.#activeSession && {active: this.#activeSession})};
  }

  readonly #onConnected = (socket: Socket): void => {
    if (this.#stopped.signal.aborted) return void socket.destroy();
    this.#stopped.signal.addEventListener('abort', () => socket.destroy());
    const replay = this.#handshake.replay();
    const lines = new LineSplitter(MAX_SERVER_LINE_BYTES);
    socket.on('data', (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#onServerLine(socket, line);
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#onServerLost());
    socket.on('drain', () => this.#options.stdin.resume());
    if (replay === undefined) this.#onServerReady(socket);
    else socket.write(replay);
    socket.resume();
  };

  #onServerLine(socket: Socket, line: Line): void {
    if (line.type === 'overlong') return;
    if (this.#server === undefined && this.#handshake.isReplayAnswer(line.bytes)) {
      socket.write(INITIALIZED);
      this.#onServerReady(socket);
      return;
    }
    const activeSession = readActiveSession(line.bytes);
    if (activeSession !== undefined) {
      this.#activeSession = activeSession;
      return;
    }
    this.#noteAnswer(responseId(line.bytes));
    if (!this.#tellClient(line.bytes)) this.#pauseUntilClientDrains(socket);
    this.#finishIfDrained();
  }

  #noteAnswer(id: RequestId | undefined): void {
    if (id === undefined) return;
    this.#inFlight.delete(id);
    this.#handshake.answered(id);
  }

  #onServerReady(socket: Socket): void {
    this.#linking = false;
    this.#server = socket;
    for (const id of this.#inFlight.ids()) this.#deliver(id);
  }

  #onServerLost(): void {
    this.#linking = false;
    this.#server = undefined;
    this.#options.stdin.resume();
    const blame = {message: 'The cotty server ended each time it was asked this.', hint: 'Do not send it again.'};
    for (const id of this.#inFlight.takeHopeless()) this.#tellClient(errorReply(id, SERVER_UNAVAILABLE, blame));
    // Without an open call there is no hurry: the server may have been stopped on purpose.
    if (this.#inFlight.size > 0) this.#ensureServer();
    else this.#rejoin();
    this.#finishIfDrained();
  }

  #rejoin(): void {
    const {rejoin} = this.#options;
    if (!rejoin || this.#stopped.signal.aborted) return;
    this.#rejoining?.[Symbol.dispose]();
    this.#rejoining = new LinkedAbort(this.#stopped.signal);
    const {signal} = this.#rejoining;
    rejoin(this.#fields(), signal).then(
      socket => {
        if (signal.aborted) return void socket.destroy();
        this.#linking = true;
        this.#onConnected(socket);
      },
      // Found when there is something to ask, then.
      () => undefined,
    );
  }

  #onUnreachable(error: CottyError): void {
    this.#linking = false;
    for (const id of this.#inFlight.takeAll()) this.#tellClient(errorReply(id, SERVER_UNAVAILABLE, error));
    this.#finishIfDrained();
  }

  #deliver(id: RequestId): void {
    const bytes = this.#inFlight.deliver(id);
    if (bytes) this.#tellServer(bytes);
  }

  #tellServer(bytes: Buffer): void {
    if (!this.#server) return;
    const line = bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
    if (!this.#server.write(line)) this.#options.stdin.pause();
  }

  #tellClient(line: Buffer | string): boolean {
    return this.#options.stdout.destroyed || this.#options.stdout.write(line);
  }

  #pauseUntilClientDrains(socket: Socket): void {
    socket.pause();
    this.#options.stdout.once('drain', () => socket.resume());
  }

  readonly #onClientEnd = (): void => {
    if (this.#draining || this.#stopped.signal.aborted) return;
    const last = this.#clientLines.end();
    if (last) this.#onClientLine(last);
    this.#draining = setTimeout(() => this.#finish(), this.#options.drainMs ?? DRAIN_MS);
    this.#finishIfDrained();
  };

  #finishIfDrained(): void {
    if (this.#draining && this.#inFlight.size === 0) this.#finish();
  }

  #finish(): void {
    if (this.#stopped.signal.aborted) return;
    this.#stopped.abort();
    clearTimeout(this.#draining);
    this.#options.stdin.destroy();
    if (this.#options.stdout.destroyed) this.#onFinished();
    else this.#options.stdout.write('', () => this.#onFinished());
  }
}
