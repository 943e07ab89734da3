/**
 * The composition root: where cotty keeps its files, how it is configured, how its server lives, and which parts a server, a
 * library or an MCP mode is made of. What needs an engine loads on first use, so that importing this room costs little.
 */
import type {ComposedEngine, ComposeOptions} from './compose-engine.ts';
import type {EphemeralMcpOptions} from './ephemeral-mcp.ts';
import type {HostAlone} from './host-alone.ts';
import type {PseudoMcpOptions} from './pseudo-mcp.ts';
import type {StoppedServer} from './stop-server.ts';

export {auditPaths} from './audit/audit-paths.ts';
export {type AuditReader, loadAuditReader} from './audit/load-audit-reader.ts';
export {keepCompiledCode, storeCompiledCode} from './compile-cache.ts';
export {defaultConfig, loadConfig} from './config.ts';
export {type ConnectRequest, connectOrStart, connectToRunning} from './connect-server.ts';
export {connectToNext} from './connect-to-next.ts';
export {currentFolder} from './current-folder.ts';
export {type Home, locateHome, prepareHome} from './home.ts';
export {isNodeTooOld} from './node-version.ts';
export {policyHere} from './policy-here.ts';
export {secretsHere} from './secrets-here.ts';
export {toolsetNames} from './toolsets.ts';
export {version} from './version.ts';
export type {StoppedServer};

/** An engine with its backends, as the configuration wants it. */
export async function composeEngine(options: ComposeOptions): Promise<ComposedEngine> {
  const room = await import('./compose-engine.ts');
  return room.composeEngine(options);
}

/** The judge of lines of agents for an engine of this process, by the configuration in COTTY_HOME. */
export async function guardHere(env: NodeJS.ProcessEnv): Promise<ComposeOptions['guard']> {
  const [{guardOf}, {locateHome}] = await Promise.all([import('./guard-of.ts'), import('./home.ts')]);
  return guardOf({home: locateHome(env), env});
}

/** Names of toolsets from a flag or the configuration, checked. */
export async function chosenToolsets(
  ...given: Parameters<typeof import('./chosen-toolsets.ts').chosenToolsets>
): ReturnType<typeof import('./chosen-toolsets.ts').chosenToolsets> {
  const room = await import('./chosen-toolsets.ts');
  return room.chosenToolsets(...given);
}

/** One MCP client on stdio with a server of its own that leaves nothing behind. */
export async function serveEphemeralMcp(options: EphemeralMcpOptions): Promise<void> {
  const room = await import('./ephemeral-mcp.ts');
  return room.serveEphemeralMcp(options);
}

/** One MCP client on stdio with the terminal that starts no program. */
export async function servePseudoMcp(options: PseudoMcpOptions): Promise<void> {
  const room = await import('./pseudo-mcp.ts');
  return room.servePseudoMcp(options);
}

/** A host that lives on without a server. */
export async function lookForHost(
  home: Parameters<typeof import('./host-alone.ts').lookForHost>[0],
): Promise<HostAlone | undefined> {
  const room = await import('./host-alone.ts');
  return room.lookForHost(home);
}

/** How many sessions live without a server, on that host and in other applications; null when nobody can tell. */
export async function sessionsAlone(
  ...given: Parameters<typeof import('./host-alone.ts').sessionsAlone>
): Promise<number | null> {
  const room = await import('./host-alone.ts');
  return room.sessionsAlone(...given);
}

/** Pid of the server of a home, whether or not it answers. */
export async function findServer(
  home: Parameters<typeof import('./server-process.ts').findServer>[0],
): Promise<number | undefined> {
  const room = await import('./server-process.ts');
  return room.findServer(home);
}

/** Ends the server of a home, by force when it must be; resolves when its process is gone. */
export async function stopServer(
  ...given: Parameters<typeof import('./stop-server.ts').stopServer>
): Promise<StoppedServer | undefined> {
  const room = await import('./stop-server.ts');
  return room.stopServer(...given);
}
/** What shows questions to a person on the desktop. */
export {findNotificationProgram} from './notification/notification-program.ts';
