import type {Engine, Session} from '../../engine/index.ts';
import {type NotificationInit, NotificationType, PromptMonitorMode} from '../../iterm2-api/index.ts';
import type {ApiClient} from './api-client.ts';
import {OfferedFunctions} from './calls.ts';
import {Coprocesses} from './model/coprocess.ts';
import type {PromptEvent} from './model/prompt-log.ts';
import {SessionNews} from './model/session-news.ts';
import {Settings} from './model/settings.ts';
import {Terminals} from './model/terminals.ts';
import {keystrokes} from './news/keystrokes.ts';
import {typeOf} from './news/subscriptions.ts';
import {commandText, promptFacts} from './requests/prompt-facts.ts';
import {Transaction} from './transaction.ts';

/** No more than so many updates of a screen are told a second. */
const UPDATE_MS = 1000 / 60;
/** So long after the last change it is told again: a script that was reading the screen when it was told has missed it, as those of the Python library do. */
const AGAIN_MS = [250, 1000, 4000, 15_000];
/** A client that lags this far behind is not told that screens have changed: it would look too late anyway. */
const MOST_BACKLOG_BYTES = 4 * 1024 * 1024;

export interface EndpointOptions {
  readonly engine: Engine;
  /** What the environment of new sessions starts from, and where they start. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd: string | undefined;
  /** Presses a button of an alert, by its place; absent where nobody sees any. */
  readonly onAlert?: ((alert: ShownAlert) => Promise<number>) | undefined;
}

/** What a script has shown. */
export interface ShownAlert {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** What all clients share: sessions in their windows, settings, functions on offer, and the news that are told. */
export class Endpoint implements Disposable {
  readonly options: EndpointOptions;
  readonly terminals: Terminals;
  readonly settings = new Settings();
  readonly functions = new OfferedFunctions();
  readonly transaction = new Transaction();
  readonly coprocesses = new Coprocesses();
  readonly clients = new Set<ApiClient>();
  readonly #news = new Map<Session, SessionNews>();
  readonly #updates = new Map<string, NodeJS.Timeout>();
  /** By the session's GUID, those that tell it again. */
  readonly #again = new Map<string, readonly NodeJS.Timeout[]>();
  /** Prompts are told one after the other, as their places must be looked up. */
  #telling: Promise<void> = Promise.resolve();
  readonly #watchers = new Set<() => void>();

  constructor(options: EndpointOptions) {
    this.options = options;
    this.terminals = new Terminals(options.engine, news => this.#tellAll(news));
    for (const session of this.terminals.all) this.newsOf(session);
  }

  /** Follows a session from now on, if it is not followed yet. */
  newsOf(session: Session): SessionNews {
    const known = this.#news.get(session);
    if (known) return known;
    const guid = this.terminals.guid(session);
    const news = new SessionNews(session, {
      onOutput: () => this.#updated(guid),
      onPrompt: event => this.#prompted(session, guid, event),
      onCustom: (senderIdentity, payload) =>
        this.#tellOf(NotificationType.NOTIFY_ON_CUSTOM_ESCAPE_SEQUENCE, guid, {
          customEscapeSequenceNotification: {session: guid, senderIdentity, payload},
        }),
      onUserVariable: (name, value) => {
        this.settings.variables.set(`session ${guid}`, `user.${name}`, value);
        this.stirred();
      },
      onEvent: event => {
        if (event.type === 'resize') this.terminals.changed();
        if (event.type === 'input')
          for (const key of keystrokes(event))
            this.#tellOf(NotificationType.NOTIFY_ON_KEYSTROKE, guid, {keystrokeNotification: {...key, session: guid}});
        this.stirred();
      },
    });
    this.#news.set(session, news);
    return news;
  }

  /** Called whenever anything may be otherwise than before. */
  onStir(listener: () => void): Disposable {
    this.#watchers.add(listener);
    return {[Symbol.dispose]: () => void this.#watchers.delete(listener)};
  }

  stirred(): void {
    for (const watcher of this.#watchers) watcher();
  }

  broadcastChanged(): void {
    this.#tellAll({
      broadcastDomainsChanged: {
        broadcastDomains: this.settings.broadcastDomains.map(domain => ({sessionIds: [...domain]})),
      },
    });
  }

  [Symbol.dispose](): void {
    for (const timer of [...this.#updates.values(), ...[...this.#again.values()].flat()]) clearTimeout(timer);
    for (const news of this.#news.values()) news[Symbol.dispose]();
    this.coprocesses[Symbol.dispose]();
    this.terminals[Symbol.dispose]();
  }

  #tellAll(news: NotificationInit): void {
    const type = typeOf(news);
    if (news.newSessionNotification) {
      const session = this.terminals.session(news.newSessionNotification.sessionId ?? '');
      if (session) this.newsOf(session);
    }
    const ended = news.terminateSessionNotification?.sessionId;
    if (ended !== undefined) this.#forget(ended);
    for (const {connection, subscriptions} of this.clients)
      if (type !== undefined && subscriptions.all(type).length > 0) connection.notify(news);
    this.stirred();
  }

  #tellOf(type: NotificationType, guid: string, news: NotificationInit): void {
    const {active} = this.terminals.layout;
    for (const {connection, subscriptions} of this.clients)
      if (subscriptions.matching(type, guid, active).length > 0) connection.notify(news);
  }

  /** Tells of a change of the screen at once, and of those that follow soon only of the last. */
  #updated(guid: string): void {
    if (this.#updates.has(guid)) return;
    const timer = setTimeout(() => {
      this.#updates.delete(guid);
      this.#tellUpdate(guid);
      this.stirred();
    }, UPDATE_MS);
    this.#updates.set(guid, timer);
    for (const earlier of this.#again.get(guid) ?? []) clearTimeout(earlier);
    const again = AGAIN_MS.map(ms => setTimeout(() => this.#tellUpdate(guid), ms));
    this.#again.set(guid, again);
  }

  #tellUpdate(guid: string): void {
    const {active} = this.terminals.layout;
    for (const {connection, subscriptions} of this.clients)
      if (
        connection.backlogBytes < MOST_BACKLOG_BYTES &&
        subscriptions.matching(NotificationType.NOTIFY_ON_SCREEN_UPDATE, guid, active).length > 0
      )
        connection.notify({screenUpdateNotification: {session: guid}});
  }

  #prompted(session: Session, guid: string, event: PromptEvent): void {
    // What the event says is as of now; its places are looked up in turn.
    const prompt = {...event.prompt};
    this.#telling = this.#telling
      .then(async () => {
        const wants = [...this.clients].filter(client => this.#wantsPrompt(client, guid, event));
        if (wants.length === 0) return;
        const news = await notificationOf(session, guid, {...event, prompt});
        for (const {connection} of wants) connection.notify({promptNotification: news});
      })
      .catch(() => undefined);
  }

  #wantsPrompt({subscriptions}: ApiClient, guid: string, {type}: PromptEvent): boolean {
    const {active} = this.terminals.layout;
    return subscriptions.matching(NotificationType.NOTIFY_ON_PROMPT, guid, active).some(({request}) => {
      const given = request.arguments;
      // Who says nothing of modes is told of prompts alone.
      const modes = given.case === 'promptMonitorRequest' ? given.value.modes : [];
      return modes.length === 0 ? type === 'prompt' : modes.includes(MODES[type]);
    });
  }

  #forget(guid: string): void {
    for (const [session, news] of this.#news) {
      if (this.terminals.guid(session) !== guid) continue;
      news[Symbol.dispose]();
      this.#news.delete(session);
    }
    for (const timer of this.#again.get(guid) ?? []) clearTimeout(timer);
    this.#again.delete(guid);
    if (this.settings.forget(guid)) this.broadcastChanged();
  }
}

const MODES = {
  prompt: PromptMonitorMode.PROMPT,
  commandStart: PromptMonitorMode.COMMAND_START,
  commandEnd: PromptMonitorMode.COMMAND_END,
} as const;

async function notificationOf(session: Session, guid: string, {type, prompt}: PromptEvent) {
  const head = {session: guid, uniquePromptId: prompt.id};
  switch (type) {
    case 'prompt':
      return {
        ...head,
        event: {case: 'prompt', value: {placeholder: '', prompt: await promptFacts(session, prompt)}},
      } as const;
    case 'commandStart':
      return {...head, event: {case: 'commandStart', value: {command: await commandText(session, prompt)}}} as const;
    case 'commandEnd':
      return {...head, event: {case: 'commandEnd', value: {status: prompt.exitStatus ?? 0}}} as const;
    default:
      return type satisfies never;
  }
}
