/** The way to the session: a WebSocket that is opened again when it breaks. */

import {keyed} from './page-key.ts';

export type ServerMessage =
  | {readonly type: 'opened'; readonly session_id: string; readonly is_over: boolean}
  | {readonly type: 'size'; readonly cols: number; readonly rows: number}
  /** Who keeps agents from typing. */
  | {readonly type: 'held'; readonly holder: string | null; readonly mine: boolean}
  | {
      readonly type: 'closed';
      readonly exit: {readonly exitStatus: number | null; readonly signal: string | null} | null;
    }
  | {readonly type: 'error'; readonly error: {readonly message: string; readonly hint: string}};

export interface ConnectionHandlers {
  /** Resolves when they are shown. */
  onBytes(bytes: Uint8Array): Promise<void>;
  onMessage(message: ServerMessage): void;
  /** The connection is gone, and is tried again. Not called when the session is over: that was said. */
  onBreak(): void;
}

const AGAIN_MS = 1000;

const NOBODY: ConnectionHandlers = {onBytes: async () => {}, onMessage: () => {}, onBreak: () => {}};

export class Connection {
  #handlers: ConnectionHandlers;
  readonly #url: string;
  #socket: WebSocket | undefined;
  #isOver = false;
  /** Said before the first connection is there, for nobody sees that it is not yet. What is said while one is tried again goes nowhere. */
  #early: string[] | null = [];

  constructor(session: string | null, handlers: ConnectionHandlers) {
    const query = session === null ? '' : `?session=${encodeURIComponent(session)}`;
    this.#url = `${location.origin.replace(/^http/, 'ws')}/ws${query}`;
    this.#handlers = handlers;
    this.#open();
  }

  type(data: string): void {
    this.#say({type: 'input', data});
  }

  resize(cols: number, rows: number): void {
    this.#say({type: 'resize', cols, rows});
  }

  /** Agents are kept from typing until it is given back, or a minute has passed. */
  take(): void {
    this.#say({type: 'take'});
  }

  give(): void {
    this.#say({type: 'give'});
  }

  /** Nobody looks there any more. */
  close(): void {
    this.#isOver = true;
    this.#handlers = NOBODY;
    this.#socket?.close();
  }

  #open(): void {
    if (this.#isOver) return;
    const socket = new WebSocket(keyed(this.#url));
    let shownBytes = 0;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({data}) => {
      if (typeof data === 'string') return this.#hear(JSON.parse(data));
      const bytes = new Uint8Array(data);
      void this.#handlers.onBytes(bytes).then(() => {
        shownBytes += bytes.length;
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({type: 'ack', bytes: shownBytes}));
      });
    };
    socket.onopen = () => {
      for (const message of this.#early ?? []) socket.send(message);
      this.#early = null;
    };
    socket.onclose = () => {
      this.#early = null;
      if (this.#isOver) return;
      this.#handlers.onBreak();
      setTimeout(() => this.#open(), AGAIN_MS);
    };
    this.#socket = socket;
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'closed' || message.type === 'error') this.#isOver = true;
    this.#handlers.onMessage(message);
  }

  #say(message: Readonly<Record<string, unknown>>): void {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#early?.push(text);
  }
}
