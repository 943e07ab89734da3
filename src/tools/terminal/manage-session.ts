import {z} from 'zod';
import {CottyError, sandboxName, showControls} from '../../core/index.ts';
import {
  type Caller,
  folderPath,
  integrateShell,
  recoverSession,
  type Services,
  type Session,
  sandboxWishes,
} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionId} from './fields.ts';
import {reading} from './reading.ts';
import {type ListOptions, sessionFacts, sessionLine, sessionRows} from './session-rows.ts';

const input = z.object({
  action: z.enum([
    'list',
    'create',
    'split',
    'close',
    'focus',
    'rename',
    'resize',
    'adopt',
    'release',
    'integrate',
    'recover',
  ]),
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
  shell: z.string().min(1).max(4096).optional().describe('create: path or name. integrate: if asked.'),
  cols: z.int().min(1).max(2000).optional(),
  rows: z.int().min(1).max(2000).optional(),
  backend: z.enum(['pty', 'tmux', 'iterm2']).optional(),
  sandbox: z.enum(sandboxWishes).optional().describe('create: what runs writes to its project only, sees no secrets.'),
  all: z.boolean().optional().describe('list: ended ones too.'),
});

/** What could not be started: sessions may live there that nobody sees. */
const unavailable = z.object({backend: z.string(), code: z.string(), message: z.string(), hint: z.string()});

/** A terminal that is no session: `id` is what adopt takes as session_id. */
const adoptable = z.object({
  id: z.string(),
  backend: z.string(),
  title: z.string(),
  cwd: z.string().nullable(),
  program: z.string().nullable(),
});

type Input = z.output<typeof input>;
type Sessions = Services['sessions'];

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
  needs: ['sessions'],
  input,
  output: z.object({
    sessions: z.array(sessionFacts).optional(),
    ended_omitted: z.int().optional(),
    unavailable: z.array(unavailable).optional(),
    adoptable: z.array(adoptable).optional(),
    released: z.string().optional(),
    session_id: z.string().optional(),
    closed: z.string().optional(),
    already_ended: z.boolean().optional(),
    focused: z.string().optional(),
    name: z.string().optional(),
    cols: z.int().optional(),
    rows: z.int().optional(),
    shell: z.string().optional(),
    shell_integration: z.string().optional(),
    recovered: z.string().optional(),
    cwd: z.string().optional(),
    sandbox: z.string().optional(),
    environment: z.enum(['kept', 'caller']).optional(),
  }),
  async run({input: wanted, services: {sessions, activity}, caller, signal}) {
    switch (wanted.action) {
      case 'list':
        return list(sessions, {all: wanted.all ?? false, mayRead: reading(activity, caller)});
      case 'create':
        return create(sessions, caller, wanted);
      case 'split':
        return split(sessions, caller, wanted);
      case 'close':
        return close(sessions, caller, wanted);
      case 'focus':
        return focus(sessions, caller, wanted);
      case 'rename':
        return rename(sessions, caller, wanted);
      case 'resize':
        return resize(sessions, caller, wanted);
      case 'integrate':
        return integrate(sessions, caller, wanted, signal);
      case 'recover':
        return recover(sessions, caller, wanted);
      case 'adopt':
        return adopt(sessions, caller, wanted);
      case 'release':
        return release(sessions, caller, wanted);
      default:
        return wanted.action satisfies never;
    }
  },
  present(value) {
    const {sessions, unavailable: broken = [], adoptable: others = [], ...facts} = value;
    const offers = others.map(({id, backend, title}) => `adoptable: ${id} (${backend}) ${title}`);
    const warnings = broken.map(({backend, message, hint}) => `${backend} is not available: ${message} ${hint}`);
    const lines = [...(sessions?.map(sessionLine) ?? []), ...[...offers, ...warnings].map(showControls)];
    return {facts: sessions ? {sessions: sessions.length, ...facts} : facts, text: lines.join('\n')};
  },
});

async function list(sessions: Sessions, options: ListOptions) {
  const {terminals, failures} = await sessions.foreign.find();
  const broken = sessions.backends.flatMap(({kind, failure}) => (failure ? [[kind, failure] as const] : []));
  const without = [...broken, ...failures].map(([backend, error]) => ({backend, ...error.toJSON()}));
  return {
    ...(await sessionRows(sessions, options)),
    ...(terminals.length > 0 ? {adoptable: [...terminals]} : {}),
    ...(without.length > 0 ? {unavailable: without} : {}),
  };
}

async function create(sessions: Sessions, caller: Caller, wanted: Input) {
  if (wanted.profile !== undefined) await sessions.panes.checkProfile(wanted.backend, wanted.profile);
  return opened(
    caller,
    await sessions.open({...openingOf(caller, wanted), backend: wanted.backend, sandbox: wanted.sandbox}),
  );
}

function openingOf(caller: Caller, {cwd, shell, env, cols, rows, name, profile}: Input) {
  const folder = cwd === undefined ? caller.cwd : folderPath(cwd, caller.cwd);
  return {shell, cwd: folder, baseEnv: caller.env, env, cols, rows, name, profile};
}

/** The caller goes on in it. */
function opened(caller: Caller, session: Session) {
  caller.activeSessionId = session.id;
  const {sandbox} = session.facts;
  return {
    session_id: session.id,
    ...(session.name ? {name: session.name} : {}),
    ...(sandbox ? {sandbox: sandboxName(sandbox)} : {}),
  };
}

/** A built-in terminal has no window to divide: the new session starts beside the old one, in its directory. */
async function split(sessions: Sessions, caller: Caller, wanted: Input) {
  const {session: origin} = await sessions.meant.of(caller, wanted.session_id);
  const {backend} = origin.facts;
  const beside = {
    ...wanted,
    backend,
    cwd: wanted.cwd ?? origin.tracker.cwd,
    shell: wanted.shell ?? origin.facts.argv[0],
    sandbox: wanted.sandbox ?? (origin.facts.sandbox && sandboxName(origin.facts.sandbox)),
  };
  if (!sessions.panes.layout(backend)) {
    const {cols, rows} = origin.tracker;
    return create(sessions, caller, {...beside, cols: wanted.cols ?? cols, rows: wanted.rows ?? rows});
  }
  if (wanted.sandbox !== undefined && wanted.sandbox !== 'off') throw unconfinable(backend);
  if (wanted.profile !== undefined) await sessions.panes.checkProfile(backend, wanted.profile);
  const {direction = 'horizontal'} = wanted;
  return opened(caller, await sessions.panes.split(origin, direction, openingOf(caller, beside)));
}

function unconfinable(backend: string): CottyError {
  return new CottyError(
    'not_supported',
    `A pane of ${backend} cannot be sandboxed.`,
    'Open a session of its own with manage_session action=create and sandbox.',
  );
}

/** `session_id` is what the list calls the terminal. */
async function adopt(sessions: Sessions, caller: Caller, wanted: Input) {
  if (wanted.session_id === undefined) throw missing('adopt', 'session_id');
  return opened(caller, await sessions.foreign.adopt(wanted.session_id, wanted.backend, caller.env));
}

async function release(sessions: Sessions, caller: Caller, wanted: Input) {
  const session = explicitSession(sessions, caller, wanted);
  sessions.meant.refuseOwn(caller, session);
  await session.release();
  if (caller.activeSessionId === session.id) caller.activeSessionId = null;
  return {released: session.id, session_id: session.id};
}

async function close(sessions: Sessions, caller: Caller, wanted: Input) {
  const session = explicitSession(sessions, caller, wanted);
  sessions.meant.refuseOwn(caller, session);
  const hadEnded = session.isClosed;
  await session.close();
  if (caller.activeSessionId === session.id) caller.activeSessionId = null;
  return {closed: session.id, session_id: session.id, ...(hadEnded ? {already_ended: true} : {})};
}

async function focus(sessions: Sessions, caller: Caller, wanted: Input) {
  const session = explicitSession(sessions, caller, wanted);
  session.requireOpen();
  await sessions.panes.focus(session);
  caller.activeSessionId = session.id;
  return {focused: session.id, session_id: session.id};
}

async function rename(sessions: Sessions, caller: Caller, wanted: Input) {
  if (wanted.name === undefined) throw missing('rename', 'name');
  const session = explicitSession(sessions, caller, wanted);
  await session.link.rename(wanted.name);
  return {session_id: session.id, name: wanted.name};
}

async function resize(sessions: Sessions, caller: Caller, wanted: Input) {
  if (wanted.cols === undefined && wanted.rows === undefined) throw missing('resize', 'cols and rows');
  const session = explicitSession(sessions, caller, wanted);
  session.requireOpen();
  const cols = wanted.cols ?? session.tracker.cols;
  const rows = wanted.rows ?? session.tracker.rows;
  await session.link.resize(cols, rows);
  // An application gives what it has room for.
  return {session_id: session.id, cols: session.tracker.cols, rows: session.tracker.rows};
}

async function integrate(sessions: Sessions, caller: Caller, wanted: Input, signal: AbortSignal) {
  const session = explicitSession(sessions, caller, wanted);
  sessions.meant.refuseOwn(caller, session);
  const {family, integration} = await integrateShell(session, {
    by: caller.actor,
    shell: wanted.shell ?? null,
    signal,
  });
  return {session_id: session.id, shell: family, shell_integration: integration};
}

async function recover(sessions: Sessions, caller: Caller, wanted: Input) {
  if (wanted.session_id === undefined) throw missing('recover', 'session_id');
  const {session, recovered, environment} = await recoverSession(sessions, caller, wanted.session_id);
  const {name, facts} = session;
  const sandbox = facts.sandbox && {sandbox: sandboxName(facts.sandbox)};
  return {session_id: session.id, ...(name ? {name} : {}), ...sandbox, recovered, cwd: facts.cwd, environment};
}

/** Never opens one: closing or renaming a session that was made for it would be absurd. */
function explicitSession(sessions: Sessions, caller: Caller, wanted: Input): Session {
  const reference = wanted.session_id ?? caller.activeSessionId;
  if (reference) {
    const session = sessions.session(reference);
    sessions.noteUse(caller, session);
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
