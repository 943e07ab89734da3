import {setTimeout as pause} from 'node:timers/promises';
import {isCottyError} from '../../core/index.ts';
import {type AttachEnd, type AttachedSession, TypedStream} from '../../transports/index.ts';

export interface AttachRequest {
  readonly session: string;
  readonly repaints: boolean;
  readonly typed: TypedStream;
}

export interface LastingOptions {
  /** Id, unique prefix or name. */
  readonly session: string;
  /** Attaches over a new connection. One that `repaints` has shown the session before. */
  readonly attach: (request: AttachRequest) => Promise<AttachedSession>;
  /** The server has been away for so long that somebody may wonder. */
  readonly onAway: () => void;
  /** More was typed meanwhile than is kept; the rest is dropped. */
  readonly onFull: () => void;
}

/** How long the next server may take. */
const COMING_BACK_MS = 10_000;
const RETRY_MS = 250;
const AWAY_MS = 1000;
/** A connection that held this long was a good one. */
const STEADY_MS = 3000;
/** How many connections in a row may break sooner: a session that every server dies of is left. */
const MOST_LOSSES = 5;
const MOST_KEPT_BYTES = 1024 * 1024;

/**
 * A person's terminal on a session, from one server to the next. What is typed while there is none, and what the one before has not said
 * it has taken, is kept and typed in order once there is one.
 */
export class LastingAttachment implements Disposable {
  readonly sessionId: string;
  /**
   * As of one attachment; lost when no server came back in time. Rejects with why the next server refused it, e.g.
   * `unknown_session` when the session has ended meanwhile, `version_mismatch`.
   */
  readonly ended: Promise<AttachEnd>;
  readonly #options: LastingOptions;
  readonly #left = Promise.withResolvers<undefined>();
  /** Undefined while there is no connection. */
  #attached: AttachedSession | undefined;
  readonly #typed: TypedStream;
  #isFull = false;
  #isOver = false;

  /** Throws what `attach` throws: the first time there is nothing to come back to. */
  static async open(options: LastingOptions): Promise<LastingAttachment> {
    const typed = new TypedStream();
    const {session} = options;
    return new LastingAttachment(options, typed, await options.attach({session, repaints: false, typed}));
  }

  private constructor(options: LastingOptions, typed: TypedStream, first: AttachedSession) {
    this.#options = options;
    this.#typed = typed;
    this.sessionId = first.sessionId;
    this.ended = this.#follow(first);
  }

  type(bytes: Uint8Array): void {
    if (this.#attached) this.#attached.type(bytes);
    else this.#keep(bytes);
  }

  /** The next connection is opened with the size of that time. */
  resize(cols: number, rows: number): void {
    this.#attached?.resize(cols, rows);
  }

  /** The next connection begins with the screen anyway. */
  repaint(): void {
    this.#attached?.repaint();
  }

  detach(): void {
    this.#isOver = true;
    this.#left.resolve(undefined);
    this.#attached?.detach();
  }

  [Symbol.dispose](): void {
    this.detach();
  }

  async #follow(first: AttachedSession): Promise<AttachEnd> {
    let attached = first;
    for (let losses = 0; ; ) {
      const since = performance.now();
      this.#attached = attached;
      this.#isFull = false;
      const end = await attached.ended;
      this.#attached = undefined;
      if (end.type !== 'lost') return end;
      losses = performance.now() - since > STEADY_MS ? 1 : losses + 1;
      const next = losses > MOST_LOSSES ? undefined : await this.#comeBack();
      if (this.#isOver) return {type: 'detached'};
      if (!next) return end;
      attached = next;
    }
  }

  /** Undefined when somebody leaves meanwhile or the time is over. */
  async #comeBack(): Promise<AttachedSession | undefined> {
    const limit = new AbortController();
    const away = setTimeout(this.#options.onAway, AWAY_MS);
    const attempt = this.#attachAgain(limit.signal);
    // An attempt that nobody waits for any more gives back what it gets.
    const late = pause(COMING_BACK_MS, undefined, {signal: limit.signal});
    try {
      return await Promise.race([attempt, this.#left.promise, late]);
    } finally {
      clearTimeout(away);
      limit.abort();
      late.catch(() => undefined);
      attempt.catch(() => undefined);
    }
  }

  async #attachAgain(signal: AbortSignal): Promise<AttachedSession | undefined> {
    while (!signal.aborted) {
      try {
        const attached = await this.#options.attach({session: this.sessionId, repaints: true, typed: this.#typed});
        if (!signal.aborted) return attached;
        attached.detach();
      } catch (error) {
        if (!isCottyError(error, 'server_unavailable')) throw error;
        await pause(RETRY_MS, undefined, {signal});
      }
    }
    return undefined;
  }

  /** Once something is dropped all that follows is: a text with a gap would be another text. */
  #keep(bytes: Uint8Array): void {
    this.#isFull ||= this.#typed.keptBytes + bytes.length > MOST_KEPT_BYTES;
    if (this.#isFull) this.#options.onFull();
    else this.#typed.push(bytes);
  }
}
