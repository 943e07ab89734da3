import type {Engine, Session} from '../../../engine/index.ts';
import type {NotificationInit} from '../../../iterm2-api/index.ts';
import {focusFacts, focusNews} from './focus.ts';
import {guidOf, tabNumberOf} from './guid.ts';
import {type SessionList, sessionList} from './session-list.ts';
import {WindowLayout} from './window-layout.ts';

/** Where a session that a client opens is to stand. */
export type Place =
  | {
      readonly type: 'tab';
      readonly windowId: string | null;
      readonly index?: number | undefined;
      readonly selects: boolean;
    }
  | {readonly type: 'beside'; readonly origin: string; readonly vertical: boolean; readonly before: boolean};

/**
 * The engine's sessions in windows and tabs. A session that was opened elsewhere becomes a tab of the window in front; its ids follow
 * from its session id, so they are the same for every client and after a restart.
 */
export class Terminals implements Disposable {
  readonly layout = new WindowLayout();
  readonly #engine: Engine;
  readonly #tell: (news: NotificationInit) => void;
  readonly #subscriptions: readonly Disposable[];
  readonly #guids = new Map<string, Session>();
  #told: {sessions: readonly string[]; list: SessionList; focus: ReturnType<typeof focusFacts>};
  #holding = 0;

  /** `tell` gets news of sessions, layout and focus in the order in which iTerm2 tells them. */
  constructor(engine: Engine, tell: (news: NotificationInit) => void) {
    this.#engine = engine;
    this.#tell = tell;
    this.#takeIn();
    this.#told = this.#state();
    const kinds = ['session_opened', 'session_closed'];
    this.#subscriptions = [engine.events.subscribe({kinds, sessionId: null}, () => this.changed())];
  }

  /** Living sessions. */
  get all(): readonly Session[] {
    return this.#engine.sessions().filter(session => !session.isClosed);
  }

  guid(session: Session): string {
    return guidOf(session.id);
  }

  /** By its GUID. */
  session(guid: string): Session | undefined {
    const session = this.#guids.get(guid);
    return session?.isClosed ? undefined : session;
  }

  /** What a request means by a session: a GUID, or `active`. */
  find(reference: string): Session | undefined {
    return this.session(reference === 'active' ? (this.layout.active ?? '') : reference);
  }

  /** The same where a request may also say `all`. */
  matching(reference: string): readonly Session[] {
    if (reference === 'all') return this.all;
    const session = this.find(reference);
    return session ? [session] : [];
  }

  list(): SessionList {
    this.#dropEnded();
    return sessionList(this.layout, guid => this.#guids.get(guid));
  }

  focus(): ReturnType<typeof focusFacts> {
    this.#dropEnded();
    return focusFacts(this.layout);
  }

  /** Puts a session that was just opened where its opener wants it. */
  place(session: Session, place: Place): void {
    const guid = this.guid(session);
    this.#takeIn();
    this.layout.remove(guid);
    if (place.type === 'beside') this.layout.split(place.origin, guid, place);
    else {
      const {index, selects} = place;
      const windowId = place.windowId ?? `pty-${guidOf(`window ${guid}`)}`;
      this.layout.add(guid, {tabId: tabNumberOf(guid), windowId, index, selects});
    }
  }

  /** News are kept back until the returned is disposed: a reply comes before the news of what it did. */
  hold(): Disposable {
    this.#holding++;
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#holding--;
        isHeld = false;
        this.changed();
      },
    };
  }

  /** Tells what is otherwise than it was told last. */
  changed(): void {
    if (this.#holding > 0) return;
    this.#takeIn();
    const before = this.#told;
    const now = this.#state();
    this.#told = now;
    for (const guid of now.sessions)
      if (!before.sessions.includes(guid)) this.#tell({newSessionNotification: {sessionId: guid}});
    for (const guid of before.sessions)
      if (!now.sessions.includes(guid)) this.#tell({terminateSessionNotification: {sessionId: guid}});
    if (JSON.stringify(before.list) !== JSON.stringify(now.list))
      this.#tell({layoutChangedNotification: {listSessionsResponse: now.list}});
    for (const event of focusNews(before.focus, now.focus)) this.#tell({focusChangedNotification: {event}});
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }

  /** Brings the layout to the sessions that live. */
  #takeIn(): void {
    this.#dropEnded();
    for (const session of this.all) {
      const guid = this.guid(session);
      if (this.#guids.has(guid)) continue;
      this.#guids.set(guid, session);
      const windowId = this.layout.current?.id ?? `pty-${guidOf(`window ${guid}`)}`;
      this.layout.add(guid, {tabId: tabNumberOf(guid), windowId, selects: false});
    }
  }

  #dropEnded(): void {
    for (const [guid, session] of this.#guids) {
      if (!session.isClosed) continue;
      this.layout.remove(guid);
      this.#guids.delete(guid);
    }
  }

  #state() {
    return {sessions: [...this.#guids.keys()], list: this.list(), focus: this.focus()};
  }
}
