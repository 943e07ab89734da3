/** `import {open} from 'cotty'`: terminals inside your own process, without a background server. */
import {type CommandId, CottyError, type LogCursor, type OpenOptions, type SessionId} from '../core/index.ts';
import {
  type RunResult,
  runCommand,
  type Session,
  sendControl,
  sendKeys,
  sendText,
  type WatchResult,
  watchOutput,
} from '../engine/index.ts';
import {composeEngine} from './compose-engine.ts';
import {defaultConfig} from './config.ts';
import {isNodeTooOld} from './node-version.ts';

export {CottyError, type CottyErrorCode, isCottyError} from '../core/index.ts';
/** Command lines without a shell; more of it, for browsers too, is in `cotty/pseudo-terminal`. */
export {
  type AnyBuiltin,
  createPseudoTerminal,
  defineBuiltin,
  openPseudoTerminalHost,
  PseudoError,
  type PseudoTerminal,
  type PseudoTerminalHost,
  type PseudoTerminalHostOptions,
  serveRunner,
} from '../pseudoterm/index.ts';
export type {CommandId, LogCursor, OpenOptions, RunResult, SessionId, WatchResult};

export interface WaitOptions {
  /** Ends the wait, never the command. Default 30 000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RunOptions extends WaitOptions {
  /** RE2 pattern: also stop waiting when a line of output matches. */
  readonly until?: string | undefined;
  /** Most bytes of output in the result; what is left out is counted. Default 1 000 000. */
  readonly maxOutputBytes?: number | undefined;
}

export interface WatchOptions extends WaitOptions {
  /** Look at output from here on, e.g. the `cursor` of a result; default is what comes from now on. */
  readonly from?: LogCursor | undefined;
}

/** One terminal with one shell. Disposing closes it and leaves nothing behind. */
export interface TerminalSession extends AsyncDisposable {
  readonly id: SessionId;
  /**
   * Runs a command line and says exactly what became of it. A command that fails, hangs or waits for input is a result;
   * only our own failures throw.
   */
  run(commandLine: string, options?: RunOptions): Promise<RunResult>;
  /** What the screen shows now, as text. */
  screen(): Promise<string>;
  /** Waits for lines of output that match an RE2 pattern. */
  watch(pattern: string, options?: WatchOptions): Promise<WatchResult>;
  /** Types text; `submit` presses Enter afterwards. */
  type(text: string, options?: {readonly submit?: boolean}): Promise<void>;
  /** Presses keys by name: `Enter`, `C-c`, `M-x`, `F5`, `S-Tab`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Ctrl-C. */
  interrupt(): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a terminal of its own inside this process.
 * Throws `shell_missing`, `spawn_failed`, `pty_exhausted`, or `not_supported` on an old Node.js, when that is impossible.
 *
 *     await using session = await open({shell: 'bash'});
 *     const {exitCode} = await session.run('false'); // 1
 */
export async function open(options: OpenOptions = {}): Promise<TerminalSession> {
  if (isNodeTooOld())
    throw new CottyError(
      'not_supported',
      `Node.js 22.13 or newer is needed and this is ${process.version}.`,
      'Install a newer one from https://nodejs.org.',
    );
  const composed = await composeEngine({config: defaultConfig(), host: {type: 'ephemeral'}});
  try {
    const session = await composed.engine.open({cwd: process.cwd(), ...options});
    const {engine} = composed;
    return terminalSession(
      session,
      () => engine.newCommandId(),
      async () => await composed[Symbol.asyncDispose](),
    );
  } catch (error) {
    await composed[Symbol.asyncDispose]();
    throw error;
  }
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_OUTPUT_BYTES = 1_000_000;

function terminalSession(session: Session, newCommandId: () => CommandId, end: () => Promise<void>): TerminalSession {
  const by = {type: 'agent', name: 'library'} as const;
  const signalOf = (options: WaitOptions = {}) => options.signal ?? new AbortController().signal;
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= session.close().finally(end);
    return ended;
  };
  return {
    id: session.id,
    run: (commandLine, options = {}) =>
      runCommand(session, {
        commandLine,
        by,
        commandId: newCommandId(),
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        waitForCompletion: true,
        until: options.until,
        maxOutputBytes: options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES,
        signal: signalOf(options),
      }),
    screen: async () => (await session.screen.read({lines: -1, scrollback: false, styles: false})).text,
    watch: (pattern, options = {}) =>
      watchOutput(
        session,
        {pattern, includeEcho: false, from: options.from},
        {timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: signalOf(options)},
      ),
    type: async (text, options = {}) => {
      await sendText(session, text, {by, signal: signalOf(), paste: true, submit: options.submit ?? false});
    },
    press: async (...keys) => {
      await sendKeys(session, keys, {by, signal: signalOf()});
    },
    interrupt: async () => {
      await sendControl(session, 'C', {by, signal: signalOf()});
    },
    resize: (cols, rows) => session.link.resize(cols, rows),
    close,
    [Symbol.asyncDispose]: close,
  };
}
