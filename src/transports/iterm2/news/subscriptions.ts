import {
  type NotificationInit,
  type NotificationRequest,
  NotificationType,
  NotificationResponse_Status as Status,
} from '../../../iterm2-api/index.ts';

/** One subscription of one client. */
export interface Subscription {
  readonly type: NotificationType;
  /** A GUID, `all` or `active` for what happens to sessions; empty for what does not. */
  readonly session: string;
  /** As it came, with the arguments of the type. */
  readonly request: NotificationRequest;
  /** What makes its news, where it is made for this subscription alone. */
  readonly source?: Disposable | undefined;
}

const PER_SESSION: ReadonlySet<NotificationType> = new Set([
  NotificationType.NOTIFY_ON_KEYSTROKE,
  NotificationType.NOTIFY_ON_SCREEN_UPDATE,
  NotificationType.NOTIFY_ON_PROMPT,
  NotificationType.NOTIFY_ON_LOCATION_CHANGE,
  NotificationType.NOTIFY_ON_CUSTOM_ESCAPE_SEQUENCE,
  NotificationType.KEYSTROKE_FILTER,
]);

/** What one client wants to be told. */
export class Subscriptions implements Disposable {
  readonly #subscriptions = new Map<string, Subscription>();

  /** Begins one; `begin` makes its news. */
  add(request: NotificationRequest, begin: () => Disposable | undefined): Status {
    const key = keyOf(request);
    if (this.#subscriptions.has(key)) return Status.ALREADY_SUBSCRIBED;
    const {notificationType: type} = request;
    const session = PER_SESSION.has(type) ? request.session : '';
    this.#subscriptions.set(key, {type, session, request, source: begin()});
    return Status.OK;
  }

  remove(request: NotificationRequest): Status {
    const key = keyOf(request);
    const subscription = this.#subscriptions.get(key);
    if (!subscription) return Status.NOT_SUBSCRIBED;
    subscription.source?.[Symbol.dispose]();
    this.#subscriptions.delete(key);
    return Status.OK;
  }

  /** Those of a type that mean this session. `active` is the GUID of the one with the keys. */
  matching(type: NotificationType, guid: string, active: string | undefined): readonly Subscription[] {
    return this.all(type).filter(
      ({session}) =>
        session === guid || session === 'all' || session === '' || (session === 'active' && guid === active),
    );
  }

  all(type: NotificationType): readonly Subscription[] {
    return [...this.#subscriptions.values()].filter(subscription => subscription.type === type);
  }

  [Symbol.dispose](): void {
    for (const {source} of this.#subscriptions.values()) source?.[Symbol.dispose]();
    this.#subscriptions.clear();
  }
}

function keyOf({notificationType, session, arguments: given}: NotificationRequest): string {
  const subject = PER_SESSION.has(notificationType) ? session : '';
  if (given.case !== 'variableMonitorRequest') return `${notificationType} ${subject}`;
  const {scope, identifier, name} = given.value;
  return `${notificationType} ${scope} ${identifier} ${name}`;
}

/** The type that a notification is subscribed to by. */
export function typeOf(news: NotificationInit): NotificationType | undefined {
  if (news.newSessionNotification) return NotificationType.NOTIFY_ON_NEW_SESSION;
  if (news.terminateSessionNotification) return NotificationType.NOTIFY_ON_TERMINATE_SESSION;
  if (news.layoutChangedNotification) return NotificationType.NOTIFY_ON_LAYOUT_CHANGE;
  if (news.focusChangedNotification) return NotificationType.NOTIFY_ON_FOCUS_CHANGE;
  if (news.broadcastDomainsChanged) return NotificationType.NOTIFY_ON_BROADCAST_CHANGE;
  return undefined;
}
