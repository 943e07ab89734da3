/** Windows, tabs and sessions: listed, opened, divided, moved, shown, closed. */
import type {Session} from '../../../engine/index.ts';
import {
  ActivateResponse_Status,
  CloseResponse_Status,
  CreateTabResponse_Status,
  isGiven,
  ReorderTabsResponse_Status,
  RestartSessionResponse_Status,
  SetTabLayoutResponse_Status,
  SplitPaneRequest_SplitDirection,
  SplitPaneResponse_Status,
  type SplitTreeNode,
} from '../../../iterm2-api/index.ts';
import type {Handlers, RequestContext} from '../handler.ts';
import {PROFILE} from '../model/settings.ts';
import {sessionsIn} from '../model/split-tree.ts';
import type {Place} from '../model/terminals.ts';
import {permit} from '../permit.ts';
import {openSession, wishesOf} from './open-session.ts';

type SessionRequests =
  | 'listSessionsRequest'
  | 'focusRequest'
  | 'createTabRequest'
  | 'splitPaneRequest'
  | 'closeRequest'
  | 'activateRequest'
  | 'reorderTabsRequest'
  | 'setTabLayoutRequest'
  | 'restartSessionRequest';

export const sessionRequests: Pick<Handlers, SessionRequests> = {
  listSessionsRequest: (_, {endpoint}) => endpoint.terminals.list(),

  focusRequest: (_, {endpoint}) => ({notifications: endpoint.terminals.focus().map(event => ({event}))}),

  async createTabRequest(request, context) {
    const {profileName, windowId, customProfileProperties} = request;
    const {terminals} = context.endpoint;
    if (!isProfile(profileName)) return {status: CreateTabResponse_Status.INVALID_PROFILE_NAME};
    const window = terminals.layout.window(windowId);
    if (windowId !== '' && !window) return {status: CreateTabResponse_Status.INVALID_WINDOW_ID};
    const hasIndex = isGiven(request, 'tabIndex');
    const isBadIndex = hasIndex && window !== undefined && request.tabIndex > window.tabs.length;
    const index = hasIndex && !isBadIndex ? request.tabIndex : undefined;
    // Who does not say gets what iTerm2 has always done.
    const selects = !isGiven(request, 'selectTab') || request.selectTab;
    const place: Place = {type: 'tab', windowId: window?.id ?? null, index, selects};
    const session = await openSession(context, wishesOf(customProfileProperties), place);
    const guid = terminals.guid(session);
    const tab = terminals.layout.tabOf(guid);
    return {
      status: isBadIndex ? CreateTabResponse_Status.INVALID_TAB_INDEX : CreateTabResponse_Status.OK,
      windowId: (tab && terminals.layout.windowOf(tab)?.id) ?? '',
      tabId: tab?.id ?? 0,
      sessionId: guid,
    };
  },

  async splitPaneRequest({session: reference, splitDirection, before, profileName, customProfileProperties}, context) {
    const {terminals} = context.endpoint;
    const origins = terminals.matching(reference);
    if (origins.length === 0) return {status: SplitPaneResponse_Status.SESSION_NOT_FOUND};
    if (!isProfile(profileName)) return {status: SplitPaneResponse_Status.INVALID_PROFILE_NAME};
    const vertical = splitDirection === SplitPaneRequest_SplitDirection.VERTICAL;
    const sessionId: string[] = [];
    for (const origin of origins) {
      await permit(context, 'manage_session:split', origin);
      const wishes = wishesOf(customProfileProperties);
      const place: Place = {type: 'beside', origin: terminals.guid(origin), vertical, before};
      sessionId.push(terminals.guid(await openSession(context, {cwd: origin.tracker.cwd, ...wishes}, place)));
    }
    return {status: SplitPaneResponse_Status.OK, sessionId};
  },

  async closeRequest({target}, context) {
    const groups = closedBy(target, context);
    for (const session of groups.flat()) await permit(context, 'manage_session:close', session);
    const statuses = await Promise.all(
      groups.map(async sessions => {
        if (sessions.length === 0) return CloseResponse_Status.NOT_FOUND;
        await Promise.all(sessions.map(closed));
        return CloseResponse_Status.OK;
      }),
    );
    return {statuses};
  },

  activateRequest(request, {endpoint}) {
    const {layout} = endpoint.terminals;
    const {identifier, selectSession, selectTab, orderWindowFront} = request;
    if (identifier.case === undefined) return {status: ActivateResponse_Status.OK};
    const guid = identifier.case === 'sessionId' ? guidOfReference(identifier.value, endpoint.terminals) : undefined;
    const tab = guid === undefined ? layout.tab(identifier.value) : layout.tabOf(guid);
    const window = identifier.case === 'windowId' ? layout.window(identifier.value) : tab && layout.windowOf(tab);
    if (!window) return {status: ActivateResponse_Status.BAD_IDENTIFIER};
    if (selectSession && guid === undefined) return {status: ActivateResponse_Status.INVALID_OPTION};
    if (selectTab && !tab) return {status: ActivateResponse_Status.INVALID_OPTION};
    if (selectSession && tab && guid !== undefined) tab.active = guid;
    if (selectTab && tab) window.selected = tab;
    if (orderWindowFront) layout.current = window;
    return {status: ActivateResponse_Status.OK};
  },

  reorderTabsRequest({assignments}, {endpoint}) {
    const {layout} = endpoint.terminals;
    for (const {windowId, tabIds} of assignments) {
      if (!layout.window(windowId)) return {status: ReorderTabsResponse_Status.INVALID_WINDOW_ID};
      if (!tabIds.every(id => layout.tab(id))) return {status: ReorderTabsResponse_Status.INVALID_TAB_ID};
    }
    const isSound = layout.reorder(assignments);
    return {status: isSound ? ReorderTabsResponse_Status.OK : ReorderTabsResponse_Status.INVALID_ASSIGNMENT};
  },

  async setTabLayoutRequest({root, tabId}, context) {
    const {terminals} = context.endpoint;
    const tab = terminals.layout.tab(tabId);
    if (!tab) return {status: SetTabLayoutResponse_Status.BAD_TAB_ID};
    const wanted = root ? sizesIn(root) : [];
    const present = sessionsIn(tab.root);
    if (wanted.map(({guid}) => guid).join() !== present.join()) return {status: SetTabLayoutResponse_Status.WRONG_TREE};
    if (!wanted.every(({cols, rows}) => isSize(cols) && isSize(rows)))
      return {status: SetTabLayoutResponse_Status.INVALID_SIZE};
    const sized = wanted.flatMap(({guid, ...size}) => {
      const session = terminals.session(guid);
      return session ? [{session, ...size}] : [];
    });
    for (const {session} of sized) await permit(context, 'manage_session:resize', session);
    for (const {session, cols, rows} of sized) await session.link.resize(cols, rows);
    return {status: SetTabLayoutResponse_Status.OK};
  },

  restartSessionRequest({sessionId}, {endpoint}) {
    // A session of cotty has one program; when that ends, the session does.
    const isThere = endpoint.terminals.find(sessionId) !== undefined;
    return {
      status: isThere
        ? RestartSessionResponse_Status.SESSION_NOT_RESTARTABLE
        : RestartSessionResponse_Status.SESSION_NOT_FOUND,
    };
  },
};

function isSize(cells: number): boolean {
  return cells >= 1 && cells <= MOST_CELLS;
}

const MOST_CELLS = 2000;

function isProfile(name: string): boolean {
  return name === '' || name === PROFILE.name;
}

function guidOfReference(reference: string, terminals: RequestContext['endpoint']['terminals']): string | undefined {
  const session = terminals.find(reference);
  return session && terminals.guid(session);
}

type CloseTarget = Parameters<Handlers['closeRequest']>[0]['target'];

/** For each id of the request the sessions that end with it; none for one that nobody has. */
function closedBy(target: CloseTarget, {endpoint: {terminals}}: RequestContext): readonly (readonly Session[])[] {
  const known = (guids: readonly string[]): readonly Session[] => guids.flatMap(guid => terminals.session(guid) ?? []);
  switch (target.case) {
    case 'sessions':
      return target.value.sessionIds.map(id => terminals.matching(id));
    case 'tabs':
      return target.value.tabIds.map(id => {
        const tab = terminals.layout.tab(id);
        return tab ? known(sessionsIn(tab.root)) : [];
      });
    case 'windows':
      return target.value.windowIds.map(id => {
        const tabs = terminals.layout.window(id)?.tabs ?? [];
        return known(tabs.flatMap(({root}) => sessionsIn(root)));
      });
    case undefined:
      return [];
    default:
      return target satisfies never;
  }
}

/** Resolves when the session is known to be over, so that the next list does not have it. */
async function closed(session: Session): Promise<void> {
  await session.close();
  const limit = AbortSignal.timeout(CLOSED_MS);
  await session.waiters.until(() => (session.isClosed ? true : undefined), limit).catch(() => undefined);
}

const CLOSED_MS = 10_000;

function sizesIn(node: SplitTreeNode): readonly {guid: string; cols: number; rows: number}[] {
  return node.links.flatMap(({child}) => {
    if (child.case === 'node') return sizesIn(child.value);
    if (child.case === undefined) return [];
    const {uniqueIdentifier, gridSize} = child.value;
    return [{guid: uniqueIdentifier, cols: gridSize?.width ?? 0, rows: gridSize?.height ?? 0}];
  });
}
