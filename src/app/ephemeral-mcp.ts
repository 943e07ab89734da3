import {eraseOwnSecrets} from '../backends/index.ts';
import {SecretMask} from '../engine/index.ts';
import {selectTools} from '../tools/index.ts';
import {createMcpFactory, serveMcpLines} from '../transports/index.ts';
import {splitList} from './chosen-toolsets.ts';
import {composeEngine} from './compose-engine.ts';
import {loadConfig} from './config.ts';
import {currentFolder} from './current-folder.ts';
import {guardOf} from './guard-of.ts';
import {locateHome} from './home.ts';
import {parseToolsets} from './toolsets.ts';
import {version} from './version.ts';

export interface EphemeralMcpOptions {
  readonly toolsets: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Serves one MCP client on stdio from this process alone. Sessions and logs end with the client. */
export async function serveEphemeralMcp({toolsets, env}: EphemeralMcpOptions): Promise<void> {
  // This process itself is the parent of what runs in its sessions.
  eraseOwnSecrets();
  const home = locateHome(env);
  const config = await loadConfig({home, env, cwd: currentFolder()});
  const chosen = parseToolsets(toolsets === undefined ? config.server.toolsets : splitList(toolsets));
  await using composed = await composeEngine({
    config,
    host: {type: 'ephemeral'},
    env,
    guard: guardOf({home, env}),
    secrets: config.security.mask_secrets ? new SecretMask(env) : undefined,
  });
  const factory = await createMcpFactory({
    engine: composed.engine,
    tools: selectTools(chosen),
    serverInfo: {name: config.server.name, title: 'cotty', version},
    callerKey: () => 'stdio',
    prepareCaller: caller => Object.assign(caller, {cwd: currentFolder()}),
  });
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stopped.resolve());
  const streams = {input: process.stdin, output: process.stdout};
  await Promise.race([serveMcpLines(factory, streams), stopped.promise]);
  // A signal leaves stdin open, which would keep this process.
  process.stdin.destroy();
}
