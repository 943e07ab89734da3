import type {ResponseInit} from '../messages.ts';
import {FIELD, RECORD} from './scripts.ts';

/** A session as the script that lists them tells of it. */
export interface ListedSession {
  readonly window: string;
  /** Unique among all windows. */
  readonly tab: string;
  readonly isInFront: boolean;
  readonly isTabShown: boolean;
  readonly hasKeys: boolean;
  readonly id: string;
  readonly cols: number;
  readonly rows: number;
  readonly tty: string;
  readonly title: string;
}

/** Reads what the script `LIST` returns; what is no record is passed over. */
export function readList(told: string): readonly ListedSession[] {
  return told.split(RECORD).flatMap(record => {
    const [window, tab, inFront, tabShown, hasKeys, id, cols, rows, tty, title] = record.split(FIELD);
    if (window === undefined || !id) return [];
    return {
      window,
      tab: `${window} ${tab}`,
      isInFront: inFront === 'true',
      isTabShown: tabShown === 'true',
      hasKeys: hasKeys === 'true',
      id,
      cols: Number(cols) || 80,
      rows: Number(rows) || 24,
      tty: tty ?? '',
      title: title ?? '',
    };
  });
}

/** The same as iTerm2's API tells it. How panes are divided is not known: they stand side by side. */
export function layoutOf(listed: readonly ListedSession[]): NonNullable<ResponseInit<'listSessionsRequest'>> {
  const windows = [...Map.groupBy(listed, ({window}) => window)];
  return {
    windows: windows.map(([windowId, sessions], number) => ({
      windowId,
      number,
      tabs: [...Map.groupBy(sessions, ({tab}) => tab)].map(([tabId, panes]) => ({
        tabId,
        root: {
          links: panes.map(({id, title, cols, rows}) => ({
            child: {
              case: 'session' as const,
              value: {uniqueIdentifier: id, title, gridSize: {width: cols, height: rows}},
            },
          })),
        },
      })),
    })),
  };
}
