/** What can be known of a terminal. */
import type {EventOf, IntegrationLevel, SessionEvent, ShellFamily, VerdictEvent} from './events.ts';
import type {EventSeq, LogCursor, SessionId} from './ids.ts';
import type {PaneState} from './pane-state.ts';
import type {PersonQuestion} from './person-question.ts';
import type {TtyProbe} from './process.ts';
import type {SandboxFacts} from './sandbox.ts';
import type {SealedWriter} from './sealed-writer.ts';
import type {SessionLogView} from './session-log-view.ts';
import type {TerminalCapabilities} from './terminal-capabilities.ts';
import type {TerminalQuery} from './terminal-query.ts';

/** In the order in which new sessions are opened on them, where the caller is in one. */
export const backendKinds = ['iterm2', 'tmux', 'pty'] as const;

export type BackendKind = (typeof backendKinds)[number];

export interface TerminalFacts {
  readonly sessionId: SessionId;
  readonly backend: BackendKind;
  readonly name: string;
  readonly argv: readonly string[];
  /** The program it was opened with; null where nobody can tell. */
  readonly pid: number | null;
  /** Device path of the program's side, e.g. `/dev/pts/4`; null where nobody can tell. */
  readonly tty: string | null;
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly shellFamily: ShellFamily;
  readonly integration: IntegrationLevel;
  /** Absent where it is not confined. */
  readonly sandbox?: SandboxFacts | undefined;
  readonly alive: boolean;
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
  | {
      readonly type: 'query';
      readonly query: TerminalQuery;
      readonly offset: LogCursor;
      /** Asked while nobody was there to answer. */
      readonly isLate?: boolean;
    }
  /** A person types at the terminal itself, past cotty; told again as they go on. `person` is what the terminal calls them. */
  | {readonly type: 'typing'; readonly person: string}
  /** The terminal's owner is out of reach. Its terminals live on; nothing is known of them meanwhile. */
  | {readonly type: 'unreachable'}
  /** It is there again, and all that has happened meanwhile was told before this. */
  | {readonly type: 'reachable'}
  | {readonly type: 'closed'; readonly exit: EventOf<'exit'> | null};

/** Where a terminal stands by its owner's own knowledge, whatever became of the log. */
export interface TerminalStanding {
  /** The next event's. */
  readonly seq: EventSeq;
  /** Line feeds in the output stream so far: of those behind the last event the log itself keeps no count. */
  readonly lines: number;
  /** By the marks of the session's own shell. */
  readonly runsCommand: boolean;
  /** By them it reads its next line; false while it reads its user's files, or runs the hooks of its prompt. Undefined: its owner does not tell. */
  readonly readsLine?: boolean | undefined;
}

/** What can be known of a terminal, and what puts neither bytes nor signals into it: of its size a program learns all the same. */
export interface TerminalView {
  readonly facts: TerminalFacts;
  /** The same for as long as it is attached. */
  readonly capabilities: TerminalCapabilities;
  /** When it was attached. */
  readonly standing: TerminalStanding;
  readonly log: SessionLogView;
  /** By what weaker way than its backend's own it is reached, in words for every reply about it; absent where it is the backend's own. */
  readonly fallback?: string | undefined;
  /** Armed before the call returns; notices are delivered in order, none is lost between `log` and the first one. */
  onNotice(listener: (notice: TerminalNotice) => void): Disposable;
  /** Errors: `not_supported` where its size is not ours to set. */
  resize(cols: number, rows: number): Promise<void>;
  /** The new name is among the facts from now on, also for whoever adopts the terminal later. */
  rename(name: string): Promise<void>;
  /** Logs what was found out by evidence weaker than marks. */
  conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void>;
  /**
   * Looks at tty modes and processes now. What they had printed by then is news before this resolves. Null where nothing can be looked
   * at, as on a terminal of another machine.
   */
  probe(): Promise<TtyProbe | null>;
  /**
   * Whether anything lives in this terminal beside its shell: jobs, stopped ones too, and what left the shell's care; not what the shell's
   * start-up files left running. Null where nobody can tell.
   */
  runsPrograms(): Promise<boolean | null>;
  /** Environment of the shell process, as the system shows it; null where nobody can tell. */
  environment(): Promise<Readonly<Record<string, string>> | null>;
  /** Shows beside it what goes on in it; null takes that away. Absent where no person has asked for it. */
  readonly show?: ((state: PaneState | null) => Promise<void>) | undefined;
  /**
   * Has the application that holds the terminal ask whoever sits at it, and resolves to the place of the button that was pressed; null where
   * none was in time. Absent where no person has asked for it.
   */
  readonly askPerson?: ((question: PersonQuestion) => Promise<number | null>) | undefined;
}

/** One terminal of a backend, as that gives it away. */
export interface TerminalLink extends TerminalView, AsyncDisposable {
  readonly writer: SealedWriter;
}
