import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import {type Actor, asCottyError, CottyError} from '../../core/index.ts';
import {
  actorOf,
  type Engine,
  type Seat,
  type Session,
  type Size,
  type Viewer,
  type ViewerHandlers,
} from '../../engine/index.ts';
import {type AttachFrame, encodeFrame, FrameReader} from './attach-frames.ts';
import type {ConnectionOptions} from './socket-server-options.ts';

/** Output that a slow terminal may lag behind before it is brought to the present screen instead. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

/** In a row, and in a column: as much as a session takes. What a wider terminal has beside it stays empty. */
const MOST_CELLS = 2000;

const BELL = Buffer.from('\x07');

/** Serves one terminal that looks at a session and types into it, mostly a person's. */
export function serveAttach(socket: Socket, {engine, identity}: ConnectionOptions): void {
  const reader = new FrameReader();
  let viewing: Viewing | undefined;
  // Frames act one after the other: what was typed first arrives first.
  let turn: Promise<void> = Promise.resolve();
  const onFrame = async (frame: AttachFrame): Promise<void> => {
    switch (frame.type) {
      case 'open':
        viewing ??= await Viewing.open(socket, {engine, identity}, frame);
        return;
      case 'input':
        // Order is kept on the way. Nobody waits here until a program reads, so that ^C comes through what it does not.
        void viewing?.type(frame.bytes);
        return;
      case 'resize':
        return viewing?.resize({cols: frame.cols, rows: frame.rows});
      case 'repaint':
        return viewing?.repaint();
      case 'detach':
        socket.destroySoon();
        return;
      case 'opened':
      case 'output':
      case 'closed':
      case 'error':
        return;
      default:
        return frame satisfies never;
    }
  };
  const onFailure = (error: unknown): void => {
    socket.end(encodeFrame({type: 'error', error: asCottyError(error).toJSON()}));
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) turn = turn.then(() => onFrame(frame)).catch(onFailure);
    } catch {
      onFailure(new CottyError('protocol_error', 'These are no frames.', 'Bring both sides to the same version.'));
    }
  });
  socket.once('close', () => {
    turn = turn.then(() => viewing?.[Symbol.dispose]());
  });
  socket.resume();
}

class Viewing implements Disposable {
  readonly #socket: Socket;
  readonly #engine: Engine;
  readonly #session: Session;
  readonly #actor: Actor;
  /** Undefined for a terminal of no size, which does not know its own (`docker exec -t`, serial lines). */
  #seat: Seat | undefined;
  #viewer: Viewer | undefined;
  #sizes: Disposable | undefined;
  /** Viewers are made one after the other. */
  #turn: Promise<void> = Promise.resolve();
  /** Of the session and of this terminal, as the present viewer was made for them. */
  #shownFor = '';
  #isCatchingUp = false;
  #isOver = false;

  static async open(
    socket: Socket,
    {engine, identity}: Pick<ConnectionOptions, 'engine' | 'identity'>,
    frame: Extract<AttachFrame, {type: 'open'}>,
  ): Promise<Viewing> {
    const actor = actorOf({...identity, name: identity.agentId ?? frame.name}, randomUUID());
    const viewing = new Viewing(socket, engine, engine.session(frame.session), actor);
    socket.write(encodeFrame({type: 'opened', sessionId: viewing.#session.id}));
    await viewing.#sit(frame);
    await viewing.#view();
    viewing.#sizes = viewing.#session.waiters.add(() => viewing.#followSize());
    return viewing;
  }

  private constructor(socket: Socket, engine: Engine, session: Session, actor: Actor) {
    this.#socket = socket;
    this.#engine = engine;
    this.#session = session;
    this.#actor = actor;
  }

  /** What the session does not take (too long a line, its end meanwhile) rings the bell, as a terminal does. */
  async type(bytes: Buffer): Promise<void> {
    this.#seat?.touch();
    await this.#viewer?.type(bytes).catch(() => this.#onBytes(BELL));
  }

  async resize(size: Size): Promise<void> {
    const known = knownSize(size);
    if (!this.#seat) await this.#sit(size);
    else if (known && !this.#session.isClosed) await this.#seat.resize(known);
    this.#followSize();
  }

  async repaint(): Promise<void> {
    if (!this.#isCatchingUp && !this.#session.isClosed) await this.#viewAnew();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#sizes?.[Symbol.dispose]();
    this.#seat?.[Symbol.dispose]();
    this.#viewer?.[Symbol.dispose]();
  }

  async #sit(size: Size): Promise<void> {
    const known = knownSize(size);
    if (known && !this.#session.isClosed) this.#seat = await this.#engine.takeSeat(this.#session, known);
  }

  /** The session has another size, or this terminal: what is shown was made for the one before. */
  #followSize(): void {
    if (this.#isOver || this.#isCatchingUp || this.#session.isClosed || this.#sizesNow() === this.#shownFor) return;
    this.#shownFor = this.#sizesNow();
    this.#viewAnew().catch(() => this.#socket.destroy());
  }

  #sizesNow(): string {
    const {cols, rows} = this.#session.tracker;
    return JSON.stringify([cols, rows, this.#seat?.size]);
  }

  /** What is typed until the next viewer is there still goes through the one before. */
  #viewAnew(): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#viewer?.[Symbol.dispose]();
      await this.#view({repaints: true});
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #view(options: {repaints?: boolean} = {}): Promise<void> {
    this.#shownFor = this.#sizesNow();
    const handlers: ViewerHandlers = {
      onBytes: bytes => this.#onBytes(bytes),
      // Not before the last screen was shown.
      onClosed: exit => {
        if (!this.#isCatchingUp) this.#socket.end(encodeFrame({type: 'closed', exit}));
      },
    };
    const viewer = await this.#engine.view(this.#session, this.#actor, handlers, {...options, size: this.#seat?.size});
    this.#viewer = viewer;
    if (this.#isOver) viewer[Symbol.dispose]();
  }

  #onBytes(bytes: Uint8Array): void {
    if (this.#isCatchingUp || !this.#socket.writable) return;
    this.#socket.write(encodeFrame({type: 'output', bytes: Buffer.from(bytes)}));
    if (this.#socket.writableLength > MAX_BACKLOG_BYTES) this.#catchUp();
  }

  /** Drops what the terminal cannot take, and shows it the present screen once it has taken the rest. */
  #catchUp(): void {
    this.#isCatchingUp = true;
    this.#socket.once('drain', () => {
      this.#isCatchingUp = false;
      this.#viewAnew().catch(() => this.#socket.destroy());
    });
  }
}

function knownSize({cols, rows}: Size): Size | undefined {
  return cols > 0 && rows > 0 ? {cols: Math.min(cols, MOST_CELLS), rows: Math.min(rows, MOST_CELLS)} : undefined;
}
