/** Screens of sessions by their references, living or ended, of any moment; and the size that those who look at one share. */
import {type LogCursor, parseSessionId, type SessionId, type SharedSizePolicy} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {Session} from '../session/session.ts';
import {type Seat, SharedSize, type Size} from '../session/shared-size.ts';
import type {FinishedSession} from '../sessions/finished-sessions.ts';
import {maskedGrid} from './masked-grid.ts';
import type {PastScreenOptions} from './past-screen.ts';
import type {GridReading, ScreenKeepers} from './screen-keeper.ts';
import type {ScreenReading} from './screen-reading.ts';

interface Sources {
  readonly keepers: ScreenKeepers;
  /** By id, unique id prefix or name. Throws `unknown_session`. */
  readonly session: (reference: string) => Session;
  /** A session that ended before this server began; undefined when it is followed, or nothing is kept of it. */
  readonly ended: (id: SessionId) => Promise<FinishedSession | undefined>;
  readonly sharedSize: SharedSizePolicy;
  /** Masks what is secret in pictures; null: nothing is. */
  readonly secrets: SecretMask | null;
}

export class SessionScreens {
  readonly #from: Sources;
  readonly #sizes = new WeakMap<Session, SharedSize>();

  constructor(from: Sources) {
    this.#from = from;
  }

  /**
   * The screen of a session, living or ended, as it was when its output had come to `at`. Errors: `unknown_session`, and
   * `invalid_argument` for a moment that is not kept.
   */
  async screenAt(reference: string, at: LogCursor, options?: PastScreenOptions): Promise<ScreenReading> {
    const ended = await this.#ended(reference);
    if (!ended) return this.#from.session(reference).screen.screenAt(at, options);
    using past = this.#from.keepers.past(ended);
    return await past.read(at, options);
  }

  /** As {@link screenAt}, cell by cell and without secrets; without a moment the last one there is. */
  async gridAt(reference: string, at?: LogCursor): Promise<GridReading & {readonly sessionId: SessionId}> {
    const ended = await this.#ended(reference);
    if (!ended) {
      const session = this.#from.session(reference);
      const reading = await session.screen.grid(at);
      return {...reading, grid: maskedGrid(reading.grid, this.#from.secrets), sessionId: session.id};
    }
    const moment = at ?? ended.tracker.outputEnd;
    using past = this.#from.keepers.past(ended);
    return {grid: maskedGrid(await past.grid(moment), this.#from.secrets), at: moment, sessionId: ended.id};
  }

  /** A place among those who look at a session, whose sizes decide the session's. Throws `invalid_argument` for what is no size. */
  takeSeat(session: Session, size: Size): Promise<Seat> {
    const shared = this.#sizes.get(session) ?? new SharedSize(session, this.#from.sharedSize);
    this.#sizes.set(session, shared);
    return shared.take(size);
  }

  /** The size that a session has when nobody looks on. */
  ownSize(session: Session): Size {
    const {cols, rows} = this.#sizes.get(session)?.own ?? session.tracker;
    return {cols, rows};
  }

  async #ended(reference: string): Promise<FinishedSession | undefined> {
    const id = parseSessionId(reference);
    return id ? this.#from.ended(id) : undefined;
  }
}
