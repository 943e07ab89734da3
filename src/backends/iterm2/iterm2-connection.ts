import {isCottyError} from '../../core/index.ts';
import {
  AppleScriptApp,
  answerStatusBar,
  Iterm2App,
  type Iterm2AppOptions,
  type Iterm2Session,
  listSessions,
  type Notification,
  NotificationType,
  type PromptNews,
  type Requests,
  readLayout,
  readPromptNews,
  type Subscription,
  sessionsOf,
  statusBarSubscription,
} from '../../iterm2-api/index.ts';
import {STATUS_BAR} from './shown-state.ts';

export interface Iterm2ConnectionOptions extends Omit<Iterm2AppOptions, 'onNotification' | 'onReconnected' | 'onLost'> {
  /** A component that says what goes on in sessions is offered for status bars. */
  readonly offersStatusBar?: boolean | undefined;
}

/** Hears of one session. */
export interface SessionListener {
  /** As it is now: its size may have changed. */
  onSession(session: Iterm2Session): void;
  onPrompt(news: PromptNews): void;
  /** What prompts and commands there were for a time is not known. */
  onMissed(): void;
  /** A person has pressed a key in it; which one is not told. */
  onKey(): void;
  /** `session`: its program has ended. `iterm2`: iTerm2 is gone, and nobody knows of the session. */
  onGone(reason: 'session' | 'iterm2'): void;
}

/** One connection to iTerm2, and what it tells of the sessions that somebody follows. */
export class Iterm2Connection implements Disposable {
  readonly #listeners = new Map<string, SessionListener>();
  #app: Iterm2App | AppleScriptApp | null = null;
  #isLost = false;

  /** Where the API is off and a person may be asked, by AppleScript. Errors: those of the connection. */
  static async open({offersStatusBar, ...options}: Iterm2ConnectionOptions): Promise<Iterm2Connection> {
    const connection = new Iterm2Connection();
    const listener = {
      onNotification: (notification: Notification) => connection.#heard(notification),
      onReconnected: () => connection.#lookAgain(),
      onLost: () => connection.#lost(),
    };
    const app = await Iterm2App.connect({...options, ...listener}).catch(async (error: unknown) => {
      // Who was refused does not come in by another door.
      if (options.mayAsk === false || !isCottyError(error, 'server_unavailable')) throw error;
      const fallback = await AppleScriptApp.connect({env: options.env, ...listener});
      if (fallback) return fallback;
      throw error;
    });
    connection.#app = app;
    for (const notificationType of OF_ALL) await app.subscribe({session: 'all', notificationType});
    // Without the component all else is as it is: another cotty may have offered it already.
    if (offersStatusBar) await app.subscribe(statusBarSubscription(STATUS_BAR)).catch(() => undefined);
    return connection;
  }

  private constructor() {}

  get api(): Requests {
    return this.#opened;
  }

  /** It goes by AppleScript, which tells neither keys nor prompts nor what is printed; null when it goes by the API. */
  get fallback(): AppleScriptApp | null {
    return this.#app instanceof AppleScriptApp ? this.#app : null;
  }

  /** It is gone for good: a new one is to be opened. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Tells the listener of the session from now on. */
  follow(guid: string, listener: SessionListener): Disposable {
    this.#listeners.set(guid, listener);
    return {
      [Symbol.dispose]: () => {
        if (this.#listeners.get(guid) === listener) this.#listeners.delete(guid);
      },
    };
  }

  subscribe(subscription: Subscription): Promise<AsyncDisposable> {
    return this.#opened.subscribe(subscription);
  }

  [Symbol.dispose](): void {
    this.#listeners.clear();
    this.#app?.[Symbol.dispose]();
  }

  get #opened(): Iterm2App | AppleScriptApp {
    if (this.#app) return this.#app;
    throw new Error('The connection is not open yet.');
  }

  #heard({
    promptNotification,
    keystrokeNotification,
    terminateSessionNotification,
    layoutChangedNotification,
    serverOriginatedRpcNotification: call,
  }: Notification): void {
    // Of a session that is none of cotty's it says nothing. It fails with the connection alone.
    if (call) answerStatusBar(this.api, call, '').catch(() => undefined);
    if (promptNotification) {
      const news = readPromptNews(promptNotification);
      if (news) this.#listeners.get(promptNotification.session)?.onPrompt(news);
    }
    if (keystrokeNotification) this.#listeners.get(keystrokeNotification.session)?.onKey();
    if (terminateSessionNotification) this.#gone(terminateSessionNotification.sessionId);
    const list = layoutChangedNotification?.listSessionsResponse;
    if (list) this.#told(sessionsOf(readLayout(list)));
  }

  #told(sessions: readonly Iterm2Session[]): void {
    for (const session of sessions) this.#listeners.get(session.id)?.onSession(session);
  }

  #gone(guid: string): void {
    const listener = this.#listeners.get(guid);
    this.#listeners.delete(guid);
    listener?.onGone('session');
  }

  /** Nobody has told what became of sessions meanwhile. */
  #lookAgain(): void {
    for (const listener of this.#listeners.values()) listener.onMissed();
    listSessions(this.api).then(
      layout => {
        const sessions = sessionsOf(layout);
        const living = new Set(sessions.map(({id}) => id));
        for (const guid of [...this.#listeners.keys()]) if (!living.has(guid)) this.#gone(guid);
        this.#told(sessions);
      },
      // The connection was lost once more, which is told by itself.
      () => undefined,
    );
  }

  #lost(): void {
    this.#isLost = true;
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.onGone('iterm2');
  }
}

const OF_ALL = [NotificationType.NOTIFY_ON_TERMINATE_SESSION, NotificationType.NOTIFY_ON_LAYOUT_CHANGE];
