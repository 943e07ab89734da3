/** The role every source of terminals plays. Drivers live in `backends`; the engine knows only this. */
import type {
  Actor,
  EventOf,
  InputKind,
  IntegrationLevel,
  LineReader,
  NestedShell,
  SessionEvent,
  ShellFamily,
  VerdictEvent,
} from './events.ts';
import type {CommandId, EventSeq, LogCursor, SessionId} from './ids.ts';
import type {TtyProbe} from './process.ts';
import type {TerminalQuery} from './terminal-query.ts';

export type BackendKind = 'pty' | 'tmux' | 'iterm2';

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
  /** False starts the shell without our marks. */
  readonly integration?: boolean | undefined;
}

export interface TerminalFacts {
  readonly sessionId: SessionId;
  readonly backend: BackendKind;
  readonly name: string;
  readonly argv: readonly string[];
  readonly pid: number;
  readonly tty: string;
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly shellFamily: ShellFamily;
  readonly integration: IntegrationLevel;
  readonly alive: boolean;
}

/** Bytes towards the program. Only the engine's write boundary makes these. */
export interface InputRequest {
  readonly by: Actor;
  readonly kind: InputKind;
  readonly bytes: Uint8Array;
  /** Of a `reply`: where the question stands in the output. Typed only as long as who has asked may still read it. */
  readonly question?: LogCursor;
}

/** A command line towards the shell. The backend chooses how to deliver it exactly (paste, file, quoted typing). */
export interface CommandRequest {
  readonly commandId: CommandId;
  readonly commandLine: string;
  readonly by: Actor;
  /** Bracketed paste is on at this prompt. */
  readonly bracketedPaste: boolean;
  /** Somebody has typed on this prompt line already; it must be stashed and given back. */
  readonly lineDirty: boolean;
  /** The prompt belongs to our integrated shell (false inside nested shells, REPLs and shells without marks). */
  readonly integrated: boolean;
  readonly family: ShellFamily;
  /** The prompt said that its line editor takes command lines by our private key. */
  readonly takesKey: boolean;
  /** The prompt is this nested shell's. */
  readonly nestedShell?: NestedShell | undefined;
  /** What takes the line, when it is not integrated. */
  readonly reader?: LineReader | undefined;
}

/** Which shell is asked for its line. */
export interface LineQuestion {
  readonly family: ShellFamily;
  /** The session's own when absent. */
  readonly nestedShell?: NestedShell | undefined;
}

/** What reads lines at the moment is to be asked for marks of its own. */
export interface IntegrationRequest {
  readonly by: Actor;
  /** What shell it is, by name, where that is known already. */
  readonly shell: string | null;
  /** The process, where it can be seen. */
  readonly pid: number | null;
  readonly bracketedPaste: boolean;
}

/** How much of the output stream a read could give. */
export interface OutputSlice {
  readonly bytes: Uint8Array;
  /** Where `bytes` begins; later than asked when retention dropped the beginning. */
  readonly from: LogCursor;
  /** Asked-for bytes that are gone. */
  readonly missedBytes: number;
}

/** What somebody has made of a log's events up to `seq`, and of output up to `outputEnd`: to go on from instead of reading it again. */
export interface LogCheckpoint {
  readonly seq: EventSeq;
  readonly outputEnd: LogCursor;
  /** Anything that JSON can say. */
  readonly state: unknown;
}

/** The checkpoint beside a log: a shortcut that can be deleted at any time. */
export interface LogCheckpoints {
  /** The one that was kept last; null when there is none, and when the log is not the one, or not as long as, it was made of. */
  take(): LogCheckpoint | null;
  /**
   * Keeps this one in its place; it is found again with a later `seq` where nothing but output up to `outputEnd` followed. False when it cannot: the log is not known to reach that
   * far, or has no room beside it.
   */
  keep(checkpoint: LogCheckpoint): boolean;
}

/** Reads the one truth about a session. Works while it lives and after. */
export interface SessionLogView {
  /** First byte still kept. */
  readonly oldest: LogCursor;
  /** One past the last byte of the output stream known to this reader. */
  readonly end: LogCursor;
  /** Bytes `[from, to)` of the output stream, at most `maxBytes`. */
  readOutput(from: LogCursor, to: LogCursor): Promise<OutputSlice>;
  /** Events after `after` in order, without waiting for new ones; `output: false` passes over output events cheaply. */
  events(after: EventSeq, options?: {readonly output?: boolean}): AsyncIterable<SessionEvent>;
  /** Absent where nothing can be kept beside the log. */
  readonly checkpoints?: LogCheckpoints | undefined;
}

/** Live news of one terminal, in log order. Output bytes may be absent when the reader lags: read them from the log. */
export type TerminalNotice =
  | {readonly type: 'event'; readonly event: Exclude<SessionEvent, {type: 'output'}>}
  | {
      readonly type: 'output';
      readonly offset: LogCursor;
      readonly length: number;
      /** Line feeds in the output stream up to the end of these bytes. */
      readonly lines: number;
      /** Null when left out because the reader lagged. */
      readonly bytes: Uint8Array | null;
      /** Where marks begin that are proved by now; mostly in these bytes. Their events follow. Absent when there are none. */
      readonly marks?: readonly LogCursor[];
      /** The log had no room for these bytes: nowhere else are they kept. */
      readonly unlogged?: boolean;
    }
  | {readonly type: 'query'; readonly query: TerminalQuery; readonly offset: LogCursor}
  /** The terminal's owner is out of reach. Its terminals live on; nothing is known of them meanwhile. */
  | {readonly type: 'unreachable'}
  /** It is there again, and all that has happened meanwhile was told before this. */
  | {readonly type: 'reachable'}
  | {readonly type: 'closed'; readonly exit: EventOf<'exit'> | null};

/** Where a terminal stands by its owner's own knowledge, whatever became of the log. */
export interface TerminalStanding {
  /** The next event's. */
  readonly seq: EventSeq;
  /** By the marks of the session's own shell. */
  readonly runsCommand: boolean;
}

/** The side of a terminal that programs read from. Only the write boundary holds one. */
export interface TerminalWriter {
  /**
   * Resolves when the bytes are accepted by the terminal, logged before. A signal character (^C, ^Z, ^\ alone) waits for nothing: it
   * passes what is pending and takes effect at once where the tty makes signals.
   */
  write(input: InputRequest, options?: {signal?: AbortSignal}): Promise<void>;
  /** Logs the command event, then delivers the line and submits it. What is pending goes first; an abort meanwhile leaves nothing behind. */
  submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void>;
  /**
   * Gives a nested shell marks of its own: types a line, and goes on only as it answers. Resolves before its first mark comes.
   * Errors: `not_supported` when nothing answers as a shell does, or one without a script of ours.
   */
  integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell>;
  /**
   * Asks the line editor of a shell that tells its line what stands there, with what it goes on from. Null when nobody answers within
   * two seconds, when its prompt has gone meanwhile, or when the line is too long to be told. Changes nothing on the line but that
   * fish expands an abbreviation at its end, as its Enter would.
   */
  askLine(request: LineQuestion, options?: {signal?: AbortSignal}): Promise<string | null>;
  /** Drops input that no program has taken yet; its writers are refused with `cancelled`. Resolves to the bytes dropped. */
  dropInput(): Promise<number>;
  /**
   * Signals the foreground process group; or the `program` in the foreground with all it has started, and never the shell; or the
   * whole session.
   */
  signal(
    signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGHUP' | 'SIGCONT',
    target: 'foreground' | 'program' | 'session',
  ): Promise<void>;
  /**
   * Writes to the program's side of the tty, as if a program had printed it: the bytes pass through the log like all
   * output. Used to undo modes that a killed full-screen program left behind. Also sets sane tty modes when asked.
   */
  repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void>;
  /**
   * Gives back the half-typed line that a submit put aside, where a shell of this family does not do so by itself. Call it at the next
   * prompt. A shell at a prompt that has lost its marks says them.
   */
  restoreLine(family: ShellFamily): Promise<void>;
}

/** What can be known of a terminal, and what changes nothing that a program reads. */
export interface TerminalView {
  readonly facts: TerminalFacts;
  /** When it was attached. */
  readonly standing: TerminalStanding;
  readonly log: SessionLogView;
  /** Armed before the call returns; notices are delivered in order, none is lost between `log` and the first one. */
  onNotice(listener: (notice: TerminalNotice) => void): Disposable;
  resize(cols: number, rows: number): Promise<void>;
  /** The new name is among the facts from now on, also for whoever adopts the terminal later. */
  rename(name: string): Promise<void>;
  /** Logs what was found out by evidence weaker than marks. */
  conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void>;
  /** Looks at tty modes and processes now. What they had printed by then is news before this resolves. */
  probe(): Promise<TtyProbe>;
  /**
   * Whether anything lives in this terminal beside its shell: jobs, stopped ones too, and what left the shell's care; not what the shell's
   * start-up files left running.
   */
  runsPrograms(): Promise<boolean>;
  /** Environment of the shell process, as the system shows it. */
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Ends the session: hang-up, then kill after a grace period. */
  close(): Promise<void>;
}

/** One terminal of a backend. */
export interface TerminalLink extends TerminalView, TerminalWriter, AsyncDisposable {}

export interface AdoptOptions {
  /** Terminals to pass over. */
  readonly isFollowed?: ((sessionId: SessionId) => boolean) | undefined;
  /** Told of terminals that are alive and could not be adopted. */
  readonly onRefused?: ((sessionId: SessionId, error: unknown) => void) | undefined;
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
  /** Terminals that are alive now, e.g. after our server was replaced. */
  adopt(options?: AdoptOptions): Promise<readonly TerminalLink[]>;
  /** A finished session's log and facts, by id; undefined when unknown. */
  recall(sessionId: SessionId): Promise<{facts: TerminalFacts; log: SessionLogView} | undefined>;
  /** Ids of every session whose log is still kept, living or finished. */
  known(): Promise<readonly SessionId[]>;
}
