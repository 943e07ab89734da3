/** Variables and properties of sessions. Their values are JSON on the way. */
import {
  GetProfilePropertyResponse_Status as ProfileRead,
  SetProfilePropertyResponse_Status as ProfileSet,
  GetPropertyResponse_Status as PropertyRead,
  VariableResponse_Status as VariableStatus,
} from '../generated/settings_pb.js';
import {answered, noSession, type Requests, refusedBy} from './requests.ts';

/** One value for each name; null where iTerm2 knows none. */
export async function readVariables<Name extends string>(
  api: Requests,
  session: string,
  names: readonly Name[],
): Promise<Readonly<Record<Name, unknown>>> {
  const {status, values} = await answered(api, 'variableRequest', {
    scope: {case: 'sessionId', value: session},
    get: [...names],
  });
  requireVariables(status, session);
  const read = names.map((name, index) => [name, parsed(values[index])]);
  return Object.fromEntries(read);
}

/** Its name begins with `user.`; null takes it away. */
export async function setVariable(api: Requests, session: string, name: string, value: unknown): Promise<void> {
  const {status} = await answered(api, 'variableRequest', {
    scope: {case: 'sessionId', value: session},
    set: [{name, value: JSON.stringify(value ?? null)}],
  });
  requireVariables(status, session);
}

function requireVariables(status: VariableStatus, session: string): void {
  if (status === VariableStatus.SESSION_NOT_FOUND) throw noSession(session);
  if (status !== VariableStatus.OK) throw refusedBy('know these variables', VariableStatus[status]);
}

export async function readProperty(api: Requests, session: string, name: string): Promise<unknown> {
  const {status, jsonValue} = await answered(api, 'getPropertyRequest', {
    identifier: {case: 'sessionId', value: session},
    name,
  });
  if (status === PropertyRead.INVALID_TARGET) throw noSession(session);
  if (status !== PropertyRead.OK) throw refusedBy(`know ${name}`, PropertyRead[status]);
  return parsed(jsonValue);
}

/** Of the profile that the session has for itself. */
export async function readProfile(api: Requests, session: string): Promise<ReadonlyMap<string, unknown>> {
  const {status, properties} = await answered(api, 'getProfilePropertyRequest', {session});
  if (status === ProfileRead.SESSION_NOT_FOUND) throw noSession(session);
  if (status !== ProfileRead.OK) throw refusedBy('tell the profile', ProfileRead[status]);
  return new Map(properties.map(({key, jsonValue}) => [key, parsed(jsonValue)]));
}

/** Of this session alone: the profile that it was made of stays as it is. */
export async function setProfile(
  api: Requests,
  session: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const {status} = await answered(api, 'setProfilePropertyRequest', {
    target: {case: 'session', value: session},
    assignments: Object.entries(values).map(([key, value]) => ({key, jsonValue: JSON.stringify(value)})),
  });
  if (status === ProfileSet.SESSION_NOT_FOUND) throw noSession(session);
  if (status !== ProfileSet.OK) throw refusedBy('set the profile', ProfileSet[status]);
}

/** Names of all profiles. */
export async function profileNames(api: Requests): Promise<readonly string[]> {
  const {profiles} = await answered(api, 'listProfilesRequest', {properties: ['Name']});
  return profiles.flatMap(({properties}) => {
    const name = parsed(properties.find(({key}) => key === 'Name')?.jsonValue);
    return typeof name === 'string' ? name : [];
  });
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}
