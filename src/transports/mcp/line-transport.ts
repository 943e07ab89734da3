import {isUtf8} from 'node:buffer';
import type {Readable, Writable} from 'node:stream';
import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import {withoutAbsent} from '../wire/absent-members.ts';
import {errorReply, guessId, INVALID_REQUEST, NOT_UTF8, PARSE_ERROR} from '../wire/json-rpc-error.ts';
import {MAX_CLIENT_LINE_BYTES} from '../wire/line-limit.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';
import {messageFault} from '../wire/message-fault.ts';
import {idIn, type RequestId} from '../wire/response-id.ts';
import {DirectCalls} from './direct-calls.ts';
import type {ToolCalls} from './factory.ts';

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest line accepted, in bytes. */
  readonly maxLineBytes?: number;
  /** How long calls may go on after the client closed its end, in milliseconds. */
  readonly drainMs?: number;
}

const DRAIN_MS = 5000;

/**
 * MCP over newline-delimited JSON (stdio or a socket). Like the SDK's own stdio transport, but a line that is no JSON
 * or too long is answered and the connection goes on, a long line costs linear time, and what was asked before the client
 * closed its end is answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: LineSplitter;
  readonly #drainMs: number;
  readonly #directCalls: DirectCalls | null;
  readonly #unanswered = new Set<RequestId>();
  readonly #over = Promise.withResolvers<void>();
  #closed = false;
  /** Set once the client closed its end. */
  #draining: NodeJS.Timeout | undefined;

  /** With `callTool` calls of tools go past the SDK where they can. */
  constructor(
    {input, output, maxLineBytes = MAX_CLIENT_LINE_BYTES, drainMs = DRAIN_MS}: LineTransportOptions,
    callTool: ToolCalls | undefined,
  ) {
    this.#directCalls = callTool
      ? new DirectCalls(
          callTool,
          message => this.send(message),
          message => this.onmessage?.(parseJSONRPCMessage(message)),
        )
      : null;
    this.#input = input;
    this.#output = output;
    this.#lines = new LineSplitter(maxLineBytes);
    this.#drainMs = drainMs;
  }

  /** Resolves when the client is gone and nothing more is to be answered. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#lines.push(chunk).forEach(this.#onLine));
    this.#input.on('end', this.#onEnd).on('close', this.#onEnd).on('error', this.#onEnd);
    this.#output.on('error', this.#onGone).on('close', this.#onGone);
    this.#input.resume();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#directCalls?.sent(message);
    await this.#write(serializeMessage(message));
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#draining);
    this.#input.pause();
    this.#directCalls?.close();
    this.onclose?.();
    this.#over.resolve();
  }

  readonly #onLine = (line: Line): void => {
    if (line.type === 'overlong') {
      const reply = {
        message: `The message of ${line.sizeBytes} bytes is too long.`,
        hint: 'Send it in smaller pieces.',
      };
      void this.#write(errorReply(guessId(line.head, line.tail), INVALID_REQUEST, reply));
      return;
    }
    const text = line.bytes.toString('utf8').trim();
    if (text === '' || this.#closed) return;
    if (!isUtf8(line.bytes)) {
      void this.#write(errorReply(idIn(text), PARSE_ERROR, NOT_UTF8));
      return;
    }
    try {
      const value = withoutAbsent(JSON.parse(text));
      if (this.#directCalls?.take(value)) {
        this.#note(value);
        return;
      }
      const message = parseJSONRPCMessage(value);
      if ('method' in message) this.#note(message);
      this.onmessage?.(message);
    } catch (error) {
      const isSyntax = error instanceof SyntaxError;
      const problem = isSyntax ? 'The line is not valid JSON.' : 'The line is JSON but no JSON-RPC message.';
      const fault = isSyntax ? null : messageFault(JSON.parse(text));
      const reply = {message: problem, hint: fault ?? 'Send one JSON-RPC message per line.'};
      void this.#write(errorReply(idIn(text), isSyntax ? PARSE_ERROR : INVALID_REQUEST, reply));
    }
  };

  readonly #onEnd = (): void => {
    if (this.#closed || this.#draining) return;
    const last = this.#lines.end();
    if (last) this.#onLine(last);
    this.#draining = setTimeout(this.#onGone, this.#drainMs);
    this.#closeIfDrained();
  };

  readonly #onGone = (): void => void this.close();

  #note(message: JSONRPCRequest | JSONRPCNotification): void {
    if ('id' in message) this.#unanswered.add(message.id);
    else if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId);
  }

  #settle(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#unanswered.delete(id);
    this.#closeIfDrained();
  }

  #closeIfDrained(): void {
    if (this.#draining && this.#unanswered.size === 0) void this.close();
  }

  #write(text: string): Promise<void> {
    if (this.#closed || this.#output.destroyed) return Promise.resolve();
    if (this.#output.write(text)) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        this.#output.off('drain', done).off('close', done);
        resolve();
      };
      this.#output.on('drain', done).on('close', done);
    });
  }
}
