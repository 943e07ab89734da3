/** A pane as `list-panes` tells of it. */
export interface PaneRow {
  /** `%n`, never given twice by one server. */
  readonly pane: string;
  /** 0 where tmux does not tell it any more: of a dead pane, in what comes behind tmux 3.7 (tmux format.c, `format_cb_pane_pid`). */
  readonly pid: number;
  readonly tty: string;
  readonly cols: number;
  readonly rows: number;
  /** `$n` and `@n`. */
  readonly session: string;
  readonly window: string;
  readonly isDead: boolean;
  /** It has the keys in its window. */
  readonly isActive: boolean;
  /** Its window is the one that its session shows. */
  readonly isShown: boolean;
  readonly isLastOfSession: boolean;
  /** It has all of its cell in the layout: no line of it says what it is called, no column is a scroll bar. */
  readonly fillsCell: boolean;
  /** Whoever looks at its session, other than clients in control mode: none where nobody is attached. */
  readonly attached: number;
  /** What cotty keeps with it; empty where it is none of cotty's. */
  readonly memory: string;
  readonly sessionName: string;
  readonly windowName: string;
  readonly title: string;
}

/** Names of `PaneRow`'s fields in their order, as tmux calls them. Texts that programs choose come last; none holds a tab or a line feed. */
const FIELDS = [
  'pane_id',
  'pane_pid',
  'pane_tty',
  'pane_width',
  'pane_height',
  'session_id',
  'window_id',
  'pane_dead',
  'pane_active',
  'window_active',
  'session_windows',
  'window_panes',
  'pane-border-status',
  'pane-scrollbars',
  'session_attached',
  '@cotty',
  'session_name',
  'window_name',
  'pane_title',
];

/** The format that {@link readPaneRow} reads. */
export const PANE_FORMAT = FIELDS.map(name => `#{${name}}`).join('\t');

/** It runs, or ended with, another program than the one of this process. */
export function runsAnother({pid, isDead}: PaneRow, known: number): boolean {
  return pid !== known && !(isDead && pid === 0);
}

export function readPaneRow(line: string): PaneRow | undefined {
  const [
    pane = '',
    pid,
    tty = '',
    cols,
    rows,
    session = '',
    window = '',
    dead,
    active,
    shown,
    windows,
    panes,
    borderLine,
    scrollBars,
    attached,
    memory = '',
    sessionName = '',
    windowName = '',
    ...title
  ] = line.split('\t');
  if (!/^%\d+$/.test(pane)) return undefined;
  return {
    pane,
    pid: Number(pid),
    tty,
    cols: Number(cols),
    rows: Number(rows),
    session,
    window,
    isDead: dead === '1',
    isActive: active === '1',
    isShown: shown === '1',
    isLastOfSession: windows === '1' && panes === '1',
    fillsCell: [borderLine, scrollBars].every(option => option === 'off' || option === ''),
    attached: Number(attached),
    memory,
    sessionName,
    windowName,
    title: title.join('\t'),
  };
}
