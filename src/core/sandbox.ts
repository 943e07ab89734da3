/** Sandboxes around a session's shell. */

/** What one that is to be opened may reach beside its project, the folder of its repository or the one it starts in. */
export interface SandboxRequest {
  readonly network: boolean;
  /** Folders that it may write beside the project; absolute, or below `~/`. */
  readonly writable: readonly string[];
  /** What it must not see. `~/` is the home folder, `/**` at the end means all below, `*` stands for any characters of a name. */
  readonly hidden: readonly string[];
}

/** What a session is confined to. */
export interface SandboxFacts {
  /** The folder that it may write. */
  readonly project: string;
  readonly network: boolean;
}

/** As {@link SandboxFacts} in lists and results: with the network or without. */
export type SandboxName = 'network' | 'offline';

export function sandboxName({network}: SandboxFacts): SandboxName {
  return network ? 'network' : 'offline';
}
