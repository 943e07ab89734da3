import {z} from 'zod';
import {CottyError, showControls} from '../../core/index.ts';
import {
  type Caller,
  type Engine,
  folderPath,
  integrateShell,
  recoverSession,
  type Session,
} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionId} from './fields.ts';
import {sessionFacts, sessionLine, sessionRows} from './session-rows.ts';

const input = z.object({
  action: z.enum(['list', 'create', 'split', 'close', 'focus', 'rename', 'resize', 'adopt', 'integrate', 'recover']),
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
  all: z.boolean().optional().describe('list: also sessions that have ended.'),
});

/** What could not be started: sessions may live there that nobody sees. */
const unavailable = z.object({backend: z.string(), code: z.string(), message: z.string(), hint: z.string()});

type Input = z.output<typeof input>;

export const manageSession = defineTool({
  name: 'manage_session',
  toolset: 'terminal',
  title: 'Manage terminal sessions',
  description:
    'List, create (open), close, focus, rename or resize terminal sessions. A created session lives until closed, also when you disconnect, and becomes your active one; focus makes another one active. integrate gives a shell nested in a session (bash, ssh, docker exec, su) exact exit codes. recover opens a new session where an ended one (session_id) was.',
  effect: 'destroy',
  openWorld: false,
  idempotent: false,
  form: 'status',
  input,
  output: z.object({
    sessions: z.array(sessionFacts).optional(),
    ended_omitted: z.int().optional(),
    unavailable: z.array(unavailable).optional(),
    session_id: z.string().optional(),
    closed: z.string().optional(),
    focused: z.string().optional(),
    name: z.string().optional(),
    cols: z.int().optional(),
    rows: z.int().optional(),
    shell: z.string().optional(),
    shell_integration: z.string().optional(),
    recovered: z.string().optional(),
    cwd: z.string().optional(),
    environment: z.enum(['kept', 'caller']).optional(),
  }),
  async run({input: wanted, engine, caller, signal}) {
    switch (wanted.action) {
      case 'list':
        return list(engine, wanted.all ?? false);
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
      case 'recover':
        return recover(engine, caller, wanted);
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
    const warnings = missing.map(({backend, message, hint}) => `${backend} is not available: ${message} ${hint}`);
    const lines = [...(sessions?.map(sessionLine) ?? []), ...warnings.map(showControls)];
    return {facts: sessions ? {sessions: sessions.length, ...facts} : facts, text: lines.join('\n')};
  },
});

async function list(engine: Engine, all: boolean) {
  const missing = engine.backends.flatMap(({kind, failure}) => (failure ? [{backend: kind, ...failure.toJSON()}] : []));
  return {...(await sessionRows(engine, {all})), ...(missing.length > 0 ? {unavailable: missing} : {})};
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

async function recover(engine: Engine, caller: Caller, wanted: Input) {
  if (wanted.session_id === undefined) throw missing('recover', 'session_id');
  const {session, recovered, environment} = await recoverSession(engine, caller, wanted.session_id);
  const {name, facts} = session;
  return {session_id: session.id, ...(name ? {name} : {}), recovered, cwd: facts.cwd, environment};
}

/** Never opens one: closing or renaming a session that was made for it would be absurd. */
function explicitSession(engine: Engine, caller: Caller, wanted: Input): Session {
  const reference = wanted.session_id ?? caller.activeSessionId;
  if (reference) {
    const session = engine.session(reference);
    engine.noteUse(caller, session);
    return session;
  }
  throw new CottyError(
    'unknown_session',
    `Which session to ${wanted.action}?`,
    'Give session_id; action=list names them.',
  );
}

function missing(action: string, names: string): CottyError {
  return new CottyError('invalid_argument', `action=${action} needs ${names}.`, `Call again with ${names}.`);
}
