/** `POST /mcp/run`, `/mcp/send_keys`, `/mcp/wait_for_stable_output` and `GET /mcp/screenshot`: a terminal for whoever has nothing but curl. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {z} from 'zod';
import {CottyError, isCottyError, logCursor, Patience} from '../../core/index.ts';
import {
  awaitStableScreen,
  type Engine,
  lineAnswered,
  type Session,
  sendText,
  type ThemeName,
  themes,
  typeRaw,
} from '../../engine/index.ts';
import {checked} from './checked.ts';
import {queryOf} from './guards.ts';
import {readJsonBody} from './read-body.ts';
import {type ReaderOptions, requireReading} from './reader.ts';
import {sendJson} from './send-json.ts';

export interface TerminalRoutesOptions extends ReaderOptions {
  readonly maxBodyBytes: number;
  /** The session of calls that name none. */
  readonly defaultSession: () => Promise<Session>;
  /** False where `--browser=off` was said. */
  readonly hasBrowser: boolean;
}

type Route = (call: Call) => Promise<void>;

interface Call {
  readonly options: TerminalRoutesOptions;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly session: Session;
  readonly signal: AbortSignal;
}

const routes: Readonly<
  Record<string, {readonly method: 'GET' | 'POST'; readonly run: Route; readonly reads?: string}>
> = {
  '/mcp/run': {method: 'POST', run},
  '/mcp/send_keys': {method: 'POST', run: pressKeys},
  '/mcp/screenshot': {method: 'GET', run: screenshot, reads: 'screenshot'},
  '/mcp/wait_for_stable_output': {method: 'POST', run: waitForStable, reads: 'wait_for_stable_output'},
};

export const terminalPaths: readonly string[] = Object.keys(routes);

/** Throws `CottyError`. */
export async function serveTerminalRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: TerminalRoutesOptions,
): Promise<void> {
  const route = routes[path];
  if (!route) return;
  if (request.method !== route.method) {
    const error = new CottyError(
      'invalid_argument',
      `${path} is called with ${route.method}.`,
      `Send ${route.method}.`,
    );
    return sendJson(response, 405, error.toJSON(), {allow: route.method});
  }
  const query = queryOf(request);
  const reference = query.get('session');
  const session = reference ? options.engine.session(reference) : await options.defaultSession();
  if (route.reads) await requireReading(request, session.id, {...options, tool: route.reads});
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const call = {options, request, response, query, session, signal: gone.signal};
  await options.engine.busyWith(() => route.run(call));
}

const caller = {type: 'agent', name: 'http', via: 'http'} as const;

/** What an agent confirms by calling again, whoever wrote the script has meant; what only a person decides is asked as ever. */
const confirm = z.boolean().default(true);

/** Types the line and Enter, whatever has the terminal. */
async function run({options, request, response, session, signal}: Call): Promise<void> {
  const schema = z.strictObject({command: z.string().min(1).max(1_000_000), confirm});
  const {command, ...consent} = await body(request, options, schema);
  // A line that was typed just before stands there until the shell has taken it.
  if (session.tracker.isTypedOn) await lineAnswered(session, ANSWERED_MS, signal);
  const wasTypedOn = session.tracker.isTypedOn;
  try {
    await sendText(session, command, {by: {...caller, tool: 'send_text'}, signal, paste: true, submit: true, consent});
  } catch (error) {
    // It would stand before the next one. Where others type it is theirs.
    if (!wasTypedOn && !isCottyError(error, 'input_held') && session.tracker.phase === 'prompt')
      await takeOff(session, signal);
    throw error;
  }
  sendJson(response, 200, {status: 'command sent'});
}

/** What stands on the line was this caller's alone. Whoever calls next finds it empty. */
async function takeOff(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker, waiters} = session;
  await typeRaw(session, INTERRUPT, {by: caller, signal});
  using limit = new Patience(ANSWERED_MS, signal);
  await waiters.until(() => (tracker.isTypedOn ? undefined : true), limit.signal).catch(() => undefined);
}

/** A shell answers a ^C at once, unless nobody gives it a processor. */
const ANSWERED_MS = 2000;

const INTERRUPT = Buffer.from('\x03');

/** The bytes of a terminal: control characters and escape sequences as they are. */
async function pressKeys({options, request, response, session, signal}: Call): Promise<void> {
  const schema = z.strictObject({keys: z.string().min(1).max(1_000_000), confirm});
  const {keys, ...consent} = await body(request, options, schema);
  await typeRaw(session, Buffer.from(keys), {by: {...caller, tool: 'send_keys'}, signal, consent});
  sendJson(response, 200, {status: 'keys sent'});
}

async function waitForStable({options, request, response, session, signal}: Call): Promise<void> {
  const schema = z.strictObject({
    timeout_seconds: z.number().min(0).max(3600).default(10),
    quiet_ms: z.int().min(0).max(60_000).default(500),
  });
  const {timeout_seconds, quiet_ms: quietMs} = await body(request, options, schema);
  const isStable = await awaitStableScreen(session, {quietMs, timeoutMs: timeout_seconds * 1000, signal});
  sendJson(
    response,
    200,
    isStable ? {status: 'output is stable'} : {status: 'error', message: 'timeout waiting for stable output'},
  );
}

const pictureQuery = z.strictObject({
  session: z.string().optional(),
  engine: z.enum(['browser', 'embedded']).optional(),
  theme: z.enum(Object.keys(themes) as [ThemeName, ...ThemeName[]]).default('dark'),
  scale: z.coerce.number().int().min(1).max(4).default(1),
  at: z.coerce.number().int().min(0).optional(),
});

async function screenshot({options, response, query, session, signal}: Call): Promise<void> {
  const {engine: asked, theme, scale, at} = checked(pictureQuery, Object.fromEntries(query));
  const engine = asked ?? (options.hasBrowser ? 'browser' : 'embedded');
  if (engine === 'browser' && !options.hasBrowser)
    throw new CottyError(
      'not_supported',
      'This cotty serve was started with --browser=off.',
      'Leave engine out, or start it with --browser=lazy.',
    );
  const moment = at === undefined ? undefined : logCursor(at);
  const bytes =
    engine === 'browser'
      ? await options.engine.browserPicture(session, {theme, scale, at: moment, signal})
      : await embedded(options.engine, session, {theme, scale, moment, signal});
  response.writeHead(200, {
    'content-type': 'image/png',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

async function embedded(
  engine: Engine,
  session: Session,
  {
    theme,
    scale,
    moment,
    signal,
  }: {theme: ThemeName; scale: number; moment: ReturnType<typeof logCursor> | undefined; signal: AbortSignal},
): Promise<Uint8Array> {
  const {grid} = await engine.screens.gridAt(session.id, moment);
  return (await engine.pictures.make({grid, format: 'png', theme, scale}, {signal})).bytes;
}

async function body<Schema extends z.ZodType>(
  request: IncomingMessage,
  {maxBodyBytes}: TerminalRoutesOptions,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checked(schema, await readJsonBody(request, maxBodyBytes));
}
