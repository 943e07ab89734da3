import type {RequestCase} from '../../iterm2-api/index.ts';

/** How far a message means something without windows that a person sees. */
type Standing = 'works' | 'partly' | 'answered';

export interface MessageFacts {
  readonly standing: Standing;
  readonly about: string;
}

/** What becomes of each request; the documentation is made of it, and the type makes it complete. */
export const requestTable: Readonly<Record<RequestCase, MessageFacts>> = {
  getBufferRequest: works(
    'lines with styles, of the screen and above it, by numbers that stay; 2000 lines are kept above the screen. Blinking and hyperlinks are not told',
  ),
  getPromptRequest: works('by id or the last one, from the marks of the shell, also of before the endpoint was opened'),
  transactionRequest: works('the requests of other clients wait; programs and people go on'),
  notificationRequest: partly('see the notifications below'),
  registerToolRequest: answered('`PERMISSION_DENIED`: there is no toolbelt'),
  setProfilePropertyRequest: partly(
    'kept for a session and told again, without any effect; `BAD_GUID` for saved profiles, as there is none to change',
  ),
  listSessionsRequest: works('windows, tabs and split trees; no buried sessions'),
  sendTextRequest: works(
    "typed through the session's gate, so lines are judged as an agent's; a refusal is an error with the reason",
  ),
  createTabRequest: works(
    'in a window or a new one. Of the properties count the command, the folder, the size; a command is typed as `exec COMMAND` and judged as such',
  ),
  splitPaneRequest: works(
    'the tree is kept, and each session keeps its whole size: nobody has to fit them into a window',
  ),
  getProfilePropertyRequest: partly('of the one profile `Default`, and what scripts have set'),
  setPropertyRequest: partly('`grid_size` of a session; `IMPOSSIBLE` for `buried`, `frame` and `fullscreen`'),
  getPropertyRequest: works(
    '`grid_size` (one less than it is, as in iTerm2), `number_of_lines`, `buried`, `frame`, `fullscreen`',
  ),
  injectRequest: works(
    'printed on the terminal device, so it stands in the log as output; not for sessions whose device nobody can tell',
  ),
  activateRequest: works('changes which window, tab and session are in front for clients; nothing is shown to anybody'),
  variableRequest: partly('the variables below; `user.` variables are kept as long as what they belong to'),
  savedArrangementRequest: partly('folders of the shells, tab by tab; kept until the endpoint ends'),
  focusRequest: works('the application is always active'),
  listProfilesRequest: partly('the one profile `Default`'),
  serverOriginatedRpcResultRequest: works('answers of functions'),
  restartSessionRequest: answered('`SESSION_NOT_RESTARTABLE`: a session ends with its program'),
  menuItemRequest: answered('`BAD_IDENTIFIER`: there are no menus'),
  setTabLayoutRequest: works('gives each session of the tab the size that its node says'),
  getBroadcastDomainsRequest: works('as they were set'),
  tmuxRequest: answered(
    'no connections; `INVALID_CONNECTION_ID` for anything about one. Panes of tmux that cotty has are ordinary sessions',
  ),
  reorderTabsRequest: works('within windows and between them'),
  preferencesRequest: answered(
    '`null` for each preference, `INVALID_VALUE` for setting one; the default profile is told',
  ),
  colorPresetRequest: works('the themes of screenshots'),
  selectionRequest: partly('what clients select is kept and told; people select in terminals of their own'),
  statusBarComponentRequest: answered('`INVALID_IDENTIFIER`: there is nothing to open a popover on'),
  setBroadcastDomainsRequest: works('with all its rules; each session gets the text through its own gate'),
  closeRequest: works('sessions, tabs, windows; nobody is asked, also without `force`'),
  invokeFunctionRequest: partly(
    'functions of scripts; of the built-in ones `iterm2.set_name`, `iterm2.set_title`, `iterm2.select_pane_in_direction`, those that move sessions and tabs, and coprocesses that only copy output into a named pipe; others are `FAILED`',
  ),
  listPromptsRequest: works('up to 10000 of them'),
  screenshotRequest: works('PNG'),
};

/** The same for what is subscribed to. */
export const notificationTable: Readonly<Record<string, MessageFacts>> = {
  NOTIFY_ON_KEYSTROKE: partly(
    'keys of people who are attached, read back from what they became; not while the terminal does not echo. Key codes only of keys without a character',
  ),
  NOTIFY_ON_SCREEN_UPDATE: works('at most 60 a second, and again 250 ms and 1 s after the last change'),
  NOTIFY_ON_PROMPT: works('all modes, where the shell has marks'),
  NOTIFY_ON_LOCATION_CHANGE: answered('subscribed and never told; watch the variable `path`'),
  NOTIFY_ON_CUSTOM_ESCAPE_SEQUENCE: works('of any identity; output that floods past the server is not searched'),
  NOTIFY_ON_NEW_SESSION: works('whoever has opened it'),
  NOTIFY_ON_TERMINATE_SESSION: works('when its program has ended'),
  NOTIFY_ON_LAYOUT_CHANGE: works('with the whole list'),
  NOTIFY_ON_FOCUS_CHANGE: works('what clients change by activating, opening and closing'),
  NOTIFY_ON_SERVER_ORIGINATED_RPC: partly(
    'functions are called by other scripts; a status bar component is computed for each session and its text is the variable `cotty.statusBar.IDENTIFIER`; titles and context menus are registered and never asked for',
  ),
  NOTIFY_ON_BROADCAST_CHANGE: works('with all domains'),
  NOTIFY_ON_VARIABLE_CHANGE: works('looked at as things happen in sessions, at most ten times a second'),
  NOTIFY_ON_PROFILE_CHANGE: answered('subscribed and never told'),
  KEYSTROKE_FILTER: answered("`REQUEST_MALFORMED`: nobody's keys are kept from their program"),
};

function works(about: string): MessageFacts {
  return {standing: 'works', about};
}

function partly(about: string): MessageFacts {
  return {standing: 'partly', about};
}

function answered(about: string): MessageFacts {
  return {standing: 'answered', about};
}
