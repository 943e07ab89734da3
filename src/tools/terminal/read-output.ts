import {z} from 'zod';
import {CottyError, logCursor, Patience, parseCommandId, parseSessionId} from '../../core/index.ts';
import {
  type Caller,
  type CommandLabels,
  type CommandRecord,
  heartbeat,
  noteHeard,
  type RunResult,
  readOutput as read,
  type Services,
  stateInLog,
  stateNow,
  waitForCommand,
} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {labelFacts, labelFields, labelValues} from './command-labels.ts';
import {
  cursor,
  maxOutputBytes,
  omitted,
  outputStopped,
  sessionCreated,
  sessionId,
  waitingFacts,
  waitingFor,
} from './fields.ts';

export const readOutput = defineTool({
  name: 'read_output',
  toolset: 'terminal',
  title: 'Read command output',
  description:
    'Read terminal output again or wait for more: of a command (command_id) or a session, from a cursor, by line range, or filtered with grep. With wait_ms it waits until the command is no longer running, or until the session has bytes after cursor.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions', 'commands', 'searcher', 'defaults'],
  input: z.object({
    command_id: z.string().max(64).optional(),
    session_id: sessionId,
    cursor: cursor.optional().describe('Byte position from an earlier reply; only what comes after it.'),
    offset_lines: z.int().optional().describe('First line; negative counts from the end.'),
    limit_lines: z.int().min(1).max(100_000).optional(),
    grep: z.string().max(2000).optional().describe('RE2 pattern; only matching lines.'),
    context_lines: z.int().min(0).max(100).default(0),
    max_output_bytes: maxOutputBytes.default(8000),
    wait_ms: z.int().min(0).max(86_400_000).optional(),
    raw: z
      .boolean()
      .default(false)
      .describe('As it was printed, with control sequences and hidden characters; by cursor or from the beginning.'),
  }),
  output: z.object({
    text: z.string(),
    cursor: z.int(),
    next_cursor: z.int().describe('Where to go on reading.'),
    missed_bytes: z.int().describe('Bytes in between that are no longer kept.'),
    state: z.string().describe('Of the command, or of the session.'),
    exit_code: z
      .int()
      .nullable()
      .describe('Of the command, or of the last one of a session where none is at work. Null when it is not known.'),
    command_id: z.string().optional(),
    waiting_for: waitingFor,
    output_stopped: outputStopped,
    interrupt_sent: z.boolean().optional().describe('Ctrl+C was sent, and it runs on.'),
    followed_by: z.string().optional().describe('The next of several lines typed together: a command of its own.'),
    session_id: z.string(),
    total_lines: z.int().optional(),
    search_incomplete: z
      .boolean()
      .optional()
      .describe('The pattern needed too many steps: what follows `next_cursor` was not searched.'),
    omitted: omitted.optional(),
    ...labelFields,
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions, commands, searcher, defaults}, caller, signal, onProgress}) {
    const target = await findTarget({sessions, commands}, caller, input);
    const {source, record, live} = target;
    let told: Told = record ? await toldOf(target, record) : {state: live?.state ?? 'closed'};
    if (input.wait_ms !== undefined && live) {
      if (record) {
        const waited = {timeoutMs: input.wait_ms, maxOutputBytes: 200, signal, onProgress};
        told = await waitForCommand(live, record, waited);
        // Too short a wait finds less than what is known already.
        if (told.state === 'running') told = await stateNow(live, record);
      } else {
        const after = input.cursor ?? live.tracker.outputEnd;
        using _beat = heartbeat(live, null, onProgress);
        using patience = new Patience(input.wait_ms, signal);
        await live.waiters
          .until(() => (live.tracker.outputEnd > after || live.isClosed ? true : undefined), patience.signal)
          .catch(() => false);
        signal.throwIfAborted();
        told = {state: live.state};
      }
    }
    const whole =
      record === null && input.cursor === undefined && input.offset_lines === undefined && input.grep === undefined;
    const isNews = whole && !input.raw && input.limit_lines === undefined;
    // Of a session that is over nothing will be new.
    const heard = isNews && live && !live.isClosed ? caller.heard.get(live.id) : undefined;
    const from = input.cursor === undefined ? heard : logCursor(input.cursor);
    const result = await read(source, record, {
      cursor: from,
      offsetLines: isNews && from === undefined ? -defaults.readLines : input.offset_lines,
      limitLines: input.limit_lines,
      grep: input.grep,
      contextLines: input.context_lines,
      maxOutputBytes: input.max_output_bytes,
      raw: input.raw,
      searcher: searcher,
      signal,
    });
    if (live && !record) noteHeard(caller, live.id, logCursor(result.nextCursor));
    return {
      text: result.text,
      cursor: result.cursor,
      next_cursor: result.nextCursor,
      missed_bytes: result.missedBytes,
      state: told.state,
      ...(told.waitingFor ? {waiting_for: {...told.waitingFor}} : {}),
      exit_code: record ? (record.phase === 'ended' ? record.exitStatus : null) : exitCodeOf(source, told),
      session_id: target.sessionId,
      ...(record ? {command_id: record.commandId} : {}),
      ...(record?.followedBy ? {followed_by: record.followedBy} : {}),
      ...(record ? labelValues(told) : {}),
      ...(live?.foreground.isOutputStopped ? {output_stopped: true} : {}),
      ...(record?.interruptSent && told.state === 'running' ? {interrupt_sent: true} : {}),
      ...(result.totalLines === null ? {} : {total_lines: result.totalLines}),
      ...(result.omitted ? {omitted: {...result.omitted}} : {}),
      ...(result.isIncomplete ? {search_incomplete: true} : {}),
      ...(result.hidden > 0 ? {hidden: result.hidden} : {}),
      ...(target.created ? {session_created: true} : {}),
    };
  },
  present(value) {
    return {
      facts: {
        state: value.state,
        exit: value.exit_code ?? '-',
        session: value.session_id,
        command: value.command_id,
        followed_by: value.followed_by,
        ...waitingFacts(value.waiting_for),
        ...labelFacts(value),
        interrupt_sent: value.interrupt_sent && 'it runs on; send_control character=C escalate=true ends it',
        output_stopped: value.output_stopped && 'by Ctrl+S; send_control character=Q lets it go on',
        cursor: value.cursor,
        next_cursor: value.next_cursor,
        missed_bytes: value.missed_bytes || undefined,
        total_lines: value.total_lines,
        search_incomplete:
          value.search_incomplete &&
          'the pattern needs too many steps; cursor=next_cursor goes on, a simpler one is better',
        omitted_lines: value.omitted?.lines,
        omitted_bytes: value.omitted?.bytes,
        hint: value.hint,
        session_created: value.session_created,
      },
      text: value.text,
    };
  },
});

/** What is said of a command or session beside its output, and of what the command waits for. */
interface Told extends CommandLabels {
  readonly state: string;
  readonly waitingFor?: RunResult['waitingFor'];
}

/** Of a session it is that of its last command, and of none while one is at work: beside `busy` it would be read as its own. */
function exitCodeOf({tracker}: Target['source'], {state}: Told): number | null {
  return state === 'busy' || state === 'waiting' ? null : tracker.lastExitStatus;
}

async function toldOf({live, source}: Target, record: CommandRecord): Promise<Told> {
  return live ? stateNow(live, record) : stateInLog(source, record);
}

/** Where what is read is looked for. */
type Known = Pick<Services, 'sessions' | 'commands'>;

interface Target {
  readonly source: Parameters<typeof read>[0];
  readonly record: CommandRecord | null;
  /** The session, while it is followed; null for logs of earlier lives. */
  readonly live: ReturnType<Known['sessions']['session']> | null;
  readonly sessionId: string;
  /** Opened by this very call. */
  readonly created?: boolean;
}

async function findTarget(
  {sessions, commands}: Known,
  caller: Caller,
  input: {command_id?: string | undefined; session_id?: string | undefined},
): Promise<Target> {
  if (input.command_id !== undefined) return findCommand({sessions, commands}, caller, input.command_id);
  if (input.session_id?.includes(':')) {
    const live = sessions.sessions().some(session => session.id.startsWith(input.session_id ?? ''));
    const past = live ? undefined : await readFinished(sessions, input.session_id);
    if (past) return {source: past, record: null, live: null, sessionId: past.id};
  }
  const reference = input.session_id ?? caller.activeSessionId ?? undefined;
  const {session, created} =
    reference === undefined
      ? await sessions.meant.of(caller, undefined)
      : {session: sessions.session(reference), created: false};
  sessions.noteUse(caller, session);
  return {source: session, record: null, live: session, sessionId: session.id, created};
}

async function findCommand({sessions, commands}: Known, caller: Caller, text: string): Promise<Target> {
  const id = parseCommandId(text);
  const live = id && commands.command(id);
  if (live) sessions.noteUse(caller, live.session);
  if (live) return {source: live.session, record: live.record, live: live.session, sessionId: live.session.id};
  const past = id && (await sessions.finished.command(id));
  if (past) return {source: past.session, record: past.record, live: null, sessionId: past.session.id};
  throw new CottyError(
    'unknown_command',
    `There is no command ${JSON.stringify(text)}.`,
    'Use the command_id that run_command gave; older sessions are read by session_id and cursor.',
  );
}

async function readFinished(
  sessions: Known['sessions'],
  text: string,
): ReturnType<Known['sessions']['finished']['read']> {
  const id = parseSessionId(text);
  return id && sessions.finished.read(id);
}
