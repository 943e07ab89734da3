/**
 * The one door: every byte towards a program, every signal and every act on a terminal's input goes through here. No other file of
 * the engine has the terminal's writing side (`script/rooms.ts` checks it). It orders the writers, knows what submits a line, has
 * such lines judged, and names who did it.
 */
import type {
  Actor,
  Clock,
  CommandRequest,
  InputKind,
  IntegrationRequest,
  LineQuestion,
  LogCursor,
  NestedShell,
  ShellFamily,
  TerminalWriter,
} from '../../core/index.ts';
import {InputLease, withoutConnection} from './input-lease.ts';
import {type ComposedLine, passAll, type WriteJudge} from './judge-write.ts';
import {endsLine, isAnswered, lineEffect, splitAtEnters, type TypedLine} from './line-effect.ts';

export interface WriteGateOptions {
  readonly writer: TerminalWriter;
  readonly clock: Clock;
  /** Throws when nothing can be written any more. */
  readonly requireOpen: () => void;
  /** A program runs that was not started by the writer's line: what is typed is for it. */
  readonly isForProgram: () => boolean;
  /** The shell whose line editor can be asked for its line now; null when none can. */
  readonly editor: () => LineQuestion | null;
  readonly judge?: WriteJudge | undefined;
}

export interface WriteOptions {
  readonly kind: InputKind;
  /** Keeps the line also behind an Enter, e.g. between a paste and the Enter that belongs to it. */
  readonly holds?: boolean;
  /** Awaited when the line is this writer's, while nobody else types: what the one before has typed may still be on its way. */
  readonly ready?: () => Promise<void>;
  /** Called when the line is this writer's, right before the bytes go. May throw. */
  readonly onTurn?: () => void;
  readonly signal?: AbortSignal | undefined;
}

export class WriteGate {
  readonly lease: InputLease;
  /** Local monotonic time at which the newest input was taken: a program needs a moment to act on it. */
  lastInputMs = 0;
  /** How often somebody has typed Enter, or a character that makes a signal; commands not counted. */
  typedLines = 0;
  readonly #options: WriteGateOptions;
  readonly #writer: TerminalWriter;
  readonly #judge: WriteJudge;
  #revision = 0;

  constructor(options: WriteGateOptions) {
    this.#options = options;
    this.#writer = options.writer;
    this.#judge = options.judge ?? passAll;
    this.lease = new InputLease(options.clock);
  }

  /**
   * Types bytes. A judged writer's are typed up to each Enter, and the Enter follows when the line that stands there then may go; a
   * line that may not stays where it is. Errors: `input_held` when another writer keeps the line, `session_closed`, `denied` by the
   * judge, `cancelled` when the program never read them.
   */
  async write(by: Actor, bytes: Uint8Array, options: WriteOptions): Promise<void> {
    this.#options.requireOpen();
    if (!lineEffect(bytes).submits || !this.#judge.judges(by)) await this.#type(by, bytes, options, null);
    else for (const piece of this.#pieces(bytes)) await this.#typeJudged(by, piece, options);
    this.lastInputMs = this.#options.clock.monotonicMs();
  }

  /** Where nobody can be asked for the line there is nothing to wait for in the middle. */
  #pieces(bytes: Uint8Array): readonly TypedLine[] {
    return this.#options.editor() ? splitAtEnters(bytes) : [{text: NOTHING, enter: bytes}];
  }

  async #typeJudged(by: Actor, {text, enter}: TypedLine, options: WriteOptions): Promise<void> {
    if (text.length > 0) await this.#type(by, text, {...options, holds: true}, null);
    if (enter.length === 0) return;
    for (let isWritten = false; !isWritten; ) {
      const line = await this.#composedLine(options.signal);
      // A decision may take minutes: meanwhile the line is anybody's, and another one when somebody types.
      this.lease.release(by);
      await this.#judge.decide(line, by, options.signal);
      isWritten = await this.#type(by, enter, options, line.revision);
    }
  }

  /** What the shell would take if Enter came now. */
  async #composedLine(signal: AbortSignal | undefined): Promise<ComposedLine> {
    for (;;) {
      const revision = this.#revision;
      const editor = this.#options.editor();
      const text = editor ? await this.#writer.askLine(editor, signal ? {signal} : {}) : null;
      if (revision === this.#revision) return {text, revision};
    }
  }

  /**
   * Gives a command line to what reads commands. `prepare` is called when the line is this writer's: it says what to deliver, or null
   * when the place has changed meanwhile; then nothing is written, and this resolves to false.
   */
  async submit(
    by: Actor,
    commandLine: string,
    signal: AbortSignal,
    prepare: () => Omit<CommandRequest, 'by' | 'commandLine'> | null,
  ): Promise<boolean> {
    if (this.#judge.judges(by)) await this.#judge.decide({text: commandLine, revision: this.#revision}, by, signal);
    return this.lease.withLine(by, signal, async () => {
      const command = prepare();
      if (!command) return false;
      this.#revision++;
      await this.#writer.submit({...command, commandLine, by: withoutConnection(by)}, {signal});
      return true;
    });
  }

  /** Types what gives a nested shell marks of its own. Errors: those of the terminal's own `integrate`. */
  integrate(by: Actor, request: Omit<IntegrationRequest, 'by'>, signal: AbortSignal): Promise<NestedShell> {
    return this.lease.withLine(by, signal, () => {
      this.#revision++;
      return this.#writer.integrate({...request, by: withoutConnection(by)}, {signal});
    });
  }

  /** Our emulator's answer to a program that has asked its terminal something, at `question` in its output. */
  async reply(bytes: Uint8Array, question: LogCursor): Promise<void> {
    await this.#writer.write({by: {type: 'emulator'}, kind: 'reply', bytes, question});
    this.lastInputMs = this.#options.clock.monotonicMs();
  }

  /** As the terminal's own `signal`. */
  signal(...given: Parameters<TerminalWriter['signal']>): Promise<void> {
    return this.#writer.signal(...given);
  }

  /** Drops what no program has read. Resolves to the bytes dropped. */
  dropInput(): Promise<number> {
    return this.#writer.dropInput();
  }

  /** Undoes modes that a killed program has left on. */
  repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    return this.#writer.repair(bytes, options);
  }

  /** Gives back the half-typed line that was put aside for a command. */
  async restoreLine(family: ShellFamily): Promise<void> {
    this.#revision++;
    await this.#writer.restoreLine(family);
  }

  /** Somebody types at the terminal itself, past this gate: the line is theirs, and another one than was judged. */
  typedElsewhere(by: Actor): void {
    this.#revision++;
    this.lease.hold(by);
  }

  /** A new prompt was drawn: what stood on the line before is gone, and decisions about it with it. */
  promptDrawn(): void {
    this.#revision++;
  }

  /** False when the line that was judged is not the one that stands there now. */
  async #type(by: Actor, bytes: Uint8Array, options: WriteOptions, judged: number | null): Promise<boolean> {
    const {kind, holds = false, signal} = options;
    let keeps = false;
    try {
      const isWritten = await this.lease.withLine(
        by,
        signal,
        async () => {
          await options.ready?.();
          if (judged !== null && judged !== this.#revision) return false;
          // What a person types while a program runs may be meant for the shell behind it.
          const isForProgram = by.type !== 'person' && this.#options.isForProgram();
          keeps = holds || !(endsLine(bytes) || isForProgram);
          // Before the bytes are on their way: whoever queues behind must find the line held.
          if (keeps) this.lease.hold(by);
          options.onTurn?.();
          if (isAnswered(bytes) || bytes.some(isSignal)) this.typedLines++;
          this.#revision++;
          await this.#writer.write({by: withoutConnection(by), kind, bytes}, signal ? {signal} : {});
          return true;
        },
        {passes: isSignalCharacter(bytes)},
      );
      if (!keeps) this.lease.release(by);
      return isWritten;
    } catch (error) {
      if (keeps) this.lease.release(by);
      throw error;
    }
  }
}

/** ^C, ^Z or ^\ alone: it waits for no input that nobody reads. */
function isSignalCharacter(bytes: Uint8Array): boolean {
  return bytes.length === 1 && bytes.every(isSignal);
}

function isSignal(byte: number): boolean {
  return byte === 0x03 || byte === 0x1a || byte === 0x1c;
}

const NOTHING = new Uint8Array(0);
