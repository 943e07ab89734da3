/** Where beside a session iTerm2 shows what goes on in it; `alert` asks the person there. */
export const shownPlaces = ['status_bar', 'badge', 'tab_color', 'alert'] as const;

export type ShownPlace = (typeof shownPlaces)[number];

/** What an agent does in a session, in the words of whoever looks on. */
export type PaneState =
  | {readonly type: 'ready'}
  /** `commandLine` null: nobody knows it. Nothing secret is in it, and nothing that is not seen. */
  | {readonly type: 'running'; readonly commandLine: string | null}
  /** Something is asked there that only a person answers. */
  | {readonly type: 'needsPerson'};
