import type {Socket} from 'node:net';

/**
 * Frames on their way to one client, in their order. Those of one turn go in one system call and wake the client once. One that nobody is
 * likely to wait for waits a moment for the next: of a command that is over by then the client hears all at once.
 */
export class Outbox {
  readonly #socket: Socket;
  #frames: Buffer[] = [];
  #bytes = 0;
  #turn: NodeJS.Immediate | undefined;
  #holdTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => this.#stop());
  }

  /** Bytes that the client has not taken yet. */
  get outstanding(): number {
    return this.#bytes + this.#socket.writableLength;
  }

  /** Behind all that was sent before; `mayWait`: nobody is likely to wait for it. */
  send(frame: Buffer, {mayWait = false}: {readonly mayWait?: boolean} = {}): void {
    if (this.#socket.destroyed) return;
    this.#frames.push(frame);
    this.#bytes += frame.length;
    if (mayWait) {
      if (!this.#turn) this.#holdTimer ??= setTimeout(() => this.#flush(), HOLD_MS);
    } else this.#turn ??= setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#stop();
    const [first] = this.#frames;
    if (!first || this.#socket.destroyed) return;
    const whole = this.#frames.length === 1 ? first : Buffer.concat(this.#frames, this.#bytes);
    this.#frames = [];
    this.#bytes = 0;
    this.#socket.write(whole);
  }

  #stop(): void {
    clearImmediate(this.#turn);
    clearTimeout(this.#holdTimer);
    this.#turn = undefined;
    this.#holdTimer = undefined;
  }
}

/** As long as output that nobody waits for is held back. */
const HOLD_MS = 2;
