import {FocusChangedNotification_Window_WindowStatus, type NotificationInit} from '../../../iterm2-api/index.ts';
import type {WindowLayout} from './window-layout.ts';

type FocusEvent = NonNullable<NonNullable<NotificationInit['focusChangedNotification']>['event']>;

/** What has the focus, one fact each: the application, its window, then for each window its tab and for each tab its session. */
export function focusFacts(layout: WindowLayout): readonly FocusEvent[] {
  const {current, windows} = layout;
  const windowStatus = FocusChangedNotification_Window_WindowStatus.TERMINAL_WINDOW_BECAME_KEY;
  return [
    {case: 'applicationActive', value: true},
    ...(current ? [{case: 'window', value: {windowStatus, windowId: current.id}} as const] : []),
    ...windows.flatMap(window => [
      {case: 'selectedTab', value: String(window.selected.id)} as const,
      ...window.tabs.map(tab => ({case: 'session', value: tab.active}) as const),
    ]),
  ];
}

/** Of the facts those that were others before. */
export function focusNews(before: readonly FocusEvent[], now: readonly FocusEvent[]): readonly FocusEvent[] {
  const known = new Set(before.map(fact => JSON.stringify(fact)));
  return now.filter(fact => !known.has(JSON.stringify(fact)));
}
