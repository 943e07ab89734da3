/** The shape of a tool. One definition serves MCP, HTTP, CLI and the generated reference. */
import type {z} from 'zod';
import type {Toolset} from '../core/index.ts';
import type {Asked, BytesListener, Caller, OutputListener, ServiceName, Services, Size} from '../engine/index.ts';

/** What a call may do to the world: decides MCP annotations and HTTP verbs, and is the guard's default. */
export type Effect = 'read' | 'write' | 'execute' | 'destroy';

/** A line of `key=value` facts and, below it, plain text. What a model reads. */
export interface Presentation {
  readonly facts: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly text: string;
  /** The facts are what was asked for: a reader who is given the text alone needs them as well. */
  readonly tellsFacts?: true;
}

/** Told to whoever waits, about every five seconds: elapsed milliseconds and the last line of output. */
export interface Progress {
  readonly elapsedMs: number;
  readonly message: string;
}

/** A person's terminal while a command runs as if it had been typed there. */
export interface FollowingTerminal {
  /** The session takes this size before the command starts; 0 is not known. */
  readonly cols: number;
  readonly rows: number;
  /** Told what is printed, byte for byte. */
  readonly onBytes: BytesListener;
  /** Somebody there answers what is asked: that is told, and does not end the call. */
  readonly onAsked?: ((asked: Asked) => void) | undefined;
  /** The listener is told whenever the terminal has another size, until disposed. */
  readonly onResize?: ((listener: (size: Size) => void) => Disposable) | undefined;
}

/** A picture for whoever can look at one. */
export interface ToolImage {
  readonly mimeType: 'image/png';
  readonly bytes: Uint8Array;
}

/** A call as whoever makes it gives it. */
export interface ToolContext<Needs extends ServiceName = ServiceName> {
  /** What the tool has asked for, and what is told that it is called. */
  readonly services: Pick<Services, Needs | 'activity'>;
  /** Who calls, and which session is active for them. */
  readonly caller: Caller;
  /** Aborted when the client gives up: ends the wait, never the command. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told the output of a command while it comes. */
  readonly onOutput?: OutputListener | undefined;
  /** Given a picture that belongs to the reply. */
  readonly onImage?: ((image: ToolImage) => void) | undefined;
  /** Somebody follows the command on a terminal of their own. */
  readonly terminal?: FollowingTerminal | undefined;
  /** Whoever calls looks at no session but the one it names: a command that names none runs where the caller stands, and beside what waits for input. */
  readonly leavesWaiting?: boolean | undefined;
  /** What a program would read is at the caller's end, and not in the terminal: one that reads ends the wait. */
  readonly endsAtReads?: boolean | undefined;
  /** Of which the line of the command was made, where the caller had words: each reaches the command exactly as it is, whatever shell takes it. */
  readonly words?: readonly string[] | undefined;
  /** Same id, same call: a retried request attaches to the command it already started. */
  readonly requestId?: string | undefined;
}

/** The same as the tool gets it. */
export interface ToolCall<Input, Needs extends ServiceName> extends ToolContext<Needs> {
  readonly input: Input;
}

/**
 * In every tool's value: how many characters of it a person at the terminal does not see, absent when there are none. Those of
 * terminals stand as `<U+202E>` or between `<hidden>` and `</hidden>`; in files and the output of the pseudo-terminal, which are
 * data, they stay as they are. A tool counts what it has made visible itself.
 */
export type Hidden = {readonly hidden?: number | undefined};

/** In every tool's value; `fallback`: the session of the reply is reached by a weaker way than its backend's own, and by which. */
export type Everywhere = Hidden & {readonly fallback?: string | undefined};

export interface ToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Needs extends ServiceName = ServiceName,
> {
  /** snake_case, at most 40 characters. */
  readonly name: string;
  readonly toolset: Toolset;
  readonly title: string;
  /** First sentence says when to reach for it, in the words somebody would search for. */
  readonly description: string;
  readonly effect: Effect;
  /** True when it reaches beyond this machine or runs arbitrary programs. */
  readonly openWorld: boolean;
  /** Calling it twice changes nothing more. */
  readonly idempotent: boolean;
  /** A repeated request with the same request id joins the call it began, so it may be sent again after a crash. */
  readonly joinsFirstCall?: true;
  /** It may submit lines, each of which is judged by itself. */
  readonly submitsLines?: true;
  /** `terminal` results are text for reading, never structured; `status` results are small facts. */
  readonly form: 'terminal' | 'status';
  /** What it asks the engine for: it gets that and no more. */
  readonly needs: readonly Needs[];
  readonly input: Input;
  readonly output: Output;
  present(value: z.output<Output>): Presentation;
  run(call: ToolCall<z.output<Input>, Needs>): Promise<z.output<Output> & Hidden>;
}

/** A definition with its types forgotten, as lists hold it. */
export interface AnyTool extends Omit<ToolDefinition, 'present' | 'run'> {
  /** Validates, runs and presents. Ill-typed or unknown arguments throw `invalid_argument` that names the valid ones. */
  call(rawInput: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** A definition that remembers what it takes and gives, for callers in the same process. */
export interface Tool<
  Value extends Readonly<Record<string, unknown>>,
  Input extends z.ZodObject = z.ZodObject,
  Needs extends ServiceName = ServiceName,
> extends AnyTool {
  readonly input: Input;
  call(rawInput: unknown, context: ToolContext<Needs>): Promise<ToolOutcome<Value>>;
}

/** What whoever calls a tool may give it, by its schema of arguments. */
export type ToolOptions<Schema extends z.ZodObject> = Readonly<z.input<Schema>>;

/** What a tool gives: its typed value, for reading. */
export type ToolValue<Definition extends AnyTool> = ReadOnly<Awaited<ReturnType<Definition['call']>>['value']>;

type ReadOnly<Value> = Value extends object ? {readonly [Key in keyof Value]: ReadOnly<Value[Key]>} : Value;

export interface ToolOutcome<Value = Readonly<Record<string, unknown>>> {
  /** Satisfies the tool's output schema; snake_case keys. */
  readonly value: Value;
  readonly presentation: Presentation;
}
