import {existsSync, rmSync, watch} from 'node:fs';
import {join} from 'node:path';
import {ownPeer} from '../backends/index.ts';
import type {Actor} from '../core/index.ts';
import {actorOf, type Engine, placeOfSession, SecretMask, type Session} from '../engine/index.ts';
import {writePrivateFile} from '../private/index.ts';
import {selectTools} from '../tools/index.ts';
import {createSocketServer, preloadTransports} from '../transports/index.ts';
import {AgentProcesses} from './agent-processes.ts';
import {answerApproval, approvalMethods} from './approval-methods.ts';
import {openAudit} from './audit/open-audit.ts';
import {CleanUp} from './clean-up.ts';
import {composeEngine} from './compose-engine.ts';
import {loadConfig} from './config.ts';
import {EffectivePolicy} from './effective-policy.ts';
import {folderLook} from './folder-look.ts';
import type {Home} from './home.ts';
import {HttpDoor} from './http-door.ts';
import {IdleExit} from './idle-exit.ts';
import {Iterm2Door} from './iterm2-door.ts';
import {notificationsOf} from './notification/notifications-of.ts';
import {TerminalAlerts} from './notification/terminal-alerts.ts';
import {recordingMethods} from './recording-methods.ts';
import {sessionMemory} from './session-memory.ts';
import {parseToolsets} from './toolsets.ts';
import {version} from './version.ts';

export {tellFailure} from '../backends/index.ts';

export interface RunServerOptions {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  /** Called once the socket takes connections. */
  readonly onReady: () => void;
}

/** Serves this home until it is asked to stop, gets SIGTERM or SIGINT, or is idle for long. Sessions stay with the host. */
export async function runServer({home, env, onReady}: RunServerOptions): Promise<void> {
  const startedAt = performance.now();
  const config = await loadConfig({home, env});
  await using cleanUp = new CleanUp();
  const audit = config.audit.enabled ? openAudit({home, config, env}) : undefined;
  const policies = new EffectivePolicy({home, env, onChange: change => void audit?.policyChanged(change)});
  const {engine, hostPid} = cleanUp.use(
    await composeEngine({
      config,
      host: {type: 'process', home: home.path},
      env,
      secrets: config.security.mask_secrets ? new SecretMask(env) : undefined,
      guard: {
        policies,
        ownFolder: home.path,
        look: folderLook([home.configFile, config.audit.log_path ?? []].flat()),
        log: audit,
      },
      onUnadopted: (id, error) => console.error(`${new Date().toISOString()} not adopted: ${id}: ${error.message}`),
      onBackendFailed: (kind, error) =>
        console.error(`${new Date().toISOString()} ${kind} backend: ${error.code}: ${error.message} ${error.hint}`),
    }),
  );
  if (audit) cleanUp.use(audit.follow(engine));
  const agents = new AgentProcesses(engine);
  const notifications = notificationsOf({engine, home, env, use: config.security.notifications});
  if (notifications) cleanUp.use(notifications);
  cleanUp.use(new TerminalAlerts({engine, answer: (id, answer) => void answerApproval({engine, home}, id, answer)}));
  const stop = stopSignal(cleanUp);
  const idle = cleanUp.use(new IdleExit(config.server.idle_exit_minutes * 60_000, stop.now));
  const http = cleanUp.use(new HttpDoor({home, engine, config, agents}));
  const iterm2 = cleanUp.use(new Iterm2Door({home, engine, ownPeer}));
  let connections = 0;
  const look = () => idle.update(connections === 0 && engine.isIdle);
  const status = async () => ({
    pid: process.pid,
    host_pid: await hostPid(),
    version,
    sessions: living(engine).length,
    backends: engine.backends.map(({kind, failure}) => ({
      backend: kind,
      state: failure ? 'unavailable' : 'ready',
      ...(failure ? {error: failure.toJSON()} : {}),
    })),
    ...(engine.unadopted.size > 0 ? {unadopted: [...engine.unadopted.keys()]} : {}),
    connections,
    uptime_ms: Math.round(performance.now() - startedAt),
    home: home.path,
  });
  const server = await createSocketServer({
    path: home.serverSocket,
    version,
    engine,
    tools: selectTools(['all']),
    mcpTools: ({toolsets}) => selectTools(parseToolsets(toolsets?.split(',') ?? config.server.toolsets)),
    serverName: config.server.name,
    methods: {
      status,
      stop: async (params, {identity}) => {
        if (isSet(params, 'sessions')) await closeAll(engine, actorOf(identity, 'stop'));
        stop.now();
        // Answered by the end of the connection: then the server is gone.
        return new Promise(() => {});
      },
      ...approvalMethods({engine, home, agents}),
      ...recordingMethods(engine),
      http_open: (params, context) => http.open(params, context),
      http_link: (params, context) => http.link(params, context),
      http_hold: (params, context) => http.hold(params, context.signal),
      iterm2_open: (params, context) => iterm2.open(params, context.env),
      iterm2_cookie: async params => iterm2.cookie(params),
      iterm2_hold: (params, context) => iterm2.hold(params, context.signal),
    },
    ownPeer,
    onMcpClient: pid => void agents.noteClient(pid),
    hasPerson: pid => agents.hasPerson(pid),
    activeSession: sessionMemory(join(home.run, 'active-session')),
    onConnectionsChange: open => {
      connections = open;
      look();
    },
  });
  cleanUp.use(server);
  // First of all: whoever is told that the server has stopped finds the audit closed, and nothing is let through after it.
  if (audit) cleanUp.use(audit);
  engine.onMaybeIdle(look);
  writePrivateFile(home.serverPidFile, `${process.pid}\n`);
  cleanUp.defer(() => {
    rmSync(home.serverPidFile, {force: true});
    rmSync(home.serverSocket, {force: true});
  });
  const socketWatch = watch(home.run, () => {
    // The home was deleted under us: nobody can connect any more.
    if (!existsSync(home.serverSocket)) stop.now();
  });
  socketWatch.on('error', stop.now);
  cleanUp.defer(() => socketWatch.close());
  look();
  onReady();
  const preload = setTimeout(() => void preloadTransports(), PRELOAD_AFTER_MS);
  cleanUp.defer(() => clearTimeout(preload));
  await stop.wanted;
  endWithin(ENDING_MS);
}

/**
 * Half of what a start takes is for those who speak MCP or HTTP. Whoever needs it at once loads it by asking; otherwise it waits until
 * whoever has started the server is through with the first commands, and nobody has replaced the files yet.
 */
const PRELOAD_AFTER_MS = 10_000;

const ENDING_MS = 10_000;

/** What does not give itself back must not keep a server that nobody can reach. */
function endWithin(limitMs: number): void {
  const give = (): never => {
    console.error(`${new Date().toISOString()} the server could not end in order within ${limitMs} ms`);
    process.exit(1);
  };
  setTimeout(give, limitMs).unref();
}

function stopSignal(cleanUp: CleanUp): {readonly now: () => void; readonly wanted: Promise<void>} {
  const {promise, resolve} = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, resolve);
    cleanUp.defer(() => void process.off(signal, resolve));
  }
  return {now: resolve, wanted: promise};
}

/** All or, where one may not be closed, none. */
async function closeAll(engine: Engine, by: Actor): Promise<void> {
  const sessions = living(engine);
  for (const session of sessions)
    await engine.permits?.require(by, {
      tool: 'manage_session:close',
      reads: false,
      place: placeOfSession(session),
      call: `manage_session:close ${session.id}`,
    });
  await Promise.all(sessions.map(session => session.close()));
}

function living(engine: Engine): readonly Session[] {
  return engine.sessions().filter(session => !session.isClosed);
}

function isSet(params: unknown, name: string): boolean {
  return typeof params === 'object' && params !== null && Reflect.get(params, name) === true;
}
