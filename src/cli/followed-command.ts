import {randomBytes} from 'node:crypto';
import {encodeId, isCottyError} from '../core/index.ts';
import type {OutputPiece} from '../engine/index.ts';
import {type Client, openClient, type ToolReply} from './client.ts';

/** Hears what a command prints while it comes. */
export interface OutputHearer {
  /** Lines that are done, each with its line feed, and what is on the way. */
  hear(lines: string, pending: string): void;
  /** So many bytes before what is heard next are lost. */
  miss(bytes: number): void;
}

/** How many servers may be killed during one command. */
const MOST_SERVERS = 5;
/** So many Ctrl-C within this time mean: let me out. */
const LEAVING_PRESSES = 3;
const LEAVING_MS = 3000;

/** A command run for somebody at a command line: what it prints is heard while it comes, Ctrl-C goes to it, and it outlives the server. */
export class FollowedCommand implements Disposable {
  readonly #env: NodeJS.ProcessEnv;
  readonly #hearer: OutputHearer | undefined;
  readonly #requestId = encodeId(randomBytes(10));
  readonly #leaving = new AbortController();
  #client: Client;
  #sessionId: string | undefined;
  #hasBegun: boolean;
  #presses: number[] = [];
  /** Characters of done lines that were heard, and how many of these a new server is to tell again. */
  #heard = 0;
  /** Characters of these that a person at the terminal would not have seen. */
  #hidden = 0;
  #again = 0;

  /** Without a hearer nothing is told before the end. Takes the client along when it is disposed. */
  constructor(client: Client, env: NodeJS.ProcessEnv, hearer?: OutputHearer) {
    this.#client = client;
    this.#env = env;
    this.#hearer = hearer;
    this.#hasBegun = hearer === undefined;
  }

  /** Where it runs; undefined before that is known. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** How many characters were made visible in what was heard. */
  get hidden(): number {
    return this.#hidden;
  }

  /** Input and value are those of `run_command`. Throws what that throws, and `cancelled` after `leave`. */
  async run(input: Readonly<Record<string, unknown>> & {readonly timeout: number}): Promise<ToolReply['value']> {
    const deadline = performance.now() + input.timeout * 1000;
    for (let server = 1; ; server++) {
      const timeout = server === 1 ? input.timeout : Math.max(0, deadline - performance.now()) / 1000;
      const options = {
        signal: this.#leaving.signal,
        requestId: this.#requestId,
        ...(this.#hearer && {onOutput: this.#onOutput}),
      };
      try {
        const {value} = await this.#client.call('run_command', {...input, timeout}, options);
        return value;
      } catch (error) {
        if (!isCottyError(error, 'server_unavailable') || server === MOST_SERVERS) throw error;
        this.#client[Symbol.dispose]();
        this.#client = await openClient(this.#env);
        this.#again = this.#heard;
      }
    }
  }

  /** Ctrl-C for the command. Pressed before there is one, or again and again, it ends the wait. */
  async interrupt(session: string | undefined): Promise<void> {
    const now = performance.now();
    this.#presses = [...this.#presses.filter(at => now - at < LEAVING_MS), now];
    if (!this.#hasBegun || this.#presses.length >= LEAVING_PRESSES) return this.leave();
    const session_id = this.#sessionId ?? session;
    await this.#client.call('send_control', {character: 'C', ...(session_id !== undefined && {session_id})});
  }

  /** Ends the wait; the command goes on. */
  leave(): void {
    this.#leaving.abort();
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  readonly #onOutput = ({sessionId, lines, pending, hidden, missedBytes}: OutputPiece): void => {
    this.#sessionId = sessionId;
    this.#hasBegun = true;
    const known = Math.min(this.#again, lines.length);
    this.#again -= known;
    this.#heard += lines.length - known;
    if (known < lines.length) this.#hidden += hidden;
    if (missedBytes > 0) this.#hearer?.miss(missedBytes);
    this.#hearer?.hear(lines.slice(known), pending);
  };
}
