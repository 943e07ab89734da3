import {randomUUID} from 'node:crypto';
import {CottyError} from '../../core/index.ts';
import {
  RPCRegistrationRequest_Role as Role,
  type RPCRegistrationRequest,
  type ServerOriginatedRPCResultRequest,
} from '../../iterm2-api/index.ts';
import type {ApiClient} from './api-client.ts';

/** A function that a client offers. */
export interface Offered {
  readonly client: ApiClient;
  readonly registration: RPCRegistrationRequest;
}

/** How long a client may take where it has not said how long. */
const DEFAULT_SECONDS = 5;

/** Functions of clients, and the calls of them that are under way. */
export class OfferedFunctions {
  readonly #offered = new Map<string, Offered>();
  /** What is there for as long as a function is on offer. */
  readonly #lasting = new Map<string, Disposable>();
  readonly #calls = new Map<string, PromiseWithResolvers<unknown>>();

  /** False when there is one of that name, with these arguments and of that kind. */
  offer(client: ApiClient, registration: RPCRegistrationRequest): boolean {
    const key = keyOf(registration);
    if (this.#offered.has(key)) return false;
    this.#offered.set(key, {client, registration});
    return true;
  }

  /** Disposes it when the function is withdrawn. */
  lastsWith(registration: RPCRegistrationRequest, lasting: Disposable): void {
    this.#lasting.set(keyOf(registration), lasting);
  }

  /** False when it was not this client's. */
  withdraw(client: ApiClient, registration: RPCRegistrationRequest): boolean {
    const key = keyOf(registration);
    return this.#offered.get(key)?.client === client && this.#remove(key);
  }

  /** A client that is gone offers nothing. */
  withdrawAll(client: ApiClient): void {
    for (const [key, offered] of this.#offered) if (offered.client === client) this.#remove(key);
  }

  #remove(key: string): boolean {
    this.#lasting.get(key)?.[Symbol.dispose]();
    this.#lasting.delete(key);
    return this.#offered.delete(key);
  }

  all(role: Role): readonly Offered[] {
    return [...this.#offered.values()].filter(({registration}) => registration.role === role);
  }

  /** A generic one by its name and the names of its arguments; those with a default may be left out. */
  find(name: string, argumentNames: readonly string[]): Offered | undefined {
    const exact = this.#offered.get(keyFor('', name, argumentNames));
    return exact ?? this.all(Role.GENERIC).find(({registration}) => takes(registration, name, argumentNames));
  }

  /** What the function returned, within as many seconds as its caller gives it, if any. Errors: `invalid_argument`, also with what it threw. */
  async call(
    {client, registration}: Offered,
    given: Readonly<Record<string, unknown>>,
    withinSeconds = -1,
  ): Promise<unknown> {
    const requestId = randomUUID().toUpperCase();
    const answer = Promise.withResolvers<unknown>();
    const own = registration.timeout > 0 ? registration.timeout : DEFAULT_SECONDS;
    const seconds = withinSeconds >= 0 ? Math.min(own, withinSeconds) : own;
    const timer = setTimeout(
      () => answer.reject(failed(`Timeout: ${registration.name} took too long.`)),
      seconds * 1000,
    );
    const onGone = (): void => answer.reject(failed('The script that offered it is gone.'));
    client.signal.addEventListener('abort', onGone, {once: true});
    this.#calls.set(requestId, answer);
    try {
      const callArguments = Object.entries(given).map(([name, value]) => ({
        name,
        jsonValue: JSON.stringify(value ?? null),
      }));
      client.connection.notify({
        serverOriginatedRpcNotification: {requestId, rpc: {name: registration.name, arguments: callArguments}},
      });
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      client.signal.removeEventListener('abort', onGone);
      this.#calls.delete(requestId);
    }
  }

  /** An answer; what nobody waits for any more is passed over. */
  answered({requestId, result}: ServerOriginatedRPCResultRequest): void {
    const call = this.#calls.get(requestId);
    if (result.case === 'jsonException') {
      const thrown = parsed(result.value);
      const reason = typeof thrown === 'object' && thrown !== null && 'reason' in thrown ? thrown.reason : result.value;
      call?.reject(failed(String(reason)));
    } else call?.resolve(result.case === 'jsonValue' ? parsed(result.value) : null);
  }
}

/** The value of a JSON text; null of what is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function takes(registration: RPCRegistrationRequest, name: string, given: readonly string[]): boolean {
  const all = registration.arguments.map(argument => argument.name);
  const withDefaults = new Set(registration.defaults.map(argument => argument.name));
  return (
    registration.name === name &&
    given.every(argument => all.includes(argument)) &&
    all.every(argument => given.includes(argument) || withDefaults.has(argument))
  );
}

function failed(message: string): CottyError {
  return new CottyError('invalid_argument', message, 'Look at the script that offers the function.');
}

function keyOf({name, arguments: signature, RoleSpecificAttributes: attributes, role}: RPCRegistrationRequest): string {
  const names = signature.map(argument => argument.name);
  return keyFor(spaceOf(role, attributes.value?.uniqueIdentifier ?? ''), name, names);
}

function keyFor(space: string, name: string, argumentNames: readonly string[]): string {
  return `${space} ${name} ${argumentNames.toSorted().join(',')}`;
}

function spaceOf(role: Role, identifier: string): string {
  const id = identifier.replaceAll('-', '_');
  switch (role) {
    case Role.GENERIC:
      return '';
    case Role.SESSION_TITLE:
      return `title.${id}`;
    case Role.STATUS_BAR_COMPONENT:
      return `statusbar.${id}`;
    case Role.CONTEXT_MENU:
      return `contextMenu.${id}`;
    default:
      return role satisfies never;
  }
}
