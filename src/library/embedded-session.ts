import {asCottyError, CottyError, type SessionId} from '../core/index.ts';
import {type Engine, type Session, servicesOf} from '../engine/index.ts';
import {
  manageSession,
  readOutput,
  readScreen,
  runCommand,
  sendControl,
  sendKeys,
  sendText,
  type Tool,
  watchOutput,
} from '../tools/index.ts';
import type {ReadOptions, ReadResult, RunOptions, RunResult, WatchOptions, WatchResult} from './library-values.ts';

/** One terminal with one shell. Disposing closes it and leaves nothing behind. */
export interface TerminalSession extends AsyncDisposable {
  readonly id: SessionId;
  /**
   * Runs a command line and says exactly what became of it. A command that fails, hangs or waits for input is a result;
   * only our own failures throw.
   */
  run(commandLine: string, options?: RunOptions): Promise<RunResult>;
  /** Output again, or more of it: of a command that still runs, too. */
  read(options?: ReadOptions): Promise<ReadResult>;
  /** What the screen shows now, as text. */
  screen(): Promise<string>;
  /** Waits for lines of output that match an RE2 pattern. */
  watch(pattern: string, options?: WatchOptions): Promise<WatchResult>;
  /** Types text; `submit` presses Enter afterwards. Throws `denied` for a line that the guard holds back. */
  type(text: string, options?: {readonly submit?: boolean}): Promise<void>;
  /** Presses keys by name: `Enter`, `C-c`, `M-x`, `F5`, `S-Tab`. Throws `denied` as typing does. */
  press(...keys: readonly string[]): Promise<void>;
  /** Ctrl-C. */
  interrupt(): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

const OUTPUT_BYTES = 1_000_000;

export interface EmbeddedSessionOptions {
  /** Called once, after the session has closed. */
  readonly end: () => Promise<void>;
  /** For whom the program acts; by default it is an agent itself. */
  readonly by?: ActsFor | undefined;
}

/** For whom a program acts, as logs will say. */
export interface ActsFor {
  readonly type: 'agent' | 'person';
  readonly name: string;
}

/** The tools on one session of this process. */
export function embeddedSession(
  engine: Engine,
  session: Session,
  {end, by = {type: 'agent', name: 'library'}}: EmbeddedSessionOptions,
): TerminalSession {
  const caller = engine.caller(`library:${by.type} ${by.name}`, {type: by.type, name: by.name});
  caller.activeSessionId = session.id;
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= session.close().finally(end);
    return ended;
  };
  /** Calls a tool on this session. Throws `cancelled` when the signal ends the wait. */
  const ask = async <Value extends Fields>(
    tool: Tool<Value>,
    input: Fields,
    signal = new AbortController().signal,
  ): Promise<Value> => {
    if (ended) throw closed(session);
    try {
      const {value} = await tool.call(
        {...input, session_id: session.id},
        {services: servicesOf(engine), caller, signal},
      );
      signal.throwIfAborted();
      return value;
    } catch (error) {
      throw asCottyError(error);
    }
  };
  return {
    id: session.id,
    run: (command, {signal, ...options} = {}) =>
      ask(runCommand, {max_output_bytes: OUTPUT_BYTES, ...options, command}, signal),
    read: ({signal, ...options} = {}) => ask(readOutput, {max_output_bytes: OUTPUT_BYTES, ...options}, signal),
    screen: async () => (await ask(readScreen, {})).text,
    watch: (pattern, {signal, ...options} = {}) => ask(watchOutput, {...options, pattern}, signal),
    type: async (text, options = {}) => went(await ask(sendText, {...options, text})),
    press: async (...keys) => went(await ask(sendKeys, {keys})),
    interrupt: async () => void (await ask(sendControl, {character: 'C'})),
    resize: async (cols, rows) => void (await ask(manageSession, {action: 'resize', cols, rows})),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Typing has no result in which a refusal could stand. */
function went({
  refusal,
  hint,
}: {
  readonly refusal?: {readonly message: string} | undefined;
  readonly hint?: unknown;
}): void {
  if (refusal)
    throw new CottyError('denied', refusal.message, typeof hint === 'string' ? hint : 'Type something else.');
}

function closed(session: Session): CottyError {
  return new CottyError('session_closed', `Session ${session.id} was closed.`, 'Open another one with open().');
}
