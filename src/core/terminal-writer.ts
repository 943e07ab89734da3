/** What goes towards a program, and the side of a terminal that takes it. */
import type {Actor, InputKind, LineReader, NestedShell, ShellFamily} from './events.ts';
import type {CommandId, LogCursor} from './ids.ts';

/** Bytes towards the program. Only the engine's write boundary makes these. */
export interface InputRequest {
  readonly by: Actor;
  readonly kind: InputKind;
  readonly bytes: Uint8Array;
  /**
   * Of a `reply`: where the question stands in the output. Typed only as long as who has asked may still read it. One without bytes says that
   * the question is not answered.
   */
  readonly question?: LogCursor;
  /** Of a `reply` that is late: not typed when the output has gone beyond this place, or the question was answered by now. */
  readonly answersUpTo?: LogCursor;
  /** Of what may be sent again by the next server: what was taken of the stream before is not taken twice. */
  readonly typedAt?: TypedAt | undefined;
  /** As the log's event of it says. */
  readonly elsewhere?: boolean;
}

/** A place in all that one terminal types at a session, over however many connections. */
export interface TypedAt {
  /** The same on each connection, and of no other terminal. */
  readonly stream: string;
  /** Bytes of the stream before this place. */
  readonly offset: number;
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
  /** It takes that key behind an ESC as well, which gets it out of a question, or out of vi's replace mode. */
  readonly takesEscape?: boolean | undefined;
  /** Its private keys have the form `CSI u`. */
  readonly csiU?: boolean | undefined;
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
  /** As of a command's. */
  readonly takesEscape?: boolean | undefined;
  /** As of a command's. */
  readonly csiU?: boolean | undefined;
}

/** What a line editor says when it is asked. */
export interface LineAnswer {
  /** What stands on its line, with what it goes on from; null where it cannot tell. */
  readonly line: string | null;
  /** The id of the delivered line that the shell took last, empty where it took none. Absent where it does not say so. */
  readonly took?: string;
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

/** What puts bytes and signals into a terminal. Outside of its backend only the write gate holds one: others have it sealed. */
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
   * Asks the line editor of a shell that tells its line what stands there. Null when nobody answers within two seconds, and when its prompt
   * has gone meanwhile. Changes nothing on the line but that fish expands an abbreviation at its end, as its Enter would.
   */
  askLine(request: LineQuestion, options?: {signal?: AbortSignal}): Promise<LineAnswer | null>;
  /** Drops input that no program has taken yet; its writers are refused with `cancelled`. Resolves to the bytes dropped. */
  dropInput(): Promise<number>;
  /**
   * Signals the foreground process group; or the `program` in the foreground with all it has started, and never the shell; or the
   * whole session. False when nobody was there to get it, as while the shell itself has the terminal.
   */
  signal(
    signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGHUP' | 'SIGCONT',
    target: 'foreground' | 'program' | 'session',
  ): Promise<boolean>;
  /**
   * Writes to the program's side of the tty, as if a program had printed it: the bytes pass through the log like all
   * output. Used to undo modes that a killed full-screen program left behind. Also sets sane tty modes when asked.
   */
  repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void>;
  /**
   * Asks a shell that reads where it stands, by a private key, and has bash give back the half-typed line that a submit put aside (the
   * others do so by themselves). At a prompt that has lost its marks it says them; inside of a command that reads with the line editor it
   * says once more that this runs; and a shell without our hooks says nothing.
   */
  restoreLine(shell: LineQuestion): Promise<void>;
  /** Ends the session: hang-up, then kill after a grace period. One that was adopted is released instead. */
  close(options?: {readonly editor?: LineQuestion | null}): Promise<void>;
  /**
   * Takes cotty's hands off a terminal that was adopted, which goes on as it was before; what cotty had put into its shell is undone as
   * far as it can be: where `editor` is the shell that is at its prompt. The session ends here. Errors: `not_supported` where the terminal is cotty's own.
   */
  release(options?: {readonly editor?: LineQuestion | null}): Promise<void>;
}
