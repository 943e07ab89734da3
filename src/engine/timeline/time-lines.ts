import {parseSessionId, type SessionId} from '../../core/index.ts';
import type {Engine} from '../engine.ts';
import {ScreenKeepers} from '../screen/screen-keeper.ts';
import {type FilmedSession, LogFootage} from './log-footage.ts';

/** Whoever looks at a time line mostly looks again. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 8;

interface Entry {
  readonly footage: Promise<LogFootage>;
  readonly leaving: AbortController;
  timer: NodeJS.Timeout | undefined;
}

/** Time lines of sessions, living and ended, for as long as somebody looks. They are drawn beside the present screens, not by their threads. */
export class TimeLines implements AsyncDisposable {
  readonly #engine: Pick<Engine, 'session' | 'sessions' | 'finished'>;
  readonly #entries = new Map<SessionId, Entry>();
  readonly #screens = new ScreenKeepers('0');

  constructor(engine: Pick<Engine, 'session' | 'sessions' | 'finished'>) {
    this.#engine = engine;
  }

  /** With all that has happened by now. Throws `unknown_session`. */
  async open(reference: string): Promise<LogFootage> {
    const followed = parseSessionId(reference);
    const known = followed && this.#entries.get(followed);
    const id = known ? followed : await this.#add(reference);
    const entry = this.#entries.get(id);
    if (!entry) return this.open(reference);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.#close(id), KEPT_MS).unref();
    return entry.footage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of [...this.#entries.keys()]) this.#close(id);
    await this.#screens[Symbol.asyncDispose]();
  }

  async #add(reference: string): Promise<SessionId> {
    const {id, ...session} = await this.#find(reference);
    if (this.#entries.has(id)) return id;
    const leaving = new AbortController();
    const footage = LogFootage.open({sessionId: id, ...session}, this.#screens, leaving.signal);
    this.#entries.set(id, {footage, leaving, timer: undefined});
    footage.then(
      opened => opened.prepare(leaving.signal).catch(() => undefined),
      () => this.#close(id),
    );
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST_KEPT && oldest && oldest !== id) this.#close(oldest);
    return id;
  }

  async #find(reference: string): Promise<Omit<FilmedSession, 'sessionId'> & {readonly id: SessionId}> {
    const id = parseSessionId(reference);
    const isFollowed = id === undefined || this.#engine.sessions().some(session => session.id === id);
    const ended = id && !isFollowed ? await this.#engine.finished.read(id) : undefined;
    if (id && ended) return {id, name: ended.facts.name, source: ended};
    const session = this.#engine.session(reference);
    return {id: session.id, name: session.name, source: session};
  }

  #close(id: SessionId): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    clearTimeout(entry.timer);
    entry.leaving.abort();
    entry.footage.then(
      footage => footage[Symbol.dispose](),
      () => undefined,
    );
  }
}
