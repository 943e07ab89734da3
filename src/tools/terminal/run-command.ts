import {z} from 'zod';
import {isCottyError} from '../../core/index.ts';
import {
  BytesTeller,
  type Caller,
  type LeftSession,
  LiveOutput,
  noteHeard,
  type OutputListener,
  type RunResult,
  runCommand as run,
  type Seat,
  type Services,
  type Session,
  type Size,
  TextTeller,
} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import type {FollowingTerminal} from '../define-tool.ts';
import {labelFacts, labelFields, labelValues} from './command-labels.ts';
import {
  commandState,
  evidence,
  maxOutputBytes,
  omitted,
  outputStopped,
  sessionCreated,
  sessionId,
  skippedBytes,
  waitingFacts,
  waitingFor,
} from './fields.ts';
import {confirm, isRefused, orRefusal, refusal, refusalFacts} from './refusal.ts';

export const runCommand = defineTool({
  name: 'run_command',
  toolset: 'terminal',
  title: 'Run a shell command',
  description:
    'Run a shell command in a persistent terminal session (bash, zsh, fish, sh) and get its output and exact exit code. State (cwd, variables) stays. If it is not done in time it keeps running: state=running with a command_id for read_output. Also answers when the program waits for input (awaiting_input), a secret (secret_wanted) or keys (tui): then use send_text/send_keys. In a REPL or nested shell it types the line there.',
  effect: 'execute',
  submitsLines: true,
  openWorld: true,
  idempotent: false,
  joinsFirstCall: true,
  form: 'terminal',
  needs: ['sessions', 'commands', 'screens', 'defaults'],
  input: z.object({
    command: z.string().max(1_048_576).describe('May have several lines.'),
    session_id: sessionId,
    timeout: z
      .number()
      .min(0)
      .max(86_400)
      .optional()
      .describe('Seconds to wait, default 30. Ends the wait, never the command.'),
    wait_for_completion: z.boolean().default(true),
    until: z.string().max(2000).optional().describe('RE2 pattern: stop waiting when an output line matches.'),
    max_output_bytes: maxOutputBytes.default(8000),
    confirm,
  }),
  output: z.object({
    command_id: z.string(),
    session_id: z.string(),
    state: commandState,
    via: evidence.nullable().describe('The evidence for the state; null when nothing was run.'),
    exit_code: z.int().nullable().describe('Null when it is not known.'),
    output: z.string().describe('As a person would copy it: without echo, prompt and control sequences.'),
    output_bytes: z.int(),
    output_lines: z.int(),
    omitted: omitted.nullable(),
    cursor: z.int().describe('Where the output of this session goes on.'),
    duration_ms: z.int(),
    cwd: z.string(),
    completed: z.boolean(),
    timed_out: z.boolean(),
    screen_snapshot: z.string().optional().describe('Only while it is not completed.'),
    skipped_bytes: skippedBytes,
    waiting_for: waitingFor,
    matched_line: z.string().optional().describe('The line that `until` matched.'),
    blocked_on_tty_read: z.boolean().optional().describe('The program reads the terminal, and nothing says for what.'),
    output_stopped: outputStopped,
    ...labelFields,
    binary: z.boolean().optional().describe('The output is not text.'),
    missed_bytes: z.int().optional().describe('Bytes of the output that are no longer kept.'),
    line_results: z
      .array(z.object({exit_code: z.int().nullable()}))
      .optional()
      .describe('Of each line, when the command had several.'),
    refusal,
    session_created: sessionCreated,
  }),
  async run({
    input,
    services,
    caller,
    signal,
    onProgress,
    onOutput,
    terminal,
    leavesWaiting,
    endsAtReads,
    words,
    requestId,
  }) {
    const {sessions, commands, screens, defaults} = services;
    const commandId = commands.newCommandId(requestId);
    const runIn = async (session: Session): Promise<RunResult> => {
      using seat = terminal && (await takeSeat(screens, session, terminal));
      using _resizing = terminal?.onResize?.(size => resizeSeat(seat, size));
      const teller = terminal ? bytesTeller(session, terminal, caller) : textTeller(session, onOutput);
      using live = teller && new LiveOutput(session, commandId, teller, signal);
      const found = await run(session, {
        commandLine: input.command,
        by: caller.actor,
        commandId,
        timeoutMs: input.timeout === undefined ? defaults.timeoutMs : input.timeout * 1000,
        waitForCompletion: input.wait_for_completion,
        until: input.until,
        maxOutputBytes: input.max_output_bytes,
        consent: {confirm: input.confirm},
        signal,
        onProgress,
        onAsked: terminal?.onAsked,
        endsAtReads,
        words,
      });
      await live?.finish(found.cursor);
      return found;
    };
    const known = commands.command(commandId);
    const isForHere = leavesWaiting === true && input.session_id === undefined;
    const place = known
      ? {session: known.session, created: false, left: null}
      : isForHere
        ? await sessions.meant.here(caller)
        : {...(await sessions.meant.toDrive(caller, input.session_id)), left: null};
    const {left} = place;
    let {created} = place;
    sessions.noteUse(caller, place.session);
    const found = await orRefusal(() =>
      runIn(place.session).catch(async (error: unknown) => {
        const mayMove = !known && input.session_id === undefined && isCottyError(error, 'session_busy');
        const beside = mayMove ? await sessions.meant.beside(caller, place.session, {leavesWaiting}) : null;
        if (!beside) throw error;
        created = beside.created;
        const moved = await runIn(beside.session);
        return {...moved, hint: hints(besideHint(place.session, beside), moved.hint)};
      }),
    );
    if (isRefused(found))
      return {
        ...notRun(place.session),
        ...found.refused,
        command_id: commandId,
        ...(created ? {session_created: true} : {}),
      };
    const result = found;
    const hint = left ? hints(leftHint(left, result.sessionId), result.hint) : result.hint;
    noteHeard(caller, result.sessionId, result.cursor);
    return {
      command_id: result.commandId,
      session_id: result.sessionId,
      state: result.state,
      via: result.via,
      exit_code: result.exitCode,
      output: result.output,
      output_bytes: result.outputBytes,
      output_lines: result.outputLines,
      omitted: result.omitted && {bytes: result.omitted.bytes, lines: result.omitted.lines},
      cursor: result.cursor,
      duration_ms: result.durationMs,
      cwd: result.cwd,
      completed: result.completed,
      timed_out: result.timedOut,
      ...(result.screenSnapshot === undefined ? {} : {screen_snapshot: result.screenSnapshot}),
      ...(result.screenSkippedBytes ? {skipped_bytes: result.screenSkippedBytes} : {}),
      ...(result.waitingFor ? {waiting_for: {...result.waitingFor}} : {}),
      ...(result.matchedLine === undefined ? {} : {matched_line: result.matchedLine}),
      ...(result.blockedOnTtyRead ? {blocked_on_tty_read: true} : {}),
      ...(result.outputStopped ? {output_stopped: true} : {}),
      ...labelValues({...result, ...(hint ? {hint} : {})}),
      ...(result.binary ? {binary: true} : {}),
      ...(result.missedBytes ? {missed_bytes: result.missedBytes} : {}),
      ...(result.hidden ? {hidden: result.hidden} : {}),
      ...(result.lineResults ? {line_results: result.lineResults.map(line => ({exit_code: line.exitCode}))} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present(value) {
    const showsScreen = value.state === 'tui' && value.screen_snapshot !== undefined;
    return {
      facts: {
        state: value.state,
        exit: value.exit_code ?? '-',
        via: value.via ?? undefined,
        session: value.session_id,
        command: value.command_id,
        cursor: value.cursor,
        ms: value.duration_ms,
        cwd: value.cwd,
        omitted_lines: value.omitted?.lines,
        omitted_bytes: value.omitted?.bytes,
        ...waitingFacts(value.waiting_for),
        timed_out: value.timed_out || undefined,
        matched: value.matched_line,
        blocked_on_tty_read: value.blocked_on_tty_read,
        output_stopped: value.output_stopped && 'by Ctrl+S; send_control character=Q lets it go on',
        ...labelFacts(value),
        ...refusalFacts(value),
        hint: value.hint,
        binary: value.binary,
        missed_bytes: value.missed_bytes,
        skipped_bytes: showsScreen ? value.skipped_bytes : undefined,
        session_created: value.session_created,
      },
      text: value.refusal?.message ?? (showsScreen ? (value.screen_snapshot ?? '') : value.output),
    };
  },
});

/** Of a line that was not let through. */
function notRun({id, tracker}: Session) {
  return {
    session_id: id,
    via: null,
    exit_code: null,
    output: '',
    output_bytes: 0,
    output_lines: 0,
    omitted: null,
    cursor: tracker.outputEnd,
    duration_ms: 0,
    cwd: tracker.cwd,
    completed: false,
    timed_out: false,
  };
}

function besideHint(busy: Session, {session, wasAtWork}: {session: Session; wasAtWork: boolean}): string {
  return movedHint(busy.id, wasAtWork ? 'is at work' : 'waits for input', session.id);
}

function leftHint({session: {id, tracker}, why}: LeftSession, ranIn: string): string {
  return movedHint(id, why === 'at work' ? 'is at work' : `stands in ${tracker.cwd}`, ranIn);
}

function movedHint(left: string, why: string, ranIn: string): string {
  return `${left} ${why}, so this ran in ${ranIn}, which is your active session now`;
}

function hints(...all: readonly (string | undefined)[]): string {
  return all.filter(Boolean).join('; ');
}

/** The terminal of a person is theirs. */
function bytesTeller(session: Session, terminal: FollowingTerminal, {identity}: Caller): BytesTeller {
  return new BytesTeller(session.id, terminal.onBytes, identity.type === 'person' ? null : session.secrets);
}

function textTeller(session: Session, onOutput: OutputListener | undefined): TextTeller | undefined {
  return onOutput && new TextTeller(session, onOutput);
}

/** What a session that has ended, or a terminal that does not know its size, does not take, nobody misses. */
function resizeSeat(seat: Seat | undefined, size: Size): void {
  if (seat && size.cols > 0 && size.rows > 0) void seat.resize(size).catch(() => undefined);
}

/** While it shows the command, the session suits this terminal too. */
async function takeSeat(
  screens: Services['screens'],
  session: Session,
  {cols, rows}: Pick<FollowingTerminal, 'cols' | 'rows'>,
): Promise<Seat | undefined> {
  return cols > 0 && rows > 0 && !session.isClosed ? await screens.takeSeat(session, {cols, rows}) : undefined;
}
