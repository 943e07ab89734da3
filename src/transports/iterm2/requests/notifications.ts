/** Subscriptions, and functions that clients offer. */
import {
  isGiven,
  NotificationType,
  RPCRegistrationRequest_Role as Role,
  type RPCRegistrationRequest,
  NotificationResponse_Status as Status,
  VariableScope,
} from '../../../iterm2-api/index.ts';
import type {Handlers, RequestContext} from '../handler.ts';
import {watchVariable} from '../news/watch-variable.ts';
import {StatusBarComponent} from '../status-bar.ts';
import {scopeOf} from './variables.ts';

/** Of these the session says whose news are wanted. */
const OF_SESSIONS: ReadonlySet<NotificationType> = new Set([
  NotificationType.NOTIFY_ON_KEYSTROKE,
  NotificationType.NOTIFY_ON_SCREEN_UPDATE,
  NotificationType.NOTIFY_ON_PROMPT,
  NotificationType.NOTIFY_ON_LOCATION_CHANGE,
  NotificationType.NOTIFY_ON_CUSTOM_ESCAPE_SEQUENCE,
]);

export const notificationRequests: Pick<Handlers, 'notificationRequest' | 'serverOriginatedRpcResultRequest'> = {
  async notificationRequest(request, context) {
    const {endpoint, client} = context;
    const {notificationType: type, subscribe, session} = request;
    if (!isGiven(request, 'subscribe') || !isGiven(request, 'notificationType'))
      return {status: Status.REQUEST_MALFORMED};
    // Keys of people go to the program that they were meant for, and to nobody else instead.
    if (type === NotificationType.KEYSTROKE_FILTER) return {status: Status.REQUEST_MALFORMED};
    if (type === NotificationType.NOTIFY_ON_SERVER_ORIGINATED_RPC)
      return {status: offered(request.arguments, subscribe, context)};
    if (!subscribe) return {status: client.subscriptions.remove(request)};
    if (OF_SESSIONS.has(type) && session !== 'all' && !endpoint.terminals.find(session))
      return {status: Status.SESSION_NOT_FOUND};
    if (type !== NotificationType.NOTIFY_ON_VARIABLE_CHANGE)
      return {status: client.subscriptions.add(request, () => undefined)};
    const monitor = request.arguments.case === 'variableMonitorRequest' ? request.arguments.value : undefined;
    if (!monitor) return {status: Status.REQUEST_MALFORMED};
    const {scope, identifier} = monitor;
    const meansMany = identifier === 'all';
    if (meansMany && (scope === VariableScope.TAB || scope === VariableScope.APP))
      return {status: Status.INVALID_IDENTIFIER};
    if (!meansMany && !scopeOf(scope, identifier, endpoint)) return {status: Status.INVALID_IDENTIFIER};
    const watch = await watchVariable(monitor, context);
    const status = client.subscriptions.add(request, () => watch);
    if (status !== Status.OK) watch[Symbol.dispose]();
    return {status};
  },

  serverOriginatedRpcResultRequest(request, {endpoint}) {
    endpoint.functions.answered(request);
    return {};
  },
};

type Arguments = Parameters<Handlers['notificationRequest']>[0]['arguments'];

function offered(given: Arguments, subscribe: boolean, {endpoint, client}: RequestContext): Status {
  if (given.case !== 'rpcRegistrationRequest') return Status.REQUEST_MALFORMED;
  const registration: RPCRegistrationRequest = given.value;
  const names = [registration.name, ...registration.arguments.map(({name}) => name)];
  if (!names.every(name => /^[A-Za-z0-9_]+$/.test(name))) return Status.REQUEST_MALFORMED;
  if (!subscribe) return endpoint.functions.withdraw(client, registration) ? Status.OK : Status.NOT_SUBSCRIBED;
  if (!endpoint.functions.offer(client, registration)) return Status.DUPLICATE_SERVER_ORIGINATED_RPC;
  if (registration.role === Role.STATUS_BAR_COMPONENT)
    endpoint.functions.lastsWith(registration, new StatusBarComponent(endpoint, {client, registration}));
  return Status.OK;
}
