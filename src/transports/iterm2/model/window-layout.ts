import {divide, type Split, sessionsIn, without} from './split-tree.ts';

export interface Tab {
  readonly id: number;
  root: Split;
  /** The session that has the keys when the tab has. */
  active: string;
}

export interface Window {
  readonly id: string;
  readonly number: number;
  tabs: Tab[];
  selected: Tab;
}

/** Where a new session stands. */
export interface TabPlace {
  readonly tabId: number;
  /** The id of a window that is to be opened for it, or that there is. */
  readonly windowId: string;
  /** Among the tabs; the last when absent. */
  readonly index?: number | undefined;
  /** It is in front from now on. */
  readonly selects: boolean;
}

/** Windows, their tabs, and how sessions stand in these. Nobody sees them: they exist so that clients find their way. */
export class WindowLayout {
  windows: Window[] = [];
  /** The window in front. */
  current: Window | null = null;

  /** Opens a tab for a session. */
  add(session: string, {tabId, windowId, index, selects}: TabPlace): void {
    const tab: Tab = {id: this.#freeTabId(tabId), root: {vertical: false, children: [session]}, active: session};
    const known = this.window(windowId);
    if (known) known.tabs.splice(index ?? known.tabs.length, 0, tab);
    const window = known ?? {id: windowId, number: this.#freeNumber(), tabs: [tab], selected: tab};
    if (!known) this.windows.push(window);
    if (selects) window.selected = tab;
    if (selects || !this.current) this.current = window;
  }

  /** Puts a session beside another one. The new one has the keys then. */
  split(origin: string, session: string, how: {readonly vertical: boolean; readonly before: boolean}): void {
    const tab = this.tabOf(origin);
    if (!tab) return;
    tab.root = divide(tab.root, origin, {session, ...how});
    tab.active = session;
  }

  remove(session: string): void {
    const tab = this.tabOf(session);
    const window = tab && this.windowOf(tab);
    if (!tab || !window) return;
    const rest = without(tab.root, session);
    if (rest) {
      tab.root = rest;
      if (tab.active === session) tab.active = sessionsIn(rest)[0] ?? '';
    } else this.#closeTab(window, tab);
  }

  /** Opens a window for a tab of another one. Returns its id. */
  moveToWindow(tab: Tab, id: string): string {
    const from = this.windowOf(tab);
    const window = {id, number: this.#freeNumber(), tabs: [tab], selected: tab};
    if (from) this.#closeTab(from, tab);
    this.windows.push(window);
    this.current = window;
    return id;
  }

  window(id: string): Window | undefined {
    return this.windows.find(window => window.id === id);
  }

  tab(id: string): Tab | undefined {
    return this.windows.flatMap(({tabs}) => tabs).find(tab => String(tab.id) === id);
  }

  tabOf(session: string): Tab | undefined {
    return this.windows.flatMap(({tabs}) => tabs).find(({root}) => sessionsIn(root).includes(session));
  }

  windowOf(tab: Tab): Window | undefined {
    return this.windows.find(({tabs}) => tabs.includes(tab));
  }

  /** The session that has the keys. */
  get active(): string | undefined {
    return this.current?.selected.active;
  }

  /** Gives the tabs to the windows in that order. False when a tab or a window is named twice. */
  reorder(assignments: readonly {readonly windowId: string; readonly tabIds: readonly string[]}[]): boolean {
    const targets = assignments.map(({windowId, tabIds}) => ({
      window: this.window(windowId),
      tabs: tabIds.map(id => this.tab(id)),
    }));
    const moved = targets.flatMap(({tabs}) => tabs);
    if (new Set(moved).size !== moved.length) return false;
    if (new Set(targets.map(({window}) => window)).size !== targets.length) return false;
    for (const {window, tabs} of targets) {
      const kept = window?.tabs.filter(tab => !moved.includes(tab)) ?? [];
      if (window) window.tabs = [...tabs.filter(tab => tab !== undefined), ...kept];
    }
    for (const window of this.windows) {
      const isTarget = targets.some(target => target.window === window);
      if (!isTarget) window.tabs = window.tabs.filter(tab => !moved.includes(tab));
    }
    this.#dropEmpty();
    return true;
  }

  #closeTab(window: Window, tab: Tab): void {
    const at = window.tabs.indexOf(tab);
    window.tabs.splice(at, 1);
    const next = window.tabs[at] ?? window.tabs[at - 1];
    if (window.selected === tab && next) window.selected = next;
    this.#dropEmpty();
  }

  #dropEmpty(): void {
    this.windows = this.windows.filter(({tabs}) => tabs.length > 0);
    for (const window of this.windows) {
      const [first] = window.tabs;
      if (first && !window.tabs.includes(window.selected)) window.selected = first;
    }
    if (this.current && !this.windows.includes(this.current)) this.current = this.windows.at(-1) ?? null;
  }

  #freeNumber(): number {
    for (let number = 0; ; number++) if (this.windows.every(window => window.number !== number)) return number;
  }

  /** Two sessions may have the same number; the later one gets the next. */
  #freeTabId(wanted: number): number {
    for (let id = wanted; ; id++) if (!this.tab(String(id))) return id;
  }
}
