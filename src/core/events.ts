/**
 * The closed union of things that happen in a session. The log stores exactly these, in order; everything else
 * (screens, command results, watches, recordings) is a projection of them. Readers pass over types they do not know;
 * writers never emit them.
 */
import type {CommandId, EventSeq, LogCursor, SessionId} from './ids.ts';
import type {SandboxFacts} from './sandbox.ts';

/**
 * Who caused an input: shown in audits, decides leases. `connection` tells two windows of one client apart, for as long as they
 * live; logs do not keep it.
 */
export type Actor =
  /** `tool` is what it calls just now, where that is known: what it may do depends on it. It is in no log. */
  | {
      readonly type: 'agent';
      readonly name: string;
      readonly via?: Door;
      readonly connection?: string;
      readonly tool?: string;
    }
  | {readonly type: 'person'; readonly name: string; readonly via?: Door; readonly connection?: string}
  /** Our emulator answering a terminal query on the program's behalf. */
  | {readonly type: 'emulator'}
  /** cotty itself, e.g. repairing modes after a killed full-screen program. */
  | {readonly type: 'cotty'};

/** By which door a writer has come. What vouches for one differs from door to door: see "Who is a person" in `docs/guide/security.md`. */
export type Door = 'commandLine' | 'attach' | 'mcp' | 'http' | 'library' | 'iterm2';

/** Which operation produced an input event. */
export type InputKind =
  | 'command'
  | 'keys'
  | 'text'
  | 'paste'
  | 'control'
  | 'mouse'
  | 'secret'
  | 'reply'
  | 'typed'
  | 'ask';

/** Semantic prompt marks (OSC 133, "FinalTerm"), in words: A, A;k=s, B, C, D. */
export type MarkKind = 'promptStart' | 'continuationStart' | 'inputStart' | 'outputStart' | 'commandEnd';

/** Terminal modes that matter without an emulator. */
export type TrackedMode =
  | 'alternateScreen'
  | 'bracketedPaste'
  | 'mouse'
  | 'mouseSgr'
  | 'applicationCursor'
  | 'applicationKeypad'
  | 'focusReporting'
  | 'synchronizedOutput'
  | 'kittyKeyboard'
  | 'modifyOtherKeys';

/** First event of every log. */
export interface OpenEvent {
  readonly type: 'open';
  readonly sessionId: SessionId;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
  /** Null where nobody can tell. */
  readonly pid: number | null;
  /** Device path of the program's side, e.g. `/dev/pts/4`; null where nobody can tell. */
  readonly tty: string | null;
  readonly name: string;
  readonly shellFamily: ShellFamily;
  readonly integration: IntegrationLevel;
  /** What it is confined to; absent where it is not. */
  readonly sandbox?: SandboxFacts | undefined;
}

/** Bytes the program wrote. `bytes` starts at the event's `offset` in the output stream. */
export interface OutputEvent {
  readonly type: 'output';
  readonly bytes: Uint8Array;
}

/** Bytes written towards the program. While the tty does not echo, only the length is kept: `bytes` is null. */
export interface InputEvent {
  readonly type: 'input';
  readonly by: Actor;
  readonly kind: InputKind;
  readonly bytes: Uint8Array | null;
  readonly byteLength: number;
  /** Of what is kept by its length alone: how many of its bytes may take a line, up to 255. Absent for none. */
  readonly lineEnds?: number;
  /**
   * Of a ^C: the session's own shell had the terminal just then, and no program of it. Of what else is typed for a POSIX shell: it waited for input, too.
   * Absent also where nobody can tell.
   */
  readonly atShell?: true;
  /** An agent's, over another connection than the line that runs, or ran last, was given over: whoever bears the same name there is another one. */
  readonly elsewhere?: true;
}

/**
 * What reads lines without marks of ours: a nested shell, a REPL, something on the far side of `ssh`, or the session's own shell
 * that has lost them. A line given to it is over when the same reads again as it did then.
 */
export interface LineReader {
  /** The process seen reading; on a far side the one that carries it; null when no process was seen. */
  readonly pid: number | null;
  /** Its short name. */
  readonly program: string;
  /** It runs on a far side, which no look at processes reaches. */
  readonly carried: boolean;
  /** The kernel collected lines for it; false with a line editor of its own. */
  readonly canonical: boolean;
  /** It had switched bracketed paste on, as line editors do at their prompt and undo when they have a line. */
  readonly bracketedPaste: boolean;
  /** The text that stood before the cursor, its prompt. */
  readonly prompt: string;
  /** The read call it was in (`ProcessFacts.readCall`); absent where nobody could tell. */
  readonly readCall?: string;
  /** What stood in front of the prompt and may be a new part of it; once another line has left the same there, the prompt begins with it. */
  readonly front?: string;
}

/** A command line handed to the shell by cotty. Written before its bytes are. */
export interface CommandEvent {
  readonly type: 'command';
  readonly commandId: CommandId;
  readonly commandLine: string;
  readonly by: Actor;
  /** Line feeds in the output stream before it; absent where the writer did not count. */
  readonly lines?: number;
  /** The shell was told the id: only marks that carry it are of this line. Absent where the line was typed, and marks tell by their order. */
  readonly named?: boolean;
  /** The shell was told to read the line from a file: only when it has does the mark of its end carry the id. */
  readonly sourced?: boolean;
  /** When it was given, a process that is no part of what the shell runs had the terminal as its output. Absent too where nobody can tell. */
  readonly beside?: boolean;
  /** Absent when it is our integrated shell, which says by marks what becomes of the line. */
  readonly reader?: LineReader;
}

export interface ResizeEvent {
  readonly type: 'resize';
  readonly cols: number;
  readonly rows: number;
}

/** Which of a shell's outputs are not the terminal. */
export type UnseenStreams = 'stdout' | 'stderr' | 'both';

/** A semantic prompt mark found in the output. The event's `offset` is where the mark's first byte stood. */
export interface MarkEvent {
  readonly type: 'mark';
  readonly kind: MarkKind;
  /** True when it carried a nonce of this session's. Unproved marks change nothing and are kept as evidence of forgery. */
  readonly proved: boolean;
  /** Whose it is: the number of a nested shell that was integrated; absent for the session's own shell. */
  readonly shell?: number;
  /** Prompt cycle number given by our shell integration; 0 when unproved. */
  readonly cycle: number;
  /** Byte length of the control sequence, so that the output region starts at `offset + length`. */
  readonly length: number;
  /** Line feeds in the output stream before this mark. */
  readonly lines: number;
  /** `commandEnd`: null when the shell did not say. `outputStart`: not null when the shell refused the line (its syntax). */
  readonly exitStatus: number | null;
  /** `outputStart` only: the line the shell is about to run, when the shell told us. */
  readonly commandLine: string | null;
  /** Working directory, when the mark told it. */
  readonly cwd: string | null;
  /** The delivered command that begins, goes on below or ends; absent for a typed line, and in marks of prompts. */
  readonly commandId?: CommandId;
  /** `commandEnd` only: the shell could say it only after others had printed something, its prompt perhaps. */
  readonly late?: boolean;
  /** How many milliseconds before this event its bytes were logged, where it was believed only then: somebody else had the terminal meanwhile. */
  readonly heldMs?: number;
  /** `commandEnd` only: the line was taken, and another was run in its place. */
  readonly dropped?: boolean;
  /** `commandEnd` only: that the line began could not be said, since ^C met the shell's hooks; it ran from its beginning on all the same. */
  readonly unsaid?: boolean;
  /** `commandEnd` of a line of a block: the prompt, which is not shown there, ran commands, and what they print to stderr stands here. */
  readonly aside?: boolean;
  /** `commandEnd` only: the line began a job that was stopped instead (^Z, SIGSTOP), and waits for `fg` or `bg`. */
  readonly stopped?: boolean;
  /** `commandEnd` only: how many bytes right before the mark our shell integration has printed, as one line (`set -v` shows its hook). */
  readonly ownBytes?: number;
  /** `commandEnd` only: what the shell prints to these goes elsewhere than to the terminal (`exec >file`). */
  readonly unseen?: UnseenStreams;
  /** `commandEnd` and `outputStart`: lines of the block before this one ran nothing, and how many of them were wrong nobody can tell. */
  readonly uncounted?: boolean;
  /** `inputStart` only: text stands on the line already, e.g. a half-typed one that was put aside for a command. */
  readonly filled?: boolean;
  /** `inputStart` only: the prompt is drawn again, for a question of ours, and the line on it is the same as before (fish). */
  readonly redrawn?: boolean;
  /** `inputStart` only: whether a line editor is on that takes command lines by our private key; absent where the shell does not say. */
  readonly takesKey?: boolean;
  /** `inputStart` only: by that key the line editor also tells what stands on its line. */
  readonly tellsLine?: boolean;
  /** `inputStart` only: the key is taken behind an ESC as well, which gets the line editor out of a question. */
  readonly takesEscape?: boolean;
  /** `inputStart` only: that key, and our others, have the form `CSI u`, the only one that fish 4 knows; absent in shells of an older version. */
  readonly csiU?: boolean;
  /** `inputStart` only: how many background jobs the shell has; absent when none, or when it does not say. */
  readonly jobs?: number;
}

/** A shell inside of the session's own, on this machine or another, that says marks by a nonce of its own. */
export interface NestedShell {
  /** Counts from 1 in each session; its marks carry it. */
  readonly shell: number;
  readonly family: ShellFamily;
  /** It takes command lines by our private key; else they are typed. */
  readonly takesKey: boolean;
  /** Null on a far side, where no process can be seen. */
  readonly pid: number | null;
}

/** A nested shell was given marks on request; the first of them follow. */
export interface NestedShellEvent extends NestedShell {
  readonly type: 'nestedShell';
}

/** A tracked terminal mode was set or reset by the program. */
export interface ModeEvent {
  readonly type: 'mode';
  readonly mode: TrackedMode;
  /** 0 is reset; otherwise set. For mouse the DECSET number, for keyboard protocols the flags or level. */
  readonly value: number;
  /** Of a mode that changed too often for each change to be kept: stream offset of the first one after which nothing was told. */
  readonly since?: LogCursor;
}

/** OSC 0/2. */
export interface TitleEvent {
  readonly type: 'title';
  readonly title: string;
}

/** `OSC 1337;Custom=id=KEY:event:data` with this session's event key. */
export interface CustomEvent {
  readonly type: 'custom';
  readonly event: string;
  readonly data: string;
}

/**
 * Control sequences came faster than each is kept. Of titles and modes the last ones stand before this event; the others, and what
 * else was passed over from `from` on, is counted here. Proved marks are never among them.
 */
export interface OmissionEvent {
  readonly type: 'omission';
  /** Stream offset of the first of them. */
  readonly from: LogCursor;
  readonly titles: number;
  readonly modes: number;
  /** Marks without a proof. */
  readonly marks: number;
  readonly customs: number;
  /** Questions to the terminal, which were not answered. */
  readonly queries: number;
}

/**
 * Retention dropped the stream before `to`, or a writer was not connected: then `to` is `from` where nobody can tell how much was printed
 * meanwhile, and whatever was known of shells, commands and modes may be otherwise.
 */
export interface GapEvent {
  readonly type: 'gap';
  readonly from: LogCursor;
  readonly to: LogCursor;
  readonly reason: 'retention' | 'disconnected' | 'damaged' | 'disk_full';
}

/**
 * A channel beside the terminal said that a delivered command is over, e.g. `tmux wait-for`. Only who has given the command its id
 * can have been told it.
 */
export interface SignalEvent {
  readonly type: 'signal';
  readonly commandId: CommandId;
  /** Null when the channel does not carry it. */
  readonly exitStatus: number | null;
  /** Line feeds in the output stream before it. */
  readonly lines: number;
}

/** The terminal's own prompt monitor said where its shell stands (iTerm2: PromptNotification). */
export interface PromptEvent {
  readonly type: 'prompt';
  readonly kind: 'prompt' | 'commandStart' | 'commandEnd';
  /** Of the prompt, given by the terminal; the command that is typed there has the same. */
  readonly promptId: string;
  /** `commandEnd` only; null when the monitor does not say. */
  readonly exitStatus: number | null;
  /** `commandStart` only; null when the monitor does not say. */
  readonly commandLine: string | null;
  /** Working directory; null when the monitor does not say. */
  readonly cwd: string | null;
  /** Line feeds in the output stream before it. */
  readonly lines: number;
}

/** The session's program ended. Last event of a log that ended in order. */
export interface ExitEvent {
  readonly type: 'exit';
  readonly exitStatus: number | null;
  /** E.g. `SIGKILL`, when a signal ended it. */
  readonly signal: string | null;
  /** Line feeds in the whole output stream; absent where the writer did not count. */
  readonly lines?: number;
}

/**
 * What cotty found out by evidence weaker than marks: a command is over, or a shell is at a prompt without marks. Logged, so that
 * whoever reads the log later knows what was answered then.
 */
export interface VerdictEvent {
  readonly type: 'verdict';
  /** The command that is over; null when only the prompt was found. */
  readonly commandId: CommandId | null;
  readonly via: 'signal' | 'prompt' | 'foreground';
  /** The line came back to the prompt and nothing had run. */
  readonly neverRan: boolean;
  /** The shell reads lines and has lost the hooks that say our marks: what it may still say of them tells nothing any more. */
  readonly unhooked?: true;
  /** The terminal has refused to type the line: that it did not run says nothing of the shell. */
  readonly refused?: true;
  /** Nobody heard the shell since the line was given to it: whether it has taken it is not known. */
  readonly unheard?: true;
  /** The shell itself was asked, and has said so. */
  readonly told?: true;
  /** End of the command's output, as known when it was found out. */
  readonly outputEnd: LogCursor;
  /** Line feeds in the output stream before `outputEnd`. */
  readonly lines: number;
  /** Log time at which the command ended, as near as one can tell. */
  readonly endedAtMs: number;
}

export type SessionEventBody =
  | OpenEvent
  | OutputEvent
  | InputEvent
  | CommandEvent
  | ResizeEvent
  | MarkEvent
  | NestedShellEvent
  | ModeEvent
  | TitleEvent
  | CustomEvent
  | OmissionEvent
  | GapEvent
  | VerdictEvent
  | SignalEvent
  | PromptEvent
  | ExitEvent;

/** What the log adds to every event when it is appended. */
export interface EventStamp {
  readonly seq: EventSeq;
  /** Milliseconds since the session's log began, from a monotonic clock; fractions are microseconds. */
  readonly atMs: number;
  /** Milliseconds since the Unix epoch by the wall clock. */
  readonly wallMs: number;
  /** Output stream offset before this event's own bytes. */
  readonly offset: LogCursor;
}

export type SessionEvent = SessionEventBody & EventStamp;
export type SessionEventType = SessionEventBody['type'];
export type EventOf<T extends SessionEventType> = Extract<SessionEventBody, {type: T}> & EventStamp;

/** Which line editor and hook system the session's shell has. */
export type ShellFamily = 'bash' | 'zsh' | 'fish' | 'posix' | 'other';

/**
 * `full`: marks for start and end of every command. `graded`: an end mark with the prompt only (POSIX sh).
 * `none`: no marks; completion falls back to weaker evidence.
 */
export type IntegrationLevel = 'full' | 'graded' | 'none';
