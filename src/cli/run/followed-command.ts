import {isCottyError, uniqueId} from '../../core/index.ts';
import type {Asked, BytesPiece, OutputPiece} from '../../engine/index.ts';
import {type CallOptions, type Client, openClient, type ToolReply} from '../client.ts';

/** Hears what a command prints while it comes: as text, or byte for byte on a terminal. */
export type Hearer = {readonly text: TextHearer} | {readonly terminal: TerminalHearer};

export interface TextHearer {
  /** Lines that are done, each with its line feed, and what is on the way. */
  hear(lines: string, pending: string): void;
  /** So many bytes before what is heard next are lost. */
  miss(bytes: number): void;
}

export interface TerminalHearer {
  readonly size: {readonly cols: number; readonly rows: number};
  /** The listener is told whenever the terminal has another size, until disposed. */
  onResize(listener: (size: TerminalHearer['size']) => void): Disposable;
  hear(bytes: Uint8Array): void;
  miss(bytes: number): void;
  /** Input is wanted in that session, and somebody is there to give it; without this the wait ends. */
  readonly ask?: ((asked: Asked, sessionId: string) => void) | undefined;
}

/** How many servers may be killed during one command. */
export const MOST_SERVERS = 5;
/** Seconds that one call may wait. */
const LONGEST_WAIT = 86_400;
/** So many Ctrl-C within this time mean: let me out. */
const LEAVING_PRESSES = 3;
const LEAVING_MS = 3000;

/** A command run for somebody at a command line: what it prints is heard while it comes, Ctrl-C goes to it, and it outlives the server. */
export class FollowedCommand implements Disposable {
  readonly #env: NodeJS.ProcessEnv;
  readonly #hearer: Hearer | undefined;
  readonly #isPiped: boolean;
  readonly #words: readonly string[] | undefined;
  readonly #requestId = uniqueId(10);
  readonly #leaving = new AbortController();
  #client: Client;
  #sessionId: string | undefined;
  #hasBegun: boolean;
  #presses: number[] = [];
  /** Characters of done lines, or bytes, that were heard, and how many of these a server tells again. */
  #heard = 0;
  #again = 0;
  /** Characters of done lines that a person at the terminal would not have seen. */
  #hidden = 0;

  /**
   * Without a hearer nothing is told before the end. `isPiped`: something is piped in, which the command does not get. `words`: of which
   * its line was made, where they are several. Takes the client along when it is disposed.
   */
  constructor(
    client: Client,
    env: NodeJS.ProcessEnv,
    {
      hearer,
      isPiped,
      words = [],
    }: {readonly hearer?: Hearer | undefined; readonly isPiped: boolean; readonly words?: readonly string[]},
  ) {
    this.#client = client;
    this.#isPiped = isPiped;
    this.#words = words.length > 1 ? words : undefined;
    this.#env = env;
    this.#hearer = hearer;
    this.#hasBegun = hearer === undefined;
  }

  /** Where it runs; undefined before that is known. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** How many characters were made visible in the text that was heard. */
  get hidden(): number {
    return this.#hidden;
  }

  /**
   * Input and value are those of `run_command`; the timeout may be `Infinity`. Throws what that throws, and `cancelled` after
   * `leave`.
   */
  async run(input: Readonly<Record<string, unknown>> & {readonly timeout: number}): Promise<ToolReply['value']> {
    const deadline = performance.now() + input.timeout * 1000;
    let timeout = input.timeout;
    for (let servers = 1; ; ) {
      try {
        const call = {...input, timeout: Math.min(timeout, LONGEST_WAIT)};
        const {value} = await this.#client.call('run_command', call, this.#callOptions());
        if (value.timed_out !== true || timeout <= LONGEST_WAIT) return value;
      } catch (error) {
        if (!isCottyError(error, 'server_unavailable') || !this.#client.isLost || servers++ === MOST_SERVERS)
          throw error;
        this.#client[Symbol.dispose]();
        this.#client = await openClient(this.#env);
      }
      // The same request joins the command, and is told everything from the beginning.
      timeout = Math.max(0, deadline - performance.now()) / 1000;
      this.#again = this.#heard;
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

  #callOptions(): CallOptions {
    const endsAtReads = this.#isPiped;
    const options = {
      signal: this.#leaving.signal,
      requestId: this.#requestId,
      leavesWaiting: true,
      endsAtReads,
      ...(this.#words && {words: this.#words}),
    };
    const hearer = this.#hearer;
    if (!hearer) return options;
    if ('text' in hearer) return {...options, onOutput: piece => this.#onOutput(piece, hearer.text)};
    const {terminal} = hearer;
    const {size, ask} = terminal;
    const onAsked = ask && ((asked: Asked) => this.#sessionId !== undefined && ask(asked, this.#sessionId));
    return {
      ...options,
      terminal: {
        ...size,
        onBytes: piece => this.#onBytes(piece, terminal),
        onAsked,
        onResize: listener => terminal.onResize(listener),
      },
    };
  }

  #onOutput({sessionId, lines, pending, hidden, missedBytes}: OutputPiece, hearer: TextHearer): void {
    const known = this.#begin(sessionId, lines.length);
    if (known < lines.length) this.#hidden += hidden;
    if (missedBytes > 0) hearer.miss(missedBytes);
    hearer.hear(lines.slice(known), pending);
  }

  #onBytes({sessionId, bytes, missedBytes}: BytesPiece, hearer: TerminalHearer): void {
    const known = this.#begin(sessionId, bytes.length);
    if (missedBytes > 0) hearer.miss(missedBytes);
    if (known < bytes.length) hearer.hear(bytes.subarray(known));
  }

  /** How much of a piece was heard from another server already. */
  #begin(sessionId: string, length: number): number {
    this.#sessionId = sessionId;
    this.#hasBegun = true;
    const known = Math.min(this.#again, length);
    this.#again -= known;
    this.#heard += length - known;
    return known;
  }
}
