/** The sessions in which a program asks for a secret now. */
import type {SessionId} from '../../core/index.ts';
import type {EventRing} from '../events/event-ring.ts';
import {actorName} from '../write/input-lease.ts';
import type {Session} from './session.ts';

export interface SecretWanted {
  readonly sessionId: SessionId;
  /** The newest line that it has printed, as all output is shown. */
  readonly prompt: string;
  /** The command that it is asked by, and whose: a program can ask in the words of another one. Null where there is none. */
  readonly commandLine: string | null;
  readonly by: string | null;
}

interface Sources {
  readonly events: Pick<EventRing, 'subscribe'>;
  sessions(): readonly Session[];
}

/**
 * Follows those in which somebody has seen a program ask. That it still does is looked at each time: the echo is off, and it reads. Whoever
 * made it is told when that may have changed.
 */
export class SecretsWanted implements Disposable {
  readonly #sources: Sources;
  readonly #followed = new Map<SessionId, Disposable>();
  /** What runs there was begun before, and may have asked then. */
  #unseen: readonly Session[];
  readonly #events: Disposable;
  readonly #onChange: () => void;

  constructor(sources: Sources, onChange: () => void) {
    this.#sources = sources;
    this.#onChange = onChange;
    this.#unseen = sources.sessions().filter(({tracker}) => tracker.current !== null);
    this.#events = sources.events.subscribe({kinds: ['secret_wanted'], sessionId: null}, ({sessionId}) => {
      if (sessionId !== null) this.#follow(sessionId);
    });
  }

  async now(): Promise<readonly SecretWanted[]> {
    const unseen = this.#unseen;
    this.#unseen = [];
    for (const session of unseen) if (await asksForSecret(session)) this.#follow(session.id);
    const asking = await Promise.all([...this.#followed.keys()].map(id => this.#askingIn(id)));
    return asking.filter(wanted => wanted !== null);
  }

  [Symbol.dispose](): void {
    this.#events[Symbol.dispose]();
    for (const followed of this.#followed.values()) followed[Symbol.dispose]();
    this.#followed.clear();
  }

  /** Until the session ends: a program that was given a wrong word asks again, and says so by nothing but output. */
  #follow(id: SessionId): void {
    const session = this.#find(id);
    if (session && !this.#followed.has(id)) this.#followed.set(id, session.waiters.add(this.#onChange));
    this.#onChange();
  }

  async #askingIn(id: SessionId): Promise<SecretWanted | null> {
    const session = this.#find(id);
    if (!session) {
      this.#followed.get(id)?.[Symbol.dispose]();
      this.#followed.delete(id);
      return null;
    }
    if (!(await asksForSecret(session))) return null;
    const current = session.tracker.current;
    const by = current ? actorName(current.by) : null;
    return {sessionId: id, prompt: session.lastLine(), commandLine: current?.commandLine ?? null, by};
  }

  #find(id: SessionId): Session | undefined {
    return this.#sources.sessions().find(session => session.id === id && !session.isClosed);
  }
}

/** True while what is typed would not be shown, and is read. */
export async function asksForSecret(session: Session): Promise<boolean> {
  const look = session.isClosed ? null : await session.look().catch(() => null);
  return look?.claim.type === 'secret' && look.probe.mode?.echo === false;
}
