/** Sessions and tabs that are put elsewhere. Nobody sees them, so there is nothing to be asked. */
import {CottyError} from '../../../core/index.ts';
import {guidOf, tabNumberOf} from '../model/guid.ts';
import {sessionsIn} from '../model/split-tree.ts';
import type {Terminals} from '../model/terminals.ts';
import type {Tab} from '../model/window-layout.ts';

type Given = Readonly<Record<string, unknown>>;

/** A tab gets a window of its own, whose id is returned. */
export function moveTabToWindow(terminals: Terminals, tabId: string): string {
  const {layout} = terminals;
  const tab = layout.tab(tabId);
  if (!tab) throw wrong('move_tab_to_window needs a tab.');
  if (layout.windowOf(tab)?.tabs.length === 1) throw wrong('The tab is the only one of its window.');
  return moved(terminals, () => layout.moveToWindow(tab, newWindowId()));
}

/** A session is put beside another one. */
export function moveSession(terminals: Terminals, {session, destination, vertical, before}: Given): null {
  const {layout} = terminals;
  const [guid, beside] = [paneOf(terminals, session).guid, paneOf(terminals, destination).guid];
  if (guid === beside) throw wrong('A session cannot stand beside itself.');
  return moved(terminals, () => {
    layout.remove(guid);
    layout.split(beside, guid, {vertical: vertical === true, before: before === true});
    return null;
  });
}

/** A pane gets a tab of its own, whose id is returned. */
export function moveSessionToTab(terminals: Terminals, given: Given): string {
  const {layout} = terminals;
  const {guid, tab} = paneOf(terminals, given.session);
  if (sessionsIn(tab.root).length === 1) throw wrong('The session is the only one of its tab.');
  const window = given.window_id === undefined ? layout.windowOf(tab) : layout.window(String(given.window_id));
  if (!window) throw wrong('There is no such window.');
  const index = typeof given.tab_index === 'number' ? Math.max(0, Math.floor(given.tab_index)) : undefined;
  return moved(terminals, () => {
    layout.remove(guid);
    layout.add(guid, {tabId: tabNumberOf(guid), windowId: window.id, index, selects: true});
    return String(layout.tabOf(guid)?.id);
  });
}

/** A pane gets a window of its own, whose id is returned. */
export function moveSessionToWindow(terminals: Terminals, {session}: Given): string {
  const {layout} = terminals;
  const {guid, tab} = paneOf(terminals, session);
  if (sessionsIn(tab.root).length === 1) return moveTabToWindow(terminals, String(tab.id));
  const windowId = newWindowId();
  return moved(terminals, () => {
    layout.remove(guid);
    layout.add(guid, {tabId: tabNumberOf(guid), windowId, selects: true});
    return windowId;
  });
}

function paneOf(terminals: Terminals, reference: unknown): {readonly guid: string; readonly tab: Tab} {
  const guid = String(reference);
  const tab = terminals.layout.tabOf(guid);
  if (tab && terminals.session(guid)) return {guid, tab};
  throw new CottyError('unknown_session', 'There is no such session.', 'List the sessions.');
}

/** What `move` returns, once it was told. */
function moved<Result>(terminals: Terminals, move: () => Result): Result {
  const result = move();
  terminals.changed();
  return result;
}

let windows = 0;

/** That of a window which a session has opened is taken as long as the window is there. */
function newWindowId(): string {
  return `pty-${guidOf(`window ${process.pid} ${++windows}`)}`;
}

function wrong(message: string): CottyError {
  return new CottyError('invalid_argument', message, 'See docs/guide/iterm2.md.');
}
