/** `/runs`: the pseudo-terminal's runs for the page: what was run, by whom, and how it ended. */
import type {IncomingMessage, ServerResponse} from 'node:http';
import {z} from 'zod';
import {LinkedAbort} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import {maskValue} from '../../tools/index.ts';
import type {BrowserLogin} from './browser-login.ts';
import {checked} from './checked.ts';
import {queryOf} from './guards.ts';
import {readJsonBody} from './read-body.ts';
import {RouteTable} from './route-table.ts';
import {sendJson} from './send-json.ts';

const MOST_RUNS = 100;
const MOST_BODY_BYTES = 256 * 1024;
/** Whom the record names. */
const CALLER = 'browser';
/** Whoever has the token, and is no browser that was let in. */
const PROGRAM = {type: 'agent', name: 'http', via: 'http'} as const;

interface Call {
  readonly engine: Engine;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when nobody waits any more, which stops a run too. */
  readonly signal: AbortSignal;
  readonly isPerson: boolean;
}

const routes = new RouteTable<(call: Call) => Promise<void>>({
  'GET /runs': list,
  'POST /runs': exec,
  'POST /runs/stop': stop,
  'POST /runs/replay': replay,
  'GET /runs/artifact': artifact,
});

export const runPaths = routes.paths;

/** Throws `CottyError`. */
export async function serveRunRoute(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  {engine, login}: {readonly engine: Engine; readonly login: Pick<BrowserLogin, 'isPerson'>},
): Promise<void> {
  const route = routes.find(request.method, path, response);
  if (!route) return;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const isPerson = login.isPerson(request);
  await engine.busyWith(() => route({engine, request, response, signal: gone.signal, isPerson}));
}

async function list({engine, response}: Call): Promise<void> {
  const runs = (await engine.pseudoTerminal()).runs(MOST_RUNS);
  const told = runs.map(
    ({parsed_command: _, facts: _facts, digest: _digest, stdin: _stdin, stdin_file: _file, ...run}) => run,
  );
  sendJson(response, 200, maskValue({runs: told}, engine.secrets));
}

/** Runs by the key that whoever asked for one has given it, and may stop it by. */
const running = new Map<string, LinkedAbort>();
const runKey = z.string().min(16).max(64);

async function exec({engine, request, response, signal, isPerson}: Call): Promise<void> {
  const {command, key} = checked(
    z.strictObject({command: z.string().min(1).max(20_000), key: runKey.optional()}),
    await readJsonBody(request, MOST_BODY_BYTES),
  );
  await permitted(engine, isPerson, command);
  using stopped = new LinkedAbort(signal);
  if (key !== undefined) running.set(key, stopped);
  try {
    const host = await engine.pseudoTerminal();
    const scope = {caller: CALLER, signal: stopped.signal, asks: true};
    sendJson(response, 200, maskValue(await host.exec({command}, scope), engine.secrets));
  } finally {
    if (key !== undefined) running.delete(key);
  }
}

/** The run is answered as cancelled, once it is on record. */
async function stop({request, response}: Call): Promise<void> {
  const {key} = checked(z.strictObject({key: runKey}), await readJsonBody(request, MOST_BODY_BYTES));
  const run = running.get(key);
  run?.abort();
  sendJson(response, 200, {stopped: run !== undefined});
}

async function replay({engine, request, response, signal, isPerson}: Call): Promise<void> {
  const {run_id} = checked(z.strictObject({run_id: z.string()}), await readJsonBody(request, MOST_BODY_BYTES));
  await permitted(engine, isPerson, `replay ${run_id}`);
  const {result, isSame} = await (await engine.pseudoTerminal()).replay(run_id, {caller: CALLER, signal});
  sendJson(response, 200, maskValue({...result, is_same: isSame}, engine.secrets));
}

/** Errors: `denied` for a program that may not, or not before a person has said yes. */
async function permitted({permits}: Engine, isPerson: boolean, command: string): Promise<void> {
  const place = {id: null, name: null, cwd: null};
  const called = {tool: 'terminal_exec', reads: false, place, call: `terminal_exec ${command}`};
  if (!isPerson) await permits?.require(PROGRAM, called);
}

/** As text, whatever it is: the page shows it, and nothing of it is run. */
async function artifact({engine, request, response}: Call): Promise<void> {
  const query = Object.fromEntries(queryOf(request));
  const {run_id, path} = checked(z.strictObject({run_id: z.string(), path: z.string()}), query);
  const all = (await engine.pseudoTerminal()).artifact(run_id, path);
  const bytes = engine.secrets?.maskBytes(all) ?? all;
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}
