import {randomUUID} from 'node:crypto';
import {type Actor, type ExitEvent, isCottyError, type SessionId, type TypedAt} from '../core/index.ts';
import {
  actorOf,
  type Engine,
  type Identity,
  isLineRefused,
  isSignalCharacter,
  type LineRefused,
  placeOfSession,
  type Seat,
  type Session,
  type Size,
  type Viewer,
  type ViewerHandlers,
} from '../engine/index.ts';

/** Output that a slow terminal may lag behind before it is brought to the present screen instead. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

/** In a row, and in a column: as much as a session takes. What a wider terminal has beside it stays empty. */
const MOST_CELLS = 2000;

/** Whoever has taken the input says so again before it is over. */
const TAKEN_MS = 60_000;

const BELL = Buffer.from('\x07');

/** Somebody's terminal, at the other end of a connection. */
export interface ViewerDoor {
  /** Told first, once. A session that is over has its own size for ever, whatever the terminal says of itself. */
  opened(sessionId: SessionId, isOver: boolean): void;
  output(bytes: Uint8Array): void;
  /** An Enter was held back: why, and what lets it through. The output that follows is the present screen, from its top. */
  refused?(why: string): void;
  /** The session is over, and its last screen was shown. */
  closed(exit: ExitEvent | null): void;
  /** To those without a size of their own: which one the session has, before what is shown in it. */
  resized?(size: Size): void;
  /** Who keeps others from typing, whenever that changes; null is nobody. */
  inputHeld?(holder: string | null, isTheirs: boolean): void;
  destroy(): void;
  readonly isWritable: boolean;
  /** Bytes that the other side has not taken yet. */
  readonly backlogBytes: number;
  /** Called once, when it has taken all. */
  whenDrained(then: () => void): void;
}

export interface ViewingRequest {
  /** Id, unique prefix or name. */
  readonly session: string;
  /** Who looks on, as the door has found out. */
  readonly identity: Identity;
  /** What they are called. */
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
  /** The terminal has shown the session before, and is brought to the present screen. */
  readonly repaints?: boolean;
}

/** One look at one session: the present screen, then what is printed, and what is typed there. */
export class Viewing implements Disposable {
  readonly #door: ViewerDoor;
  readonly #engine: Engine;
  readonly #session: Session;
  readonly #actor: Actor;
  /** A person's own terminal shows what there is. */
  readonly #isOwn: boolean;
  /** Undefined for a terminal of no size, which does not know its own (`docker exec -t`, serial lines). */
  #seat: Seat | undefined;
  #viewer: Viewer | undefined;
  #sizes: Disposable | undefined;
  #lease: Disposable | undefined;
  /** Viewers are made one after the other. */
  #turn: Promise<void> = Promise.resolve();
  /** Of the session and of this terminal, as the present viewer was made for them. */
  #shownFor = '';
  #isCatchingUp = false;
  #isOver = false;
  /** What is typed, one after the other. */
  #typing: Promise<void> = Promise.resolve();
  #toType = 0;
  /** How often a ^C has dropped what was typed and nobody had read. */
  #drops = 0;

  static async open(engine: Engine, request: ViewingRequest, door: ViewerDoor): Promise<Viewing> {
    const {identity, name, repaints = false} = request;
    const actor = actorOf({...identity, name: identity.agentId ?? name}, randomUUID());
    const session = engine.session(request.session);
    await engine.permits?.require(actor, {tool: 'attach', reads: false, place: placeOfSession(session), call: null});
    const viewing = new Viewing(door, engine, session, {
      actor,
      isOwn: identity.type === 'person',
    });
    door.opened(session.id, session.isClosed);
    try {
      await viewing.#sit(request);
      await viewing.#view({repaints});
    } catch (error) {
      // Nobody else knows of it who could give its seat back.
      viewing[Symbol.dispose]();
      throw error;
    }
    viewing.#sizes = viewing.#session.waiters.add(() => viewing.#followSize());
    viewing.#followLease();
    return viewing;
  }

  private constructor(
    door: ViewerDoor,
    engine: Engine,
    session: Session,
    {actor, isOwn}: {readonly actor: Actor; readonly isOwn: boolean},
  ) {
    this.#door = door;
    this.#engine = engine;
    this.#session = session;
    this.#actor = actor;
    this.#isOwn = isOwn;
  }

  /**
   * Types in order. What the session does not take (too long a line, its end meanwhile) rings the bell, as a terminal does. `onTaken` is
   * called, in order too, when the next server need not type it.
   */
  async type(
    bytes: Buffer,
    {typedAt, onTaken = () => {}}: {readonly typedAt?: TypedAt; readonly onTaken?: () => void} = {},
  ): Promise<void> {
    this.#seat?.touch();
    // A ^C must not stand behind input that nobody reads. Taken out of its place it belongs to no stream.
    const passes = this.#toType > 0 && isSignalCharacter(bytes);
    // What waits behind keys that it drops is dropped with them.
    if (passes && this.#session.gate.holdsKeys) this.#drops++;
    const drops = this.#drops;
    if (passes) await this.#viewer?.type(bytes).catch(() => this.#onBytes(BELL));
    this.#toType++;
    this.#typing = this.#typing.then(async () => {
      if (passes || drops !== this.#drops) onTaken();
      else await this.#typeNow(bytes, typedAt, onTaken);
      this.#toType--;
    });
    await this.#typing;
  }

  async #typeNow(bytes: Buffer, typedAt: TypedAt | undefined, onTaken: () => void): Promise<void> {
    // Where it would be typed twice when it is sent again it is not to be.
    const {takesOnce} = this.#session.link.capabilities;
    if (!takesOnce) onTaken();
    try {
      await this.#viewer?.type(bytes, typedAt);
    } catch (error) {
      this.#onBytes(BELL);
      this.#tellRefused(error);
      // Nobody has refused it: it has not come to whoever takes it.
      if (isCottyError(error, 'server_unavailable')) return;
    }
    if (takesOnce) onTaken();
  }

  async resize(size: Size): Promise<void> {
    const known = knownSize(size);
    if (!this.#seat) await this.#sit(size);
    else if (known && !this.#session.isClosed) await this.#seat.resize(known);
    this.#followSize();
  }

  /** Agents are refused meanwhile; other people are not. */
  takeInput(): void {
    this.#session.gate.lease.take(this.#actor, TAKEN_MS);
  }

  giveInput(): void {
    this.#session.gate.lease.give(this.#actor);
  }

  async repaint(): Promise<void> {
    if (!this.#isCatchingUp && !this.#session.isClosed) await this.#viewAnew();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#lease?.[Symbol.dispose]();
    this.giveInput();
    this.#sizes?.[Symbol.dispose]();
    this.#seat?.[Symbol.dispose]();
    this.#viewer?.[Symbol.dispose]();
  }

  async #sit(size: Size): Promise<void> {
    const known = knownSize(size);
    if (known && !this.#session.isClosed) this.#seat = await this.#engine.screens.takeSeat(this.#session, known);
  }

  /** The session has another size, or this terminal: what is shown was made for the one before. */
  #followSize(): void {
    if (this.#isOver || this.#isCatchingUp || this.#session.isClosed || this.#sizesNow() === this.#shownFor) return;
    this.#shownFor = this.#sizesNow();
    this.#viewAnew().catch(() => this.#door.destroy());
  }

  #followLease(): void {
    const {lease} = this.#session.gate;
    const tell = (): void => this.#door.inputHeld?.(lease.facts().holder, lease.isHeldBy(this.#actor));
    this.#lease = lease.watch(tell);
    if (lease.facts().holder !== null) tell();
  }

  #sizesNow(): string {
    const {cols, rows} = this.#session.tracker;
    return JSON.stringify([cols, rows, this.#seat?.size]);
  }

  #tellRefused(error: unknown): void {
    if (!isLineRefused(error) || !this.#door.refused || this.#isCatchingUp || this.#isOver) return;
    this.#viewAnew(() => this.#door.refused?.(wordsForTypist(error))).catch(() => this.#door.destroy());
  }

  /** `first` is called before anything of the new view is shown. What is typed until then still goes through the one before. */
  #viewAnew(first = (): void => {}): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#viewer?.[Symbol.dispose]();
      first();
      await this.#view({repaints: true});
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #view(options: {repaints?: boolean} = {}): Promise<void> {
    this.#shownFor = this.#sizesNow();
    const {cols, rows} = this.#session.tracker;
    if (!this.#seat) this.#door.resized?.({cols, rows});
    const handlers: ViewerHandlers = {
      onBytes: bytes => this.#onBytes(bytes),
      // Not before the last screen was shown.
      onClosed: exit => {
        if (!this.#isCatchingUp) this.#door.closed(exit);
      },
    };
    const viewer = await this.#engine.view(this.#session, this.#actor, handlers, {
      ...options,
      size: this.#seat?.size,
      secrets: this.#isOwn ? null : this.#engine.secrets,
    });
    this.#viewer = viewer;
    if (this.#isOver) viewer[Symbol.dispose]();
  }

  #onBytes(bytes: Uint8Array): void {
    if (this.#isCatchingUp || !this.#door.isWritable) return;
    this.#door.output(bytes);
    if (this.#door.backlogBytes > MAX_BACKLOG_BYTES) this.#catchUp();
  }

  /** Drops what the terminal cannot take, and shows it the present screen once it has taken the rest. */
  #catchUp(): void {
    this.#isCatchingUp = true;
    this.#door.whenDrained(() => {
      this.#isCatchingUp = false;
      this.#viewAnew().catch(() => this.#door.destroy());
    });
  }
}

/** For who presses Enter on a line that an agent has a part in. */
function wordsForTypist({refusal: {state, level, approvalId}}: LineRefused): string {
  if (state === 'denied') return `${level}, with an agent's text, and refused: Ctrl-C drops it`;
  return `${level}, with an agent's text: cotty approve ${approvalId ?? ''}, then Enter`;
}

function knownSize({cols, rows}: Size): Size | undefined {
  return cols > 0 && rows > 0 ? {cols: Math.min(cols, MOST_CELLS), rows: Math.min(rows, MOST_CELLS)} : undefined;
}
