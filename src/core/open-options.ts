import type {SandboxRequest} from './sandbox.ts';

/** What a new terminal is to be. */
export interface OpenOptions {
  /** Shell path or name; default the user's. */
  readonly shell?: string | undefined;
  /** Run this program instead of an interactive shell; no integration then. */
  readonly argv?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  /** What its environment starts from, that of whoever opens it; default is the backend's own. Stored and logged nowhere. */
  readonly baseEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** Added to the environment it starts from; an undefined value removes the name. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  readonly name?: string | undefined;
  /** What a backend with a layout calls a profile: colours, fonts, perhaps a program. */
  readonly profile?: string | undefined;
  /** Confines it and all that it starts. A backend that cannot refuses with `not_supported`. */
  readonly sandbox?: SandboxRequest | undefined;
  /** False starts the shell without our marks. */
  readonly integration?: boolean | undefined;
}
