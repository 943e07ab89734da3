import {type OpenOptions, type SessionId, withoutOwnSecrets} from '../../core/index.ts';

/** Environment of a session's program: that of whoever opens it, without our own secrets and traces of the terminal we were started from, plus what names cotty. */
export function programEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  added: OpenOptions['env'],
  identity: {readonly sessionId: SessionId; readonly eventKey: string; readonly version: string},
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(withoutOwnSecrets(base)))
    if (value !== undefined && !isForeignTerminal(name)) env[name] = value;
  Object.assign(env, {
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'cotty',
    TERM_PROGRAM_VERSION: identity.version,
  });
  for (const [name, value] of Object.entries(added ?? {})) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  env.COTTY_SESSION = identity.sessionId;
  env.COTTY_EVENT_KEY = identity.eventKey;
  return env;
}

/** A program that finds these would speak to a terminal it is not in, or take its size from there. */
function isForeignTerminal(name: string): boolean {
  return FOREIGN_NAMES.has(name) || FOREIGN_PREFIXES.some(prefix => name.startsWith(prefix));
}

const FOREIGN_NAMES = new Set([
  'TMUX',
  'TMUX_PANE',
  'STY',
  'WINDOW',
  'WINDOWID',
  'TERMCAP',
  'COLUMNS',
  'LINES',
  'TERM_SESSION_ID',
  'LC_TERMINAL',
  'LC_TERMINAL_VERSION',
  'WT_SESSION',
  'WT_PROFILE_ID',
  'VTE_VERSION',
  'KONSOLE_VERSION',
  'GNOME_TERMINAL_SCREEN',
  'GNOME_TERMINAL_SERVICE',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
]);

const FOREIGN_PREFIXES = ['ITERM_', 'KITTY_', 'WEZTERM_', 'ALACRITTY_', 'GHOSTTY_', 'VSCODE_', 'ZELLIJ'];
