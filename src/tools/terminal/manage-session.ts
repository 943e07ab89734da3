import {z} from 'zod';
import {CottyError, showControls} from '../../core/index.ts';
import {type Caller, type Engine, folderPath, integrateShell, type Session} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {gridSize, sessionId} from './fields.ts';

const input = z.object({
  action: z.enum(['list', 'create', 'split', 'close', 'focus', 'rename', 'resize', 'adopt', 'integrate']),
  session_id: sessionId,
  direction: z.enum(['horizontal', 'vertical']).optional(),
  profile: z.string().max(200).optional(),
  name: z
    .string()
    .min(1)
    .max(100)
    .refine(name => !/\p{Cc}/u.test(name), 'Control characters have no place in a name')
    .optional(),
  cwd: z.string().min(1).max(4096).optional(),
  env: z.record(z.string(), z.string()).optional(),
  shell: z.string().min(1).max(4096).optional().describe('create: path or name. integrate: what it is, if asked for.'),
  cols: z.int().min(1).max(2000).optional(),
  rows: z.int().min(1).max(2000).optional(),
  backend: z.enum(['pty', 'tmux', 'iterm2']).optional(),
});

const sessionFacts = z.object({
  session_id: z.string(),
  name: z.string(),
  backend: z.string(),
  tty: z.string().nullable(),
  state: z.string(),
  last_line: z.string(),
  grid_size: gridSize,
  cwd: z.string(),
  command_line: z.string().nullable(),
  role: z.string().nullable(),
  tags: z.array(z.string()),
  agent_id: z.string().nullable(),
});

/** What could not be started: sessions may live there that nobody sees. */
const unavailable = z.object({backend: z.string(), code: z.string(), message: z.string(), hint: z.string()});

type Input = z.output<typeof input>;
type SessionFacts = z.output<typeof sessionFacts>;

export const manageSession = defineTool({
  name: 'manage_session',
  toolset: 'terminal',
  title: 'Manage terminal sessions',
  description:
    'List, create (open), close, focus, rename or resize terminal sessions. A created session lives until closed, also when you disconnect, and becomes your active one; focus makes another one active. integrate gives a shell nested in a session (bash, ssh, docker exec, su) exact exit codes.',
  effect: 'destroy',
  openWorld: false,
  idempotent: false,
  form: 'status',
  input,
  output: z.object({
    sessions: z.array(sessionFacts).optional(),
    unavailable: z.array(unavailable).optional(),
    session_id: z.string().optional(),
    closed: z.string().optional(),
    focused: z.string().optional(),
    name: z.string().optional(),
    cols: z.int().optional(),
    rows: z.int().optional(),
    shell: z.string().optional(),
    shell_integration: z.string().optional(),
  }),
  async run({input: wanted, engine, caller, signal}) {
    switch (wanted.action) {
      case 'list':
        return list(engine);
      case 'create':
        return create(engine, caller, wanted);
      case 'split':
        return split(engine, caller, wanted);
      case 'close':
        return close(engine, caller, wanted);
      case 'focus':
        return focus(engine, caller, wanted);
      case 'rename':
        return rename(engine, caller, wanted);
      case 'resize':
        return resize(engine, caller, wanted);
      case 'integrate':
        return integrate(engine, caller, wanted, signal);
      case 'adopt':
        throw new CottyError(
          'not_supported',
          'There is nothing to adopt: built-in sessions are adopted by themselves when the server starts.',
          'List them with action=list.',
        );
      default:
        return wanted.action satisfies never;
    }
  },
  present(value) {
    const {sessions, unavailable: missing = [], ...facts} = value;
    const lines = sessions?.map(session =>
      showControls(
        `${session.session_id} ${session.state} ${session.name || '-'} ${session.cwd} ${session.command_line ?? ''}`,
      ).trimEnd(),
    );
    const warnings = missing.map(({backend, message, hint}) => `${backend} is not available: ${message} ${hint}`);
    const all = [...(lines ?? []), ...warnings.map(showControls)];
    return {facts: sessions ? {sessions: sessions.length} : facts, text: all.join('\n')};
  },
});

function list(engine: Engine) {
  const sessions = engine.sessions().filter(session => !session.isClosed);
  const missing = engine.backends.flatMap(({kind, failure}) => (failure ? [{backend: kind, ...failure.toJSON()}] : []));
  return {sessions: sessions.map(listed), ...(missing.length > 0 ? {unavailable: missing} : {})};
}

async function create(engine: Engine, caller: Caller, wanted: Input) {
  checkProfile(wanted.profile);
  const session = await engine.open({
    shell: wanted.shell,
    cwd: wanted.cwd === undefined ? caller.cwd : folderPath(wanted.cwd, caller.cwd),
    baseEnv: caller.env,
    env: wanted.env,
    cols: wanted.cols,
    rows: wanted.rows,
    name: wanted.name,
    backend: wanted.backend,
  });
  caller.activeSessionId = session.id;
  return {session_id: session.id, ...(session.name ? {name: session.name} : {})};
}

/** What other terminals call a profile, a built-in one has only of the usual kind. */
function checkProfile(profile: string | undefined): void {
  if (profile === undefined || /^default$/i.test(profile)) return;
  throw new CottyError(
    'invalid_argument',
    `There is no profile ${JSON.stringify(profile)}: built-in terminals know only "Default".`,
    'Leave profile out, and say with shell, cwd and env what to start.',
  );
}

/** A built-in terminal has no window to divide: the new session starts beside the old one, in its directory. */
async function split(engine: Engine, caller: Caller, wanted: Input) {
  const {session: origin} = await engine.sessionFor(caller, wanted.session_id);
  return create(engine, caller, {
    ...wanted,
    cwd: wanted.cwd ?? origin.tracker.cwd,
    shell: wanted.shell ?? origin.facts.argv[0],
    cols: wanted.cols ?? origin.tracker.cols,
    rows: wanted.rows ?? origin.tracker.rows,
  });
}

async function close(engine: Engine, caller: Caller, wanted: Input) {
  const session = explicitSession(engine, caller, wanted);
  engine.refuseOwn(caller, session);
  await session.close();
  if (caller.activeSessionId === session.id) caller.activeSessionId = null;
  return {closed: session.id, session_id: session.id};
}

function focus(engine: Engine, caller: Caller, wanted: Input) {
  const session = explicitSession(engine, caller, wanted);
  session.requireOpen();
  caller.activeSessionId = session.id;
  return {focused: session.id, session_id: session.id};
}

async function rename(engine: Engine, caller: Caller, wanted: Input) {
  if (wanted.name === undefined) throw missing('rename', 'name');
  const session = explicitSession(engine, caller, wanted);
  await session.link.rename(wanted.name);
  return {session_id: session.id, name: wanted.name};
}

async function resize(engine: Engine, caller: Caller, wanted: Input) {
  if (wanted.cols === undefined && wanted.rows === undefined) throw missing('resize', 'cols and rows');
  const session = explicitSession(engine, caller, wanted);
  session.requireOpen();
  const cols = wanted.cols ?? session.tracker.cols;
  const rows = wanted.rows ?? session.tracker.rows;
  await session.link.resize(cols, rows);
  return {session_id: session.id, cols, rows};
}

async function integrate(engine: Engine, caller: Caller, wanted: Input, signal: AbortSignal) {
  const session = explicitSession(engine, caller, wanted);
  engine.refuseOwn(caller, session);
  const {family, integration} = await integrateShell(session, {
    by: caller.actor,
    shell: wanted.shell ?? null,
    signal,
  });
  return {session_id: session.id, shell: family, shell_integration: integration};
}

/** Never opens one: closing or renaming a session that was made for it would be absurd. */
function explicitSession(engine: Engine, caller: Caller, wanted: Input): Session {
  const reference = wanted.session_id ?? caller.activeSessionId;
  if (reference) return engine.session(reference);
  throw new CottyError(
    'unknown_session',
    `Which session to ${wanted.action}?`,
    'Give session_id; action=list names them.',
  );
}

function missing(action: string, names: string): CottyError {
  return new CottyError('invalid_argument', `action=${action} needs ${names}.`, `Call again with ${names}.`);
}

function listed(session: Session): SessionFacts {
  const {tracker, facts} = session;
  return {
    session_id: session.id,
    name: session.name,
    backend: session.facts.backend,
    tty: facts.tty,
    state: session.state,
    last_line: session.lastLine(),
    grid_size: {cols: tracker.cols, rows: tracker.rows},
    cwd: tracker.cwd,
    command_line: tracker.current?.commandLine ?? null,
    role: null,
    tags: [],
    agent_id: null,
  };
}
