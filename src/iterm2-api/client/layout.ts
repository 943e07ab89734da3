/** Windows, tabs and sessions: listed, opened, divided, shown, resized, closed. */
import {
  ActivateResponse_Status as Activated,
  CloseResponse_Status as Closed,
  CreateTabResponse_Status as Created,
  type ListSessionsResponse,
  SplitPaneResponse_Status as Split,
  SplitPaneRequest_SplitDirection as SplitDirection,
  type SplitTreeNode,
  FocusChangedNotification_Window_WindowStatus as WindowStatus,
} from '../generated/layout_pb.js';
import {SetPropertyResponse_Status as PropertySet} from '../generated/settings_pb.js';
import {answered, noSession, type Requests, refusedBy} from './requests.ts';

export interface Iterm2Session {
  /** A GUID. */
  readonly id: string;
  readonly title: string;
  readonly cols: number;
  readonly rows: number;
}

export interface Iterm2Tab {
  readonly id: string;
  readonly sessions: readonly Iterm2Session[];
  /** A window of a tmux server that iTerm2 shows by itself (`tmux -CC`). */
  readonly isTmux: boolean;
}

export interface Iterm2Window {
  readonly id: string;
  readonly number: number;
  readonly tabs: readonly Iterm2Tab[];
}

/** What a person sees, and the sessions that are kept out of sight. */
export interface Iterm2Layout {
  readonly windows: readonly Iterm2Window[];
  readonly buried: readonly Iterm2Session[];
}

export async function listSessions(api: Requests): Promise<Iterm2Layout> {
  return readLayout(await answered(api, 'listSessionsRequest', {}));
}

/** The id of the window that shows a session. Error: `unknown_session`. */
export async function windowOf(api: Requests, session: string): Promise<string> {
  const {windows} = await listSessions(api);
  const window = windows.find(({tabs}) => tabs.some(({sessions}) => sessions.some(({id}) => id === session)));
  if (!window) throw noSession(session);
  return window.id;
}

/** The same that comes with news of a changed layout. */
export function readLayout({windows, buriedSessions}: ListSessionsResponse): Iterm2Layout {
  return {
    windows: windows.map(({windowId, number, tabs}) => ({
      id: windowId,
      number,
      tabs: tabs.map(({tabId, root, minimizedSessions, tmuxConnectionId}) => ({
        id: tabId,
        sessions: [...(root ? sessionsIn(root) : []), ...minimizedSessions.map(sessionOf)],
        isTmux: tmuxConnectionId !== '',
      })),
    })),
    buried: buriedSessions.map(sessionOf),
  };
}

/** Every session of a layout, seen or not. */
export function sessionsOf({windows, buried}: Iterm2Layout): readonly Iterm2Session[] {
  return [...windows.flatMap(({tabs}) => tabs.flatMap(({sessions}) => sessions)), ...buried];
}

function sessionsIn({links}: SplitTreeNode): readonly Iterm2Session[] {
  return links.flatMap(({child}) => {
    if (child.case === 'session') return sessionOf(child.value);
    return child.case === 'node' ? sessionsIn(child.value) : [];
  });
}

type Summary = ListSessionsResponse['buriedSessions'][number];

function sessionOf({uniqueIdentifier, title, gridSize}: Summary): Iterm2Session {
  return {id: uniqueIdentifier, title, cols: gridSize?.width ?? 0, rows: gridSize?.height ?? 0};
}

/** What a new session is to be, over its profile. */
export interface SessionWishes {
  /** By its name; the default one when absent. Error: `invalid_argument` for one that there is not. */
  readonly profile?: string | undefined;
  /** Runs in place of the profile's program. iTerm2 splits it at blanks, so that it may hold nothing that means something to it. */
  readonly command?: string | undefined;
  readonly cwd?: string | undefined;
}

/** A tab in this window, which stays on the one that it shows; in a window of its own when there is none. Resolves to the session's GUID. */
export async function createTab(api: Requests, windowId: string | null, wishes: SessionWishes): Promise<string> {
  const response = await answered(api, 'createTabRequest', {
    ...(windowId !== null && {windowId}),
    ...(wishes.profile !== undefined && {profileName: wishes.profile}),
    customProfileProperties: propertiesOf(wishes),
    selectTab: windowId === null,
  });
  // With a bad index the tab is there all the same, elsewhere.
  if (response.status === Created.OK || response.status === Created.INVALID_TAB_INDEX) return response.sessionId;
  throw refusedBy('open a tab', Created[response.status]);
}

/** Divides a session's pane: `beside` it, or below. Resolves to the new session's GUID. */
export async function splitPane(
  api: Requests,
  session: string,
  beside: boolean,
  wishes: SessionWishes,
): Promise<string> {
  const {status, sessionId} = await answered(api, 'splitPaneRequest', {
    session,
    splitDirection: beside ? SplitDirection.VERTICAL : SplitDirection.HORIZONTAL,
    ...(wishes.profile !== undefined && {profileName: wishes.profile}),
    customProfileProperties: propertiesOf(wishes),
  });
  const [id] = sessionId;
  if (status === Split.OK && id !== undefined) return id;
  if (status === Split.SESSION_NOT_FOUND) throw noSession(session);
  throw refusedBy('divide the pane', Split[status]);
}

function propertiesOf({command, cwd}: SessionWishes): {key: string; jsonValue: string}[] {
  const properties = {
    ...(command !== undefined && {'Custom Command': 'Yes', Command: command}),
    ...(cwd !== undefined && {'Custom Directory': 'Yes', 'Working Directory': cwd}),
  };
  return Object.entries(properties).map(([key, value]) => ({key, jsonValue: JSON.stringify(value)}));
}

/** Ends a session without asking the person. One that is gone already is no error. */
export async function closeSession(api: Requests, session: string): Promise<void> {
  const target = {case: 'sessions' as const, value: {sessionIds: [session]}};
  const {statuses} = await answered(api, 'closeRequest', {target, force: true});
  if (statuses[0] === Closed.USER_DECLINED) throw refusedBy('close the session', Closed[Closed.USER_DECLINED]);
}

/** Brings its window to the front, shows its tab and gives it the keys. */
export async function activateSession(api: Requests, session: string): Promise<void> {
  const {status} = await answered(api, 'activateRequest', {
    identifier: {case: 'sessionId', value: session},
    orderWindowFront: true,
    selectTab: true,
    selectSession: true,
  });
  if (status === Activated.BAD_IDENTIFIER) throw noSession(session);
  if (status !== Activated.OK) throw refusedBy('show the session', Activated[status]);
}

/** In cells. Errors: `unknown_session`; `not_supported` in full screen, and where its window has no room. */
export async function resizeSession(api: Requests, session: string, cols: number, rows: number): Promise<void> {
  const {status} = await answered(api, 'setPropertyRequest', {
    identifier: {case: 'sessionId', value: session},
    name: 'grid_size',
    jsonValue: JSON.stringify({width: cols, height: rows}),
  });
  if (status === PropertySet.INVALID_TARGET) throw noSession(session);
  if (status !== PropertySet.OK) throw refusedBy('set the size', PropertySet[status]);
}

/** Where the keys go. */
export interface Iterm2Focus {
  /** iTerm2 is the application in front. */
  readonly isActive: boolean;
  /** The window in front of iTerm2's; null when it has none. */
  readonly window: string | null;
  /** Tabs that their windows show. */
  readonly tabs: ReadonlySet<string>;
  /** Sessions that have the keys in their tabs. */
  readonly sessions: ReadonlySet<string>;
}

export async function readFocus(api: Requests): Promise<Iterm2Focus> {
  const {notifications} = await answered(api, 'focusRequest', {});
  const focus = {isActive: false, window: null as string | null, tabs: new Set<string>(), sessions: new Set<string>()};
  for (const {event} of notifications) {
    if (event.case === 'applicationActive') focus.isActive = event.value;
    else if (event.case === 'selectedTab') focus.tabs.add(event.value);
    else if (event.case === 'session') focus.sessions.add(event.value);
    else if (event.case === 'window' && event.value.windowStatus !== WindowStatus.TERMINAL_WINDOW_RESIGNED_KEY)
      focus.window = event.value.windowId || null;
  }
  return focus;
}
