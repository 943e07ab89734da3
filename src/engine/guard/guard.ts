import {homedir} from 'node:os';
import {
  type Check,
  defaultPolicy,
  type FolderLook,
  Policy,
  type PolicySource,
  type ShellName,
} from '../../guard/index.ts';
import type {Session} from '../session/session.ts';
import type {DecisionLog} from './decision-log.ts';
import {fixedPolicy} from './fixed-policy.ts';
import {lineContext} from './line-context.ts';

export interface GuardOptions {
  /** Default: that of nobody who configures anything. */
  readonly policies?: PolicySource | undefined;
  /** Where cotty keeps what is its own; default: in the home folder. */
  readonly ownFolder?: string | undefined;
  /** Looks into folders of this machine; default: nobody does. */
  readonly look?: FolderLook | undefined;
  /** Keeps what is decided; default: nobody does. */
  readonly log?: DecisionLog | undefined;
}

/** A line that somebody asks about. */
export interface AskedLine {
  readonly line: string;
  /** The shell it is meant for; default: that of the session, else bash. */
  readonly shell?: ShellName | undefined;
  /** Where it would be typed. */
  readonly session?: Session | undefined;
  /** Where whoever asks stands, when there is no session. */
  readonly cwd?: string | undefined;
  /** The agent that would run it; default: somebody of whom no permission says anything. */
  readonly agent?: string | undefined;
}

/** Says what the policy makes of a line. */
export class Guard {
  readonly #policies: PolicySource;
  readonly #ownFolder: string | null;
  readonly #look: FolderLook | undefined;

  constructor({policies = fixedPolicy(new Policy(defaultPolicy)), ownFolder, look}: GuardOptions = {}) {
    this.#policies = policies;
    this.#look = look;
    this.#ownFolder = ownFolder ?? null;
  }

  /** Runs nothing, and asks nobody. */
  async check({line, shell, session, cwd, agent}: AskedLine): Promise<Check> {
    if (session?.foreground.hidesCwd && !session.isClosed) await session.look();
    const context = session
      ? lineContext({tracker: session.tracker, cwd: session.foreground.cwd, home: null}, this.#ownFolder)
      : {cwd, home: homedir(), ownFolder: this.#ownFolder ?? undefined};
    const policy = await this.#policies.at(context.cwd ?? null);
    const names = session ? [session.id, session.name].filter(name => name !== '') : null;
    const act = {agent: agent ?? '', session: names, tool: 'run_command', reads: false};
    return policy.checkAs(act, line, {...context, look: this.#look, ...(shell && {shell})});
  }
}
