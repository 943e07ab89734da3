import type {
  CommandRequest,
  InputRequest,
  IntegrationRequest,
  LineQuestion,
  LogCursor,
  NestedShell,
  OpenOptions,
  SessionId,
  TerminalFacts,
  TerminalNotice,
  TerminalWriter,
  VerdictEvent,
} from '../../../core/index.ts';
import type {LogPosition, TerminalModes} from '../../recording/journal-position.ts';
import type {SeenTty} from '../../system/probe-tty.ts';

/** Owner of the PTYs, in this process or behind a socket. Sessions end only when their program does or `close` is called. */
export interface HostApi extends AsyncDisposable {
  /** It has died: another one takes its place, and its sessions have ended. */
  readonly isGone: boolean;
  /** Starts a program on a new PTY. Errors: `invalid_argument`, `shell_missing`, `spawn_failed`, `pty_exhausted`, `home_unwritable`. */
  open(options: OpenOptions, listener: HostListener, context?: {signal?: AbortSignal}): Promise<HostAttachment>;
  /** Listens to a living session: notices follow exactly from the returned position. Error: `unknown_session`, `session_closed`. */
  attach(sessionId: SessionId, listener: HostListener, options?: AttachOptions): Promise<HostAttachment>;
  /** Living sessions. */
  list(): Promise<readonly HostSessionState[]>;
  write(sessionId: SessionId, input: InputRequest, options?: {signal?: AbortSignal}): Promise<void>;
  submit(sessionId: SessionId, command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void>;
  /** Errors: `not_supported`, `session_closed`. */
  integrate(sessionId: SessionId, request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell>;
  askLine(sessionId: SessionId, question: LineQuestion, options?: {signal?: AbortSignal}): Promise<string | null>;
  conclude(sessionId: SessionId, verdict: Omit<VerdictEvent, 'type'>): Promise<void>;
  /** Bytes that no program had taken. */
  dropInput(sessionId: SessionId): Promise<number>;
  resize(sessionId: SessionId, cols: number, rows: number): Promise<void>;
  rename(sessionId: SessionId, name: string): Promise<void>;
  /** False when nobody was there to get it. */
  signal(sessionId: SessionId, signal: SignalName, target: SignalTarget): Promise<boolean>;
  repair(sessionId: SessionId, bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void>;
  probe(sessionId: SessionId): Promise<HostProbe>;
  environment(sessionId: SessionId): Promise<Readonly<Record<string, string>>>;
  close(sessionId: SessionId): Promise<void>;
}

export interface AttachOptions {
  /** Questions asked a short while ago behind this place in the output are told again: the listener has heard those before it. */
  readonly questionsAfter?: LogCursor | undefined;
  /** All that nobody has answered are told, as late ones: who has answered until now is gone. */
  readonly openQuestions?: boolean | undefined;
}

/** News of a terminal, or of the way by which they come. */
export type HostNotice =
  | TerminalNotice
  /** The host is out of reach; what happens meanwhile is in the log. */
  | {readonly type: 'interrupted'}
  /** It is there again: notices follow exactly from the position told here. */
  | {readonly type: 'resumed'; readonly state: HostSessionState};

export type HostListener = (notice: HostNotice) => void;
export type SignalName = Parameters<TerminalWriter['signal']>[0];
export type SignalTarget = Parameters<TerminalWriter['signal']>[1];

/** What the host adds to a probe. */
export interface HostProbe extends SeenTty {
  /** Input accepted but not yet taken by the kernel, because the program does not read. */
  readonly pendingInputBytes: number;
}

/** Of a PTY these are always known. */
export interface PtyFacts extends TerminalFacts {
  readonly pid: number;
  readonly tty: string;
}

export interface HostSessionState {
  readonly facts: PtyFacts;
  readonly position: LogPosition;
  readonly modes: TerminalModes;
  readonly runsCommand: boolean;
  /** Hosts of before do not tell. */
  readonly readsLine?: boolean | undefined;
}

export interface HostAttachment extends Disposable {
  readonly state: HostSessionState;
}
