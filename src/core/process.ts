/** What the operating system says about a session's tty at one instant. Evidence, never kept. */

export interface TtyMode {
  /** ICANON: the kernel collects lines. */
  readonly canonical: boolean;
  /** ECHO: the kernel echoes input. */
  readonly echo: boolean;
  /** ISIG: ^C and ^Z make signals. */
  readonly signals: boolean;
  /** ICRNL: Enter, a carriage return, reaches the program as a line feed. */
  readonly enterIsLineFeed: boolean;
  /** INLCR: a line feed reaches the program as a carriage return. */
  readonly lineFeedIsEnter?: true;
}

/** What a process is blocked on, as far as the system tells. */
export type BlockedOn =
  /** In a read on this session's tty. */
  | 'tty_read'
  /** In poll/select/epoll while holding this tty as its input: an event loop that may be waiting for keys. */
  | 'tty_poll'
  /** Sleeping on something else (a timer, a socket, a child, a disk). */
  | 'other'
  /** Running or runnable. */
  | 'nothing'
  /** The system does not tell. */
  | 'unknown';

export interface ProcessFacts {
  readonly pid: number;
  /** Executable's short name, e.g. `python3`. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly blockedOn: BlockedOn;
  /** Stopped by job control (^Z). */
  readonly stopped: boolean;
  /**
   * The read call that its main thread sleeps in: descriptor, buffer and length, as the system tells them, and behind `@` what changes when the
   * process becomes another program, or the same one anew (exec). A shell reads at its prompt by the same call every time, and by another one
   * for its `read`. Absent where it is in none, or nobody can tell.
   */
  readonly readCall?: string;
  /**
   * Where its main thread's stack stands while it waits for input, by what kind of call, and behind `@` as for `readCall`: the same whenever the same
   * part of the program waits. Absent where it does not wait so, or nobody can tell.
   */
  readonly waitsAt?: string;
  /** How often its threads have gone to sleep; unchanged while they all sleep on. Null when the system does not tell. */
  readonly wakeUps: number | null;
  /** It is a copy of its parent and has become no program of its own, as subshells are; absent where nobody can tell, or has looked. */
  readonly isCopy?: boolean;
  /**
   * Changes when the process becomes another program, or the same one anew (exec), where the system chooses addresses at random; absent where nobody
   * can tell.
   */
  readonly exec?: string;
  /** It reads the terminal and holds the manager's side of another one, as programs do that carry a session in it; absent where nobody can tell. */
  readonly holdsTerminal?: boolean;
}

/** What a backend could find out. Whatever it cannot tell is null; a probe that can tell nothing at all is null itself. */
export interface TtyProbe {
  readonly mode: TtyMode | null;
  readonly shellPid: number | null;
  /** The shell process now; its argv differs from the opening argv after `exec`. */
  readonly shell: ProcessFacts | null;
  /** Process group in the foreground. */
  readonly foregroundProcessGroup: number | null;
  /** True when the foreground group is the shell's own. */
  readonly shellInForeground: boolean | null;
  /** Processes of the foreground group; empty when it has none any more. */
  readonly foreground: readonly ProcessFacts[] | null;
  /** Working directory of the shell. */
  readonly cwd: string | null;
  /** Input that waits for whoever reads next, in the kernel or for its room, in bytes; of a line that is not finished yet, nothing. */
  readonly unreadBytes: number | null;
  /** There is such a line: what was typed last, while the kernel collected lines, ends none. Absent where there is none, or nobody can tell. */
  readonly holdsLine?: true;
}
