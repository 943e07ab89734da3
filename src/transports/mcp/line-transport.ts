import type {Readable, Writable} from 'node:stream';
import {deserializeMessage, type JSONRPCMessage, serializeMessage, type Transport} from '@modelcontextprotocol/server';
import {errorReply, guessId, INVALID_REQUEST, PARSE_ERROR} from '../wire/json-rpc-error.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest line accepted, in bytes. */
  readonly maxLineBytes?: number;
}

const MAX_LINE_BYTES = 128 * 1024 * 1024;

/**
 * MCP over newline-delimited JSON (stdio or a socket). Like the SDK's own stdio transport, but a line that is no JSON
 * or too long is answered and the connection goes on, and a long line costs linear time.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines: LineSplitter;
  #closed = false;

  constructor({input, output, maxLineBytes = MAX_LINE_BYTES}: LineTransportOptions) {
    this.#input = input;
    this.#output = output;
    this.#lines = new LineSplitter(maxLineBytes);
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#lines.push(chunk).forEach(this.#onLine));
    this.#input.on('end', this.#onEnd).on('close', this.#onEnd).on('error', this.#onEnd);
    this.#output.on('error', this.#onEnd).on('close', this.#onEnd);
    this.#input.resume();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(serializeMessage(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.pause();
    this.onclose?.();
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
    try {
      this.onmessage?.(deserializeMessage(text));
    } catch (error) {
      const isSyntax = error instanceof SyntaxError;
      const problem = isSyntax ? 'The line is not valid JSON.' : 'The line is JSON but no JSON-RPC message.';
      const reply = {message: problem, hint: 'Send one JSON-RPC message per line.'};
      void this.#write(errorReply(null, isSyntax ? PARSE_ERROR : INVALID_REQUEST, reply));
    }
  };

  readonly #onEnd = (): void => {
    const last = this.#closed ? undefined : this.#lines.end();
    if (last) this.#onLine(last);
    void this.close();
  };

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
