/** Functions of iTerm2, and functions that are offered to it. */
import {CottyError} from '../../core/index.ts';
import {InvokeFunctionResponse_Status as Status} from '../generated/application_pb.js';
import {RPCRegistrationRequest_Role as Role, type ServerOriginatedRPCNotification} from '../generated/calls_pb.js';
import {NotificationType} from '../generated/notifications_pb.js';
import type {Subscription} from './iterm2-app.ts';
import {answered, noSession, type Requests} from './requests.ts';

/**
 * Calls a function of a session, tab or window. Its texts stand between quotes in an expression of iTerm2's, in which a backslash is not
 * undone: so none may hold a quote, a backslash or a control character. Errors: `invalid_argument` for one that does, `unknown_session`,
 * `not_supported`.
 */
export async function invoke(
  api: Requests,
  receiver: string,
  name: string,
  values: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const unsafe = Object.values(values).find(value => /["\\]|\p{Cc}/u.test(value));
  if (unsafe !== undefined)
    throw new CottyError('invalid_argument', `iTerm2 cannot be told ${JSON.stringify(unsafe)}.`, 'Leave out quotes.');
  const given = Object.entries(values).map(([key, value]) => `${key}: "${value}"`);
  const {disposition} = await answered(api, 'invokeFunctionRequest', {
    context: {case: 'method', value: {receiver}},
    invocation: `${name}(${given.join(', ')})`,
  });
  if (disposition.case === 'success') return JSON.parse(disposition.value.jsonResult || 'null');
  if (disposition.value?.status === Status.INVALID_ID) throw noSession(receiver);
  const reason = disposition.value?.errorReason ?? 'it does not say why';
  throw new CottyError('not_supported', `iTerm2 does not do ${name}: ${reason}`, 'Look at iTerm2 itself.');
}

/**
 * A program that iTerm2 feeds with all that the session's program prints, byte for byte, and whose output it types. False when the session
 * has one already.
 */
export async function runCoprocess(api: Requests, session: string, commandLine: string): Promise<boolean> {
  return Boolean(await invoke(api, session, 'iterm2.run_coprocess', {commandLine}));
}

/** Its command line; null when there is none. */
export async function readCoprocess(api: Requests, session: string): Promise<string | null> {
  const commandLine = await invoke(api, session, 'iterm2.get_coprocess');
  return typeof commandLine === 'string' ? commandLine : null;
}

export async function stopCoprocess(api: Requests, session: string): Promise<void> {
  await invoke(api, session, 'iterm2.stop_coprocess');
}

export async function setName(api: Requests, session: string, name: string): Promise<void> {
  await invoke(api, session, 'iterm2.set_name', {name});
}

export interface StatusBarComponent {
  /** In reverse order of domains, e.g. `dev.cotty.agent`. */
  readonly id: string;
  readonly shortDescription: string;
  readonly detailedDescription: string;
  /** A text such as it will show. */
  readonly exemplar: string;
  /** A variable of the session; the component is asked again when it changes. */
  readonly variable: string;
}

/** The function by which iTerm2 asks for the component's text, with the value of its variable. */
const STATUS_FUNCTION = 'cotty_status';

/** Offers a component to the person, who puts it into a status bar by hand. */
export function statusBarSubscription(component: StatusBarComponent): Subscription {
  const {id, shortDescription, detailedDescription, exemplar, variable} = component;
  return {
    session: 'all',
    notificationType: NotificationType.NOTIFY_ON_SERVER_ORIGINATED_RPC,
    arguments: {
      case: 'rpcRegistrationRequest',
      value: {
        name: STATUS_FUNCTION,
        role: Role.STATUS_BAR_COMPONENT,
        arguments: [{name: 'knobs'}, {name: 'status'}],
        // With `?` it is null where the session has no such variable.
        defaults: [{name: 'status', path: `${variable}?`}],
        RoleSpecificAttributes: {
          case: 'statusBarComponentAttributes',
          value: {shortDescription, detailedDescription, exemplar, uniqueIdentifier: id},
        },
      },
    },
  };
}

/** Answers a call of the component's function with what it was given; another function's is left alone. */
export async function answerStatusBar(
  api: Requests,
  {requestId, rpc}: ServerOriginatedRPCNotification,
  absent: string,
): Promise<void> {
  if (rpc?.name !== STATUS_FUNCTION) return;
  const given = rpc.arguments.find(({name}) => name === 'status')?.jsonValue || 'null';
  const jsonValue = given === 'null' ? JSON.stringify(absent) : given;
  await answered(api, 'serverOriginatedRpcResultRequest', {requestId, result: {case: 'jsonValue', value: jsonValue}});
}
