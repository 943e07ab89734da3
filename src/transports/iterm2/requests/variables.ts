/** Variables of sessions, tabs, windows and the application. */
import {hostname, userInfo} from 'node:os';
import {basename} from 'node:path';
import type {Session} from '../../../engine/index.ts';
import {VariableResponse_Status as Status, VariableScope} from '../../../iterm2-api/index.ts';
import {parsed} from '../calls.ts';
import type {Endpoint} from '../endpoint.ts';
import type {Handlers, RequestContext} from '../handler.ts';
import {frameOf} from '../model/session-list.ts';
import {PROFILE} from '../model/settings.ts';
import {mayRead} from '../permit.ts';

/** Whose variables are meant, by the name that the store keeps them under. */
export interface Scope {
  readonly key: string;
  /** Of a session. */
  readonly session?: Session;
  values(endpoint: Endpoint): Promise<Readonly<Record<string, unknown>>>;
}

export const variableRequests: Pick<Handlers, 'variableRequest'> = {
  async variableRequest({scope: asked, set, get}, context) {
    const {endpoint} = context;
    if (asked.case === undefined) return {status: Status.MISSING_SCOPE};
    const isAll = asked.value === 'all';
    if (isAll && get.length > 0) return {status: Status.MULTI_GET_DISALLOWED};
    const scopes = isAll
      ? scopesOfAll(asked.case, endpoint)
      : [scopeOf(SCOPES[asked.case], String(asked.value), endpoint)];
    if (scopes.some(scope => scope === undefined)) return {status: MISSING[asked.case]};
    if (!set.every(({name}) => /^user\.[^.]+$/.test(name))) return {status: Status.INVALID_NAME};
    for (const {name, value} of set)
      for (const scope of scopes) if (scope) endpoint.settings.variables.set(scope.key, name, parsed(value));
    if (set.length > 0) endpoint.stirred();
    const [scope] = scopes;
    const all = scope ? await valuesOf(scope, context) : {};
    const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
    const values = await Promise.all(
      get.map(async name =>
        name === '*'
          ? JSON.stringify(Object.fromEntries(Object.entries(all).map(([key, value]) => [key, text(value)])))
          : JSON.stringify(await valueAt(name, all, context)),
      ),
    );
    return {status: Status.OK, values};
  },
};

/** Undefined when there is no such session, tab or window. */
export function scopeOf(scope: VariableScope, identifier: string, endpoint: Endpoint): Scope | undefined {
  const {terminals} = endpoint;
  switch (scope) {
    case VariableScope.SESSION: {
      const session = terminals.find(identifier);
      return (
        session && {
          key: `session ${terminals.guid(session)}`,
          session,
          values: () => sessionValues(session, endpoint),
        }
      );
    }
    case VariableScope.TAB: {
      const tab = terminals.layout.tab(identifier);
      return tab && {key: `tab ${identifier}`, values: async () => tabValues(identifier, endpoint)};
    }
    case VariableScope.WINDOW: {
      const window = terminals.layout.window(identifier);
      return window && {key: `window ${identifier}`, values: async () => windowValues(identifier, endpoint)};
    }
    case VariableScope.APP:
      return {key: 'app', values: async () => ({pid: process.pid, localhostName: hostname(), effectiveTheme: 'dark'})};
    default:
      return scope satisfies never;
  }
}

/**
 * What is known of it, and over that what scripts have set; for a client that may not read the session nothing of what is printed and run there. Names
 * that every object of the language has are among them only where somebody has set them.
 */
export async function valuesOf(scope: Scope, context: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const {endpoint} = context;
  const isReadable = scope.session === undefined || (await mayRead(context, scope.session));
  const values = await scope.values(endpoint);
  const set = Object.fromEntries(endpoint.settings.variables.get(scope.key));
  const all: Readonly<Record<string, unknown>> = Object.create(null);
  return Object.assign(all, values, set, isReadable ? {} : withoutContents);
}

/** One of these values, or by a path such as `currentSession.name` one of what they name. Null when there is none. */
export async function valueAt(
  name: string,
  values: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<unknown> {
  if (name in values) return values[name] ?? null;
  const [, first = '', rest] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  const kind = LINKS.get(first);
  const named = values[first] ?? null;
  if (rest === undefined || kind === undefined || named === null) return null;
  const scope = scopeOf(kind, String(named), context.endpoint);
  return scope ? valueAt(rest, await valuesOf(scope, context), context) : null;
}

/** Variables that name another one's. */
const LINKS: ReadonlyMap<string, VariableScope> = new Map([
  ['currentSession', VariableScope.SESSION],
  ['tab', VariableScope.TAB],
  ['currentTab', VariableScope.TAB],
  ['window', VariableScope.WINDOW],
]);

const withoutContents = {
  terminalWindowName: '',
  terminalIconName: '',
  jobName: null,
  processTitle: null,
  commandLine: null,
  lastCommand: null,
  path: null,
};

const SCOPES = {
  sessionId: VariableScope.SESSION,
  tabId: VariableScope.TAB,
  windowId: VariableScope.WINDOW,
  app: VariableScope.APP,
} as const;

const MISSING = {
  sessionId: Status.SESSION_NOT_FOUND,
  tabId: Status.TAB_NOT_FOUND,
  windowId: Status.WINDOW_NOT_FOUND,
  app: Status.MISSING_SCOPE,
} as const;

function scopesOfAll(kind: keyof typeof SCOPES, endpoint: Endpoint): readonly (Scope | undefined)[] {
  const {terminals} = endpoint;
  const ids =
    kind === 'sessionId'
      ? terminals.all.map(session => terminals.guid(session))
      : kind === 'windowId'
        ? terminals.layout.windows.map(({id}) => id)
        : terminals.layout.windows.flatMap(({tabs}) => tabs.map(({id}) => String(id)));
  return ids.map(id => scopeOf(SCOPES[kind], id, endpoint));
}

async function sessionValues(session: Session, {terminals, settings}: Endpoint): Promise<Record<string, unknown>> {
  const {tracker, facts} = session;
  const guid = terminals.guid(session);
  const look = await session.look().catch(() => null);
  const job = look?.probe.foreground?.at(-1);
  const [last] = tracker.recentCommands(1);
  const shell = basename(facts.argv[0] ?? '');
  return {
    id: guid,
    termid: guid,
    name: session.name,
    autoName: session.name,
    presentationName: session.name,
    terminalWindowName: tracker.title,
    terminalIconName: tracker.title,
    profileName: PROFILE.name,
    badge: parsed(settings.profiles.get(guid)?.get('Badge Text') ?? '""'),
    tty: facts.tty,
    pid: facts.pid,
    jobName: job?.name ?? shell,
    jobPid: job?.pid ?? facts.pid,
    processTitle: job?.name ?? shell,
    commandLine: tracker.current?.commandLine ?? null,
    lastCommand: last?.commandLine ?? null,
    path: tracker.cwd,
    hostname: hostname(),
    username: userInfo().username,
    shell,
    isLocalhost: true,
    columns: tracker.cols,
    rows: tracker.rows,
    showingAlternateScreen: tracker.mode('alternateScreen') > 0,
    mouseReportingMode: tracker.mode('mouse') || -1,
    applicationKeypad: tracker.mode('applicationKeypad') > 0,
    tab: terminals.layout.tabOf(guid)?.id ?? null,
    // Of cotty alone.
    'cotty.id': session.id,
  };
}

function tabValues(id: string, {terminals, settings}: Endpoint): Record<string, unknown> {
  const tab = terminals.layout.tab(id);
  const title = settings.titles.get(`tab ${id}`);
  return {
    id: Number(id),
    title: title ?? terminals.session(tab?.active ?? '')?.name ?? '',
    titleOverride: title ?? null,
    currentSession: tab?.active ?? null,
    window: (tab && terminals.layout.windowOf(tab)?.id) ?? null,
  };
}

function windowValues(id: string, {terminals, settings}: Endpoint): Record<string, unknown> {
  const window = terminals.layout.window(id);
  const title = settings.titles.get(`window ${id}`);
  if (!window) return {};
  const {origin, size} = frameOf(window.selected.root, guid => terminals.session(guid));
  return {
    id,
    number: window.number,
    title: title ?? terminals.session(window.selected.active)?.name ?? '',
    titleOverride: title ?? null,
    currentTab: window.selected.id,
    frame: [origin.x, origin.y, size.width, size.height],
    style: 'normal',
    isHotkeyWindow: false,
  };
}
