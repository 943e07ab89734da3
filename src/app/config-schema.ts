import {backendKinds, sharedSizes, shownPlaces} from '../core/index.ts';
import type {Mode, Permission, Rule} from '../guard/index.ts';
import {isRule} from './security-rules.ts';
import {toolsetNames} from './toolsets.ts';

/** Every key of `config.toml` with its default. Defaults are public API. */

interface KeyFacts {
  /** `variables` is a table of texts by names of environment variables, `rules` and `permissions` are arrays of tables. */
  readonly type: 'string' | 'strings' | 'number' | 'switch' | 'variables' | 'rules' | 'permissions';
  readonly default:
    | string
    | readonly string[]
    | number
    | boolean
    | Readonly<Record<string, string>>
    | readonly Rule[]
    | readonly Permission[]
    | null;
  readonly about: string;
  /** What a text, or each of several, may be; anything unless said. */
  readonly choices?: readonly string[];
  /** Smallest allowed number; 0 unless said. */
  readonly min?: number;
  /**
   * What a project's `.cotty.toml` may do: nothing (the default, since the file may come with somebody else's code), set
   * it freely, only choose among what the user allows, or make it stricter than the user has it.
   */
  readonly project?: 'free' | 'narrow' | 'tighten';
}

export const configSchema = {
  security: {
    mode: {
      type: 'string',
      default: 'normal',
      choices: ['permissive', 'normal', 'strict'] satisfies readonly Mode[],
      project: 'tighten',
      about: 'what of an agent is asked about: strict (all), normal (what changes something), permissive (nothing)',
    },
    safe_commands: {
      type: 'strings',
      default: [],
      about: 'commands that agents run without being asked about, by their first words',
    },
    dangerous_patterns: {
      type: 'strings',
      default: [],
      project: 'tighten',
      about: 'RE2 patterns that make a line dangerous wherever they stand in it',
    },
    allow_sudo: {
      type: 'switch',
      default: false,
      project: 'tighten',
      about: 'agents may ask for `sudo` and its like; else they are refused',
    },
    mask_secrets: {
      type: 'switch',
      default: true,
      about:
        "what looks like a secret, and what the server's own environment holds, is `[redacted]` in all that leaves but a person's own terminal",
    },
    notifications: {
      type: 'string',
      default: 'off',
      choices: ['off', 'tell', 'answer'],
      about: 'a question to you is shown on your desktop too: tell shows it, answer has buttons where the desktop can',
    },
    rule: {
      type: 'rules',
      default: [],
      project: 'tighten',
      about:
        'tables `[[security.rule]]`: `prefix` or `regex`, `decision` (allow, ask, deny), `reason`, `match`, `not_match`',
    },
    permission: {
      type: 'permissions',
      default: [],
      project: 'tighten',
      about:
        'tables `[[security.permission]]`: what agents may do, by `agent`, `session` and `tools`; `decision` (ask, deny) or `mode`, `reason`',
    },
  },
  server: {
    name: {type: 'string', default: 'cotty', about: 'name told to MCP clients'},
    toolsets: {
      type: 'strings',
      default: ['terminal'],
      project: 'narrow',
      about: `tools offered to agents: ${toolsetNames.join(', ')}`,
    },
    idle_exit_minutes: {
      type: 'number',
      default: 10,
      about: 'the server stops after this long without sessions and connections; 0 keeps it',
    },
  },
  sandbox: {
    required: {
      type: 'switch',
      default: false,
      about: 'every new session is opened in a sandbox, and no terminal is adopted; else one has it that asks for it',
    },
    network: {type: 'switch', default: false, about: 'a sandbox has the network'},
    writable: {
      type: 'strings',
      default: [],
      about: 'folders that a sandbox may write beside its project; absolute, or below `~/`',
    },
    hidden: {
      type: 'strings',
      default: [],
      about: "what a sandbox must not see, beside the known places of keys and passwords and cotty's own files",
    },
  },
  audit: {
    enabled: {
      type: 'switch',
      default: true,
      about: 'every decision about a line of an agent is on the disk before the line goes',
    },
    log_path: {
      type: 'string',
      default: null,
      about: 'the newest file of the audit; `COTTY_HOME/audit.log` when not set',
    },
    max_size_mb: {type: 'number', default: 100, min: 1, about: 'all files of the audit together; the oldest go first'},
  },
  session: {
    default_read_lines: {type: 'number', default: 50, min: 1, project: 'free', about: 'lines of `cotty read`'},
    default_timeout: {type: 'number', default: 30, project: 'free', about: 'seconds a command is waited for'},
    max_sessions: {type: 'number', default: 200, min: 1, about: 'living sessions at once'},
    abandoned_minutes: {
      type: 'number',
      default: 30,
      about:
        'a session that a tool opened by itself, that has no name, that nobody attached to and in which nothing runs ends this long after its last client left; 0 ends none',
    },
    shell: {type: 'string', default: null, about: 'shell of new sessions; the login shell when not set'},
    size: {
      type: 'string',
      default: 'smallest',
      choices: sharedSizes,
      about: `of several terminals attached, whose size the session has: ${sharedSizes.join(', ')} (who typed last)`,
    },
    env: {
      type: 'variables',
      default: {},
      about: 'added to the environment of every session, e.g. `env = {EDITOR = "vi"}`',
    },
    env_remove: {
      type: 'strings',
      default: [],
      about:
        'taken out of the environment of every session, which is that of who opens it; `*` stands for any characters',
    },
    log_max_mb: {type: 'number', default: 1024, min: 1, about: 'log kept of one session; the oldest output goes first'},
  },
  backends: {
    order: {
      type: 'strings',
      default: backendKinds,
      choices: backendKinds,
      about:
        'where new sessions are opened: the first of these that the caller is in, else `pty`; one that is left out is used only when it is asked for by name',
    },
    iterm2_shows: {
      type: 'strings',
      default: [],
      choices: shownPlaces,
      about:
        'where iTerm2 shows what an agent does in a session and whether it needs you: `status_bar` (a component that you put there), `badge`, `tab_color`; with `alert` it asks you with buttons',
    },
    tmux_status: {
      type: 'switch',
      default: false,
      about: "tmux's status line (`status-right`) says what an agent does in the pane and whether it needs you",
    },
    tmux_socket: {
      type: 'string',
      default: null,
      about: "the tmux server for callers outside of tmux, a path or a name (`-S`, `-L`); tmux's own when not set",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, KeyFacts>>>>;

type Schema = typeof configSchema;

/** What is configured, by section and key. */
export type Config = {
  readonly [Section in keyof Schema]: {
    readonly [Key in keyof Schema[Section]]: ValueOf<Schema[Section][Key]>;
  };
};

/** A key without a default may be null: not configured. */
type ValueOf<Facts> =
  | (Facts extends {readonly choices: readonly (infer Choice)[]}
      ? Facts extends {readonly type: 'strings'}
        ? readonly Choice[]
        : Choice
      : TypeNamed<Facts>)
  | (Facts extends {readonly default: null} ? null : never);

type TypeNamed<Facts> = Facts extends {readonly type: infer Name extends keyof Types} ? Types[Name] : never;

interface Types {
  readonly string: string;
  readonly strings: readonly string[];
  readonly number: number;
  readonly switch: boolean;
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A value that some key may have. */
export type ConfigValue = Types[keyof Types] | null;

/** Every key has a value that it may have. */
export function isConfig(config: Readonly<Record<string, Readonly<Record<string, unknown>>>>): config is Config {
  return configKeys.every(key => {
    const value = config[key.section]?.[key.key];
    return fits(key, value) || (value === null && key.default === null);
  });
}

/** The value is one that the key may be set to. */
export function fits({type, choices, min = 0}: ConfigKey, value: unknown): value is NonNullable<ConfigValue> {
  switch (type) {
    case 'string':
      return typeof value === 'string' && (choices?.includes(value) ?? true);
    case 'number':
      return typeof value === 'number' && value >= min;
    case 'strings':
      return Array.isArray(value) && value.every(item => typeof item === 'string' && (choices?.includes(item) ?? true));
    case 'switch':
      return typeof value === 'boolean';
    case 'variables':
      return isVariables(value);
    case 'rules':
      return Array.isArray(value) && value.every(isRule);
    case 'permissions':
      // Each was looked at when it was read.
      return Array.isArray(value);
    default:
      return type satisfies never;
  }
}

function isVariables(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, content]) => /^[^=\0]+$/.test(name) && typeof content === 'string');
}

/** Sections of the format whose features are not in this version: using one is an error, so that nobody relies on it. */
export const laterSections: readonly string[] = ['monitor', 'fleet'];

/** The same for single keys, as `section.key`. */
export const laterKeys: readonly string[] = ['session.idle_threshold'];

export interface ConfigKey extends KeyFacts {
  readonly section: string;
  readonly key: string;
  /** Environment variable that overrides the files. */
  readonly variable: string;
}

export const configKeys: readonly ConfigKey[] = Object.entries(configSchema).flatMap(([section, keys]) =>
  Object.entries(keys).map(([key, facts]) => ({
    ...facts,
    section,
    key,
    variable: `COTTY_${section}_${key}`.toUpperCase(),
  })),
);
