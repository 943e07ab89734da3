/**
 * What a terminal can do and tell. It is asked before anything is promised; whoever calls what is not there gets `not_supported`,
 * and what cannot be told is null wherever it would stand.
 */
export interface TerminalCapabilities {
  /** Its size can be set. */
  readonly resize: boolean;
  /** Signals can be sent to what runs on it. */
  readonly signal: boolean;
  /** Its programs can be ended with it. */
  readonly close: boolean;
  /** It can be let go of, and goes on as it was before it was adopted. */
  readonly release: boolean;
  /** It goes on when the server ends. */
  readonly outlivesServer: boolean;
  /** Input that says where it stands in a stream (`typedAt`) is taken once, whichever server sends it how often. */
  readonly takesOnce: boolean;
  /** Tells what runs in its foreground, and what that waits for. */
  readonly processes: boolean;
  /** Tells the modes of its tty: whether it echoes, whether the kernel collects lines. */
  readonly ttyModes: boolean;
  /** Tells the environment of its shell. */
  readonly environment: boolean;
  /** Input that no program has taken can be taken back. */
  readonly dropInput: boolean;
  /** Bytes can be written to the program's side, as if a program had printed them. */
  readonly repair: boolean;
  /** It hears of prompts and of the ends of commands from a monitor of its own, by events `prompt`. */
  readonly promptMonitor: boolean;
}
