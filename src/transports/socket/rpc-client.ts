import type {Socket} from 'node:net';
import {CottyError, cancelledCall, type ErrorShape} from '../../core/index.ts';
import type {Asked, BytesPiece, OutputPiece} from '../../engine/index.ts';
import type {Progress, ToolOutcome} from '../../tools/index.ts';
import {MAX_SERVER_LINE_BYTES} from '../wire/line-limit.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';
import type {RpcReply, RpcRequest, RpcTerminal} from './rpc-messages.ts';

export interface RpcCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Told the output of a command while it comes. */
  readonly onOutput?: (piece: OutputPiece) => void;
  /** Somebody follows the command on a terminal. */
  readonly terminal?: RpcCallTerminal;
  /** A command runs also beside a session in which something waits for input. */
  readonly leavesWaiting?: boolean;
  /** A command that reads its terminal ends the call, as a question does. */
  readonly endsAtReads?: boolean;
  /** The words of the command, which its line holds in the quotes of most shells. */
  readonly words?: readonly string[];
  /** Same id, same call. */
  readonly requestId?: string;
}

export interface RpcCallTerminal {
  readonly cols: number;
  readonly rows: number;
  /** Told what is printed, byte for byte, in pieces that cut no control sequence. */
  readonly onBytes: (piece: BytesPiece) => void;
  /** The listener is told whenever the terminal has another size, until disposed. */
  readonly onResize?:
    | ((listener: (size: {readonly cols: number; readonly rows: number}) => void) => Disposable)
    | undefined;
  /** Told that input is wanted, which somebody at the terminal gives. Without it that ends the call. */
  readonly onAsked?: ((asked: Asked) => void) | undefined;
}

/** Calls over a socket in the role `rpc`. Disposing closes the socket; calls under way throw `server_unavailable`. */
export class RpcClient implements Disposable {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    const lines = new LineSplitter(MAX_SERVER_LINE_BYTES);
    socket.on('data', (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#onLine(line);
    });
    socket.once('close', () => this.#onClose());
    socket.resume();
  }

  /** The connection is gone: whatever is called fails for that, and not for what a tool says. */
  get isLost(): boolean {
    return this.#socket.destroyed;
  }

  /** Throws what the tool throws, as `CottyError`. */
  async callTool(tool: string, input: unknown, options: RpcCallOptions = {}): Promise<ToolOutcome> {
    const request = {
      tool,
      input,
      ...(options.requestId !== undefined && {request_id: options.requestId}),
      ...(options.onOutput && {tells_output: true}),
      ...(options.terminal && {terminal: announced(options.terminal)}),
      ...(options.leavesWaiting && {leaves_waiting: true}),
      ...(options.endsAtReads && {ends_at_reads: true}),
      ...(options.words && {words: options.words}),
    };
    const result = await this.#send(request, options);
    if (isOutcome(result)) return result;
    throw new CottyError('protocol_error', 'The server answered something that is no result.', 'Restart the server.');
  }

  /** Calls one of the server's own methods, e.g. `status`. */
  callMethod(method: string, params?: unknown, options: RpcCallOptions = {}): Promise<unknown> {
    return this.#send({method, params}, options);
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #send(request: {tool: string; input: unknown} | {method: string; params: unknown}, options: RpcCallOptions) {
    const id = ++this.#lastId;
    const cancel = () => this.#write({id, cancel: true});
    const resizing = options.terminal?.onResize?.(resize => this.#write({id, resize}));
    return new Promise<unknown>((resolve, reject) => {
      if (options.signal?.aborted) return reject(cancelledCall());
      if (this.#socket.destroyed) return reject(lost());
      this.#waiting.set(id, {resolve, reject, options});
      options.signal?.addEventListener('abort', cancel, {once: true});
      this.#write({id, ...request});
    }).finally(() => {
      resizing?.[Symbol.dispose]();
      options.signal?.removeEventListener('abort', cancel);
    });
  }

  #write(request: RpcRequest): void {
    if (!this.#socket.destroyed) this.#socket.write(`${JSON.stringify(request)}\n`);
  }

  #onLine(line: Line): void {
    // Whose answer it was cannot be told, so all that wait are told that the connection is lost.
    if (line.type === 'overlong') return void this.#socket.destroy();
    const reply: RpcReply = JSON.parse(line.bytes.toString('utf8'));
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if (isNews(reply)) {
      tellNews(reply, waiting.options);
      return;
    }
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting.reject(CottyError.from(reply.error));
    else waiting.resolve(reply.result);
  }

  #onClose(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(lost());
    this.#waiting.clear();
  }
}

/** One call on a socket of its own use. See {@link RpcClient.callTool}. */
export async function callRpc(
  socket: Socket,
  tool: string,
  input: unknown,
  options?: RpcCallOptions,
): Promise<ToolOutcome> {
  using client = new RpcClient(socket);
  return await client.callTool(tool, input, options);
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CottyError) => void;
  readonly options: RpcCallOptions;
}

/** What is told of a call before it is answered. */
type News = Exclude<RpcReply, {readonly result: unknown} | {readonly error: ErrorShape}>;

function isNews(reply: RpcReply): reply is News {
  return !('result' in reply || 'error' in reply);
}

function tellNews(news: News, {onProgress, onOutput, terminal}: RpcCallOptions): void {
  if ('progress' in news) onProgress?.(news.progress);
  else if ('output' in news) onOutput?.(news.output);
  else if ('asked' in news) terminal?.onAsked?.(news.asked);
  else {
    const {base64, ...printed} = news.printed;
    terminal?.onBytes({...printed, bytes: Buffer.from(base64, 'base64')});
  }
}

function announced({cols, rows, onAsked}: RpcCallTerminal): RpcTerminal {
  return {cols, rows, answers: onAsked !== undefined};
}

function isOutcome(result: unknown): result is ToolOutcome {
  return typeof result === 'object' && result !== null && 'value' in result && 'presentation' in result;
}

function lost(): CottyError {
  return new CottyError(
    'server_unavailable',
    'The connection to the cotty server was lost during the call.',
    'Call again with the same request id; a command that was started goes on.',
  );
}
