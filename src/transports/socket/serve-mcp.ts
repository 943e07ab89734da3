import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import {parseSessionId} from '../../core/index.ts';
import {activeSessionNotice} from '../bridge/active-session.ts';
import {createMcpFactory} from '../mcp/factory.ts';
import {serveMcpLines} from '../mcp/serve-lines.ts';
import {parseEnvironment} from './environment-field.ts';
import type {Header} from './header.ts';
import type {ConnectionOptions} from './socket-server-options.ts';
import {restoreActiveSession, watchedCaller} from './watched-caller.ts';

/** Serves one bridge. The caller is the bridge (its `key`), so the active session outlives connection and server. */
export async function serveMcpSocket(socket: Socket, header: Header, options: ConnectionOptions): Promise<void> {
  const key = `mcp:${header.fields.key ?? randomUUID()}`;
  const env = parseEnvironment(header.fields.env);
  const {credentials} = options.identity;
  const bridgePid = credentials.type === 'peer' ? credentials.pid : null;
  let before = parseSessionId(header.fields.active ?? '');
  const factory = createMcpFactory({
    engine: options.engine,
    tools: options.mcpTools?.(header.fields) ?? options.tools,
    serverInfo: {name: options.serverName ?? 'cotty', title: 'cotty', version: options.version},
    ...(options.instructions !== undefined && {instructions: options.instructions}),
    identity: options.identity,
    hasPerson: options.hasPerson && (async () => (await options.hasPerson?.(bridgePid)) ?? true),
    callerKey: () => key,
    prepareCaller: caller => {
      // Once: whatever the caller does about its sessions later is its own business.
      restoreActiveSession(caller, options.engine, before);
      before = undefined;
      caller.cwd ??= header.fields.cwd;
      caller.env ??= env;
      caller.insideSessionId ??= header.fields.inside;
      return watchedCaller(caller, id => void (socket.writable && socket.write(activeSessionNotice(id))));
    },
  });
  using _present = options.engine.present({key});
  await serveMcpLines(factory, {input: socket, output: socket});
  socket.destroy();
}
