import type {Session} from '../../../engine/index.ts';
import type {NotificationInit} from '../../../iterm2-api/index.ts';
import type {Split, SplitChild} from './split-tree.ts';
import type {WindowLayout} from './window-layout.ts';

type LayoutChanged = NonNullable<NotificationInit['layoutChangedNotification']>;
export type SessionList = NonNullable<LayoutChanged['listSessionsResponse']>;
type Node = NonNullable<NonNullable<NonNullable<SessionList['windows']>[number]['tabs']>[number]['root']>;

/** Points that a cell takes. Nothing is drawn, so any size is as good. */
const CELL = {width: 7, height: 15} as const;

/** All windows, as they are told to clients. */
export function sessionList(layout: WindowLayout, sessionOf: (guid: string) => Session | undefined): SessionList {
  return {
    windows: layout.windows.map(({id, number, tabs, selected}) => ({
      windowId: id,
      number,
      frame: frameOf(selected.root, sessionOf),
      selectedTabId: String(selected.id),
      tabs: tabs.map(tab => ({tabId: String(tab.id), activeSessionId: tab.active, root: nodeOf(tab.root, sessionOf)})),
    })),
  };
}

/** The frame of a window: wide and high enough for the tab in front. */
export function frameOf(root: Split, sessionOf: (guid: string) => Session | undefined) {
  const size = sizeOf(root, sessionOf);
  return {
    origin: {x: 0, y: 0},
    size: {width: size.width * CELL.width, height: size.height * CELL.height},
  };
}

function nodeOf(split: Split, sessionOf: (guid: string) => Session | undefined): Node {
  return {
    vertical: split.vertical,
    links: split.children.map(child => ({
      child:
        typeof child === 'string'
          ? {case: 'session' as const, value: summaryOf(child, sessionOf(child))}
          : {case: 'node' as const, value: nodeOf(child, sessionOf)},
    })),
  };
}

function summaryOf(guid: string, session: Session | undefined) {
  const {cols = 80, rows = 24} = session?.tracker ?? {};
  return {
    uniqueIdentifier: guid,
    title: session?.name ?? '',
    gridSize: {width: cols, height: rows},
    frame: {origin: {x: 0, y: 0}, size: {width: cols * CELL.width, height: rows * CELL.height}},
  };
}

/** In cells. */
function sizeOf(child: SplitChild, sessionOf: (guid: string) => Session | undefined): {width: number; height: number} {
  if (typeof child === 'string') {
    const {cols = 80, rows = 24} = sessionOf(child)?.tracker ?? {};
    return {width: cols, height: rows};
  }
  const sizes = child.children.map(part => sizeOf(part, sessionOf));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const widths = sizes.map(({width}) => width);
  const heights = sizes.map(({height}) => height);
  return child.vertical
    ? {width: sum(widths), height: Math.max(...heights)}
    : {width: Math.max(...widths), height: sum(heights)};
}
