/** The role every source of terminals plays. Drivers live in `backends`; the engine knows only this. */
import type {SessionId} from './ids.ts';
import type {OpenOptions} from './open-options.ts';
import type {PaneLayout} from './pane-layout.ts';
import type {SessionLogView} from './session-log-view.ts';
import type {BackendKind, TerminalFacts, TerminalLink} from './terminal-view.ts';

export interface ResumeOptions {
  /** Terminals to pass over. */
  readonly isFollowed?: ((sessionId: SessionId) => boolean) | undefined;
  /** Told of terminals that are alive and could not be taken over. */
  readonly onRefused?: ((sessionId: SessionId, error: unknown) => void) | undefined;
}

/** A terminal of somebody else's, e.g. a person's pane: no session of cotty's until it is adopted. */
export interface ForeignTerminal {
  /** Names it to its backend, and nobody else. */
  readonly id: string;
  readonly backend: BackendKind;
  readonly title: string;
  /** Null where nobody can tell. */
  readonly cwd: string | null;
  /** Name of the program in its foreground; null where nobody can tell. */
  readonly program: string | null;
}

/** A backend that has to be started, and that may not be there: nothing listens, a program is not installed. */
export interface BackendSource {
  readonly kind: BackendKind;
  /** Throws a `CottyError` that says what is missing. May be called again then. */
  start(): Promise<Backend>;
}

/** A source of terminals. */
export interface Backend extends AsyncDisposable {
  readonly kind: BackendKind;
  open(options: OpenOptions, context?: {signal?: AbortSignal}): Promise<TerminalLink>;
  /** Sessions of cotty's that are alive now, e.g. after our server was replaced: opened here, or adopted and not released. */
  resume(options?: ResumeOptions): Promise<readonly TerminalLink[]>;
  /** Terminals that could be adopted now; none where every terminal is cotty's own. */
  discover(): Promise<readonly ForeignTerminal[]>;
  /** One that is not listed, by a name that says where it is; undefined when there is none. */
  find?(id: ForeignTerminal['id']): Promise<ForeignTerminal | undefined>;
  /** Makes a session of one of them. Errors: `unknown_session` when it is gone, `not_supported`, `denied` for one that is not to be shared. */
  adopt(id: ForeignTerminal['id'], context?: {signal?: AbortSignal}): Promise<TerminalLink>;
  /** A finished session's log and facts, by id; undefined when unknown. */
  recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined>;
  /** Ids of every session whose log is still kept, living or finished. */
  known(): Promise<readonly SessionId[]>;
  /**
   * Whoever opens this is where it shows its terminals, so that a new one belongs there unless another backend is asked for. Absent: new
   * terminals belong here when no backend before it wants them.
   */
  suits?(options: Pick<OpenOptions, 'baseEnv'>): boolean | Promise<boolean>;
  /**
   * The terminal of this backend that a process of this environment runs in: a session's id, or a foreign terminal's; undefined when it
   * runs in none. Absent where the environment tells by `COTTY_SESSION` alone.
   */
  terminalOf?(env: Readonly<Record<string, string | undefined>>): string | undefined;
  /** Its windows, tabs and panes; absent where there are none. */
  readonly layout?: PaneLayout | undefined;
}
