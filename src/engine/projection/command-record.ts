import type {
  Actor,
  CommandId,
  LineReader,
  LogCursor,
  OmissionEvent,
  TrackedMode,
  UnseenStreams,
} from '../../core/index.ts';

/** How a command ended, by the log. */
export interface Ending {
  readonly outputEnd: LogCursor;
  /** Line feeds in the stream before `outputEnd`. */
  readonly lines: number;
  readonly exitStatus: number | null;
  readonly via: CompletionEvidence | null;
  readonly atMs: number;
}

/** One run of a command line, as the tracker knows it. Mutable only inside the tracker. */
export interface CommandRecord {
  readonly commandId: CommandId;
  /** Null for a line typed by a person in a shell that does not tell it. */
  commandLine: string | null;
  readonly by: Actor;
  /** Log time (ms) when the line was handed to the shell. */
  readonly submittedAtMs: number;
  /** Wall time of the same moment, for durations of commands still running. */
  readonly submittedWallMs: number;
  /** Output offset at that moment. */
  readonly submittedAt: LogCursor;
  readonly submittedLines: number;
  /** The shell was told its id: only marks that name it are its own. */
  readonly named: boolean;
  /** The shell was told to read it from a file: unless the mark of its end names it, the file was not read. */
  readonly sourced: boolean;
  /** Submitted to something other than our integrated prompt: no marks will come for it. */
  readonly nested: boolean;
  /** What took the line, where that was not our integrated prompt; null too in logs that do not tell. */
  readonly reader: LineReader | null;
  /** Nobody else had typed, or did on its way, on the line that it was given to. */
  undisturbed: boolean;
  /** The shell has said since that it is at a new prompt, and nothing ran. */
  answered: boolean;
  /** The shell has let go of a line and says no marks any more: it may have run, or another in its place. */
  mayHaveRun: boolean;
  /** Several lines in one block: done only when the prompt is drawn again. */
  readonly multiline: boolean;
  phase: 'submitted' | 'running' | 'betweenLines' | 'ended';
  startedAtMs: number | null;
  /** Where the line editor let go of the line (it switches bracketed paste off); null when it said nothing. */
  acceptedAt: LogCursor | null;
  /** Where the line editor began to read again, though the shell has not said that the line is over. */
  readsAgainAt?: LogCursor | undefined;
  /** The shell asked for the rest of the line: it is unfinished. */
  goesOn: boolean;
  /** The shell refused the line: its syntax was wrong. What it said of that is the output. */
  refused: boolean;
  /** Where the output region begins; null until the shell says so. */
  outputStart: LogCursor | null;
  startLines: number;
  outputEnd: LogCursor | null;
  endLines: number;
  endedAtMs: number | null;
  exitStatus: number | null;
  /** How it ended. */
  via: CompletionEvidence | null;
  /** The prompt it was typed at, by the terminal's own monitor; null where there is none. */
  promptId: string | null;
  /** What others have said of its end, while its own end mark is waited for. */
  outside: Ending | null;
  /** A ^C was sent while it ran. */
  interruptSent: boolean;
  /** It was sent before the command was known to have begun, or while its shell had the terminal itself: between two commands of the line. */
  interruptMetShell: boolean;
  /** A ^C, ^Z or ^\ was sent while it ran, or on its way. */
  signalSent: boolean;
  /** The last thing typed into it was ^Z. */
  suspendSent: boolean;
  /** What it began was stopped and waits as a job, by the shell's own word. */
  stopped: boolean;
  /** Results of the single lines of a block, in order. */
  readonly lines: LineRecord[];
  /** It was one of several lines that were typed together, and the shell went on to the next one without a prompt (bash). */
  isFollowed: boolean;
  /** That one, once it has begun. */
  followedBy: CommandId | null;
  /** Between lines of the block the prompt ran commands: what those print to stderr is in the output. */
  hasAsides: boolean;
  /** Some lines of the block ran nothing, and nobody can tell which results are whose. */
  uncounted: boolean;
  /** What it prints there goes elsewhere than to the terminal, by the shell's own word. */
  unseen: UnseenStreams | null;
  /** Marks without our nonce were seen in its output. */
  forgedMarks: number;
  /** Custom events it raised faster than they are kept. */
  droppedEvents: number;
  /** Questions to the terminal that it asked faster than they are answered. */
  unansweredQueries: number;
  /** The shell had background jobs, another process its terminal, something printed at the prompt before it, or a person typed while it ran: their bytes may be mixed in. */
  mixedOutput: boolean;
  /** Several had typed lines that the shell had not read, and this is one of them: whose, is not certain. */
  readonly mayBeAnothers?: boolean;
  /** The shell that it was given to says where outputs begin. Absent in what an earlier version has kept. */
  readonly saysStarts?: boolean;
  /** For a time nobody heard what it printed, and how much that was is not known. */
  wasUnheard: boolean;
  /** The shell itself ended during this command; before it began the line, where the command is `lost`. */
  shellExited: boolean;
  /** Terminal modes that were on already when it began. */
  modesBefore: ReadonlySet<TrackedMode>;
  /** How many prompts its shell had come to behind the command before. Absent in what an earlier version has kept. */
  readonly promptsBefore?: number;
  /** Terminal modes (and `characterSet`, `cursor`, …) it left on that were switched off for it. */
  repaired: readonly string[];
  /** The terminal was lost without an exit status, or the line on its way to the shell. */
  lost: boolean;
}

/** One line of a block. */
export interface LineRecord {
  exitStatus: number | null;
  readonly outputStart: LogCursor;
  outputEnd: LogCursor;
  /** Line feeds in the output stream before its start mark. */
  readonly startLines: number;
}

export type CompletionEvidence = 'mark' | 'signal' | 'exit' | 'prompt' | 'foreground' | 'until' | 'idle';

export type CommandState =
  | 'completed'
  | 'running'
  | 'awaiting_input'
  | 'secret_wanted'
  | 'tui'
  | 'interrupted'
  | 'shell_exited'
  | 'lost'
  | 'denied'
  | 'needs_confirmation'
  | 'needs_approval';

/** The shell was told the id of this line, and has not said that it begins, nor that nothing ran. */
export function isUntaken({named, phase}: Pick<CommandRecord, 'named' | 'phase'>): boolean {
  return named && phase === 'submitted';
}

/** Its end mark came without a start mark: tmux and others empty the tty's output buffer as they start, read or not. */
export function startUnseen(record: CommandRecord): void {
  record.outputStart = record.acceptedAt ?? record.submittedAt;
  record.startedAtMs = record.submittedAtMs;
}

/**
 * What ran it has ended: a nested shell, a REPL, `ssh`. The exit status is that one's, and says nothing of a line inside; what was
 * under way on a far side when the connection broke may go on there.
 */
export function endWithCarrier(record: CommandRecord, carrier: CommandRecord, isFar: boolean): void {
  record.outputEnd = carrier.outputEnd;
  record.endLines = carrier.endLines;
  record.exitStatus = null;
  record.endedAtMs = carrier.endedAtMs;
  record.via = 'exit';
  record.phase = 'ended';
  if (isFar && carrier.exitStatus !== null && BROKEN.has(carrier.exitStatus)) record.lost = true;
  else record.shellExited = true;
}

/** What `ssh` says of a connection that broke, and a shell of what was killed by HUP, INT, KILL, PIPE or TERM. */
const BROKEN: ReadonlySet<number> = new Set([255, 129, 130, 137, 141, 143]);

/** Its output, if it is one's at all, holds a mark without our nonce. */
export function countForged(record: CommandRecord | null, marks = 1): void {
  if (record) record.forgedMarks += marks;
}

/** What came too fast to be kept one by one. */
export function countOmitted(record: CommandRecord | null, {marks, customs, queries}: OmissionEvent): void {
  countForged(record, marks);
  if (!record) return;
  record.droppedEvents += customs;
  record.unansweredQueries += queries;
}

/**
 * It was stopped, and the prompt came back; the job goes on with `fg` or `bg`. The shell says so, or its status does: 128 + SIGTSTP after ^Z.
 */
export function isSuspended(record: CommandRecord): boolean {
  if (record.phase !== 'ended') return false;
  return record.stopped || (record.suspendSent && isStopStatus(record.exitStatus));
}

/** 128 + SIGTSTP. */
export function isStopStatus(exitStatus: number | null): boolean {
  return exitStatus !== null && SUSPENDED.has(exitStatus);
}

/** SIGTSTP is 20 on Linux and 18 on macOS. */
const SUSPENDED: ReadonlySet<number> = new Set([148, 146]);

/** State of a command that has ended, from what the log says of it. */
export function endState(record: CommandRecord): CommandState {
  if (record.lost) return 'lost';
  if (record.shellExited) return 'shell_exited';
  const mayNotHaveRun = (record.startedAtMs === null || record.interruptMetShell) && record.exitStatus === null;
  return record.interruptSent && (record.exitStatus === 130 || mayNotHaveRun) ? 'interrupted' : 'completed';
}
