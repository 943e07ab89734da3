import {existsSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {type CottyError, isCottyError} from '../../core/index.ts';
import {Iterm2Client} from '../connect.ts';
import type {Notification} from '../generated/notifications_pb.js';
import {type NotificationType, NotificationResponse_Status as Status} from '../generated/notifications_pb.js';
import type {RequestCase, RequestInit, ResponseOf} from '../messages.ts';
import {defaultSocketPath, LEGACY_PORT} from '../socket-path.ts';
import {apiIsOff, type BroughtCookie, type CookieSource, Cookies} from './cookies.ts';
import {answered, noSession, type Requests, refusedBy} from './requests.ts';

export interface Iterm2AppOptions extends CookieSource {
  /** Of the program that speaks, e.g. `cotty` and `1.0`. */
  readonly library: readonly [name: string, version: string];
  /** False: whoever is refused is refused, and no person is asked. */
  readonly mayAsk?: boolean | undefined;
  /** So long an answer is waited for; default 30 s. */
  readonly answerMs?: number | undefined;
  readonly onNotification?: ((notification: Notification) => void) | undefined;
  /** It was lost and is there again; what was subscribed to is so again, and news of meanwhile are missing. */
  readonly onReconnected?: (() => void) | undefined;
  /** It was lost and does not come again. */
  readonly onLost?: ((error: CottyError) => void) | undefined;
}

/** A subscription's request, without its `subscribe`. */
export interface Subscription {
  /** A GUID, or `all`: then sessions of the future too. */
  readonly session: string;
  readonly notificationType: NotificationType;
  readonly arguments?: NonNullable<RequestInit<'notificationRequest'>['arguments']>;
}

/** Pauses before each new try, when the connection is lost. */
const PAUSES_MS = [0, 100, 400, 1600];

/** iTerm2 of this machine. A connection that is lost is made anew, with its subscriptions; after a few tries it is given up. */
export class Iterm2App implements Requests, Disposable {
  readonly #options: Iterm2AppOptions;
  readonly #cookies: Cookies;
  readonly #subscriptions = new Set<Subscription>();
  #client: Promise<Iterm2Client>;
  #isDisposed = false;

  private constructor(options: Iterm2AppOptions, cookies: Cookies, client: Iterm2Client) {
    this.#options = options;
    this.#cookies = cookies;
    this.#client = Promise.resolve(client);
    this.#follow(client);
  }

  /** Errors: `server_unavailable` when nobody is there or the API is off; `denied` when iTerm2 lets nobody in without a cookie. */
  static async connect(options: Iterm2AppOptions): Promise<Iterm2App> {
    const cookies = new Cookies(options);
    const early: Notification[] = [];
    const listener = {take: (notification: Notification): void => void early.push(notification)};
    const client = await connected(options, cookies, notification => listener.take(notification));
    const app = new Iterm2App(options, cookies, client);
    listener.take = notification => options.onNotification?.(notification);
    for (const notification of early) listener.take(notification);
    return app;
  }

  /** Waits for a connection that is being made anew. */
  async request<Case extends RequestCase>(name: Case, value: RequestInit<Case>): Promise<ResponseOf<Case> | undefined> {
    return (await this.#client).request(name, value);
  }

  /**
   * Hears of that from now on, also after the connection was made anew, until the returned is disposed. Errors: `unknown_session`,
   * `not_supported`.
   */
  async subscribe(subscription: Subscription): Promise<AsyncDisposable> {
    await this.#subscribed(await this.#client, subscription);
    this.#subscriptions.add(subscription);
    return {
      [Symbol.asyncDispose]: async () => {
        if (!this.#subscriptions.delete(subscription) || this.#isDisposed) return;
        await this.request('notificationRequest', {...subscription, subscribe: false}).catch(() => undefined);
      },
    };
  }

  /** Of iTerm2, as in `1.17`; null when it does not say. */
  get protocolVersion(): Promise<string | null> {
    return this.#client.then(({protocolVersion}) => protocolVersion);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#client.then(
      client => client[Symbol.dispose](),
      () => undefined,
    );
  }

  #follow(client: Iterm2Client): void {
    client.onClosed(() => {
      if (this.#isDisposed) return;
      this.#client = this.#again();
      this.#client.then(
        () => this.#options.onReconnected?.(),
        (error: CottyError) => {
          if (!this.#isDisposed) this.#options.onLost?.(error);
        },
      );
    });
  }

  async #again(): Promise<Iterm2Client> {
    let failure: unknown;
    for (const pauseMs of PAUSES_MS) {
      await sleep(pauseMs, undefined, {ref: false});
      if (this.#isDisposed) break;
      try {
        const client = await connected(this.#options, this.#cookies, news => this.#options.onNotification?.(news));
        // One of a session that has ended meanwhile is none any more.
        for (const subscription of this.#subscriptions)
          await this.#subscribed(client, subscription).catch(() => this.#subscriptions.delete(subscription));
        this.#follow(client);
        return client;
      } catch (error) {
        failure = error;
        // Nobody is asked a second time.
        if (isCottyError(error, 'denied')) break;
      }
    }
    throw failure ?? apiIsOff();
  }

  async #subscribed(client: Requests, subscription: Subscription): Promise<void> {
    const {status} = await answered(client, 'notificationRequest', {...subscription, subscribe: true});
    if (status === Status.OK || status === Status.ALREADY_SUBSCRIBED) return;
    if (status === Status.SESSION_NOT_FOUND) throw noSession(subscription.session);
    throw refusedBy('take the subscription', Status[status]);
  }
}

/** With what is known first; only a refusal has somebody asked. */
async function connected(
  options: Iterm2AppOptions,
  cookies: Cookies,
  onNotification: (notification: Notification) => void,
): Promise<Iterm2Client> {
  const {env, library, name, mayAsk = true, answerMs} = options;
  const socket = defaultSocketPath(env);
  const at = existsSync(socket) ? {socket} : {port: LEGACY_PORT};
  const connect = (brought: BroughtCookie): Promise<Iterm2Client> =>
    Iterm2Client.connect({at, library, name, answerMs, ...brought, onNotification});
  for (;;) {
    const known = cookies.known;
    try {
      return await connect(known);
    } catch (error) {
      if (!isCottyError(error, 'denied')) throw error;
      cookies.refused();
      if (known.cookie !== undefined) continue;
      const given = mayAsk ? await cookies.ask() : null;
      if (given === null) throw error;
      return connect(given);
    }
  }
}
