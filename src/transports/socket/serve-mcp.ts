import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import {parseSessionId} from '../../core/index.ts';
import type {Caller} from '../../engine/index.ts';
import {activeSessionNotice} from '../bridge/active-session.ts';
import {createMcpFactory} from '../mcp/factory.ts';
import {serveMcpLines} from '../mcp/serve-lines.ts';
import type {Header} from './header.ts';
import type {SocketServerOptions} from './socket-server.ts';

/** Serves one bridge. The caller is the bridge (its `key`), so the active session outlives connection and server. */
export async function serveMcpSocket(socket: Socket, header: Header, options: SocketServerOptions): Promise<void> {
  const key = `mcp:${header.fields.key ?? randomUUID()}`;
  restoreActiveSession(key, header.fields.active, options);
  const factory = createMcpFactory({
    engine: options.engine,
    tools: options.tools,
    serverInfo: {name: options.serverName ?? 'cotty', title: 'cotty', version: options.version},
    ...(options.instructions !== undefined && {instructions: options.instructions}),
    callerKey: () => key,
    onActiveSession: (caller: Caller) => void socket.write(activeSessionNotice(caller.activeSessionId)),
  });
  await serveMcpLines(factory, {input: socket, output: socket});
  socket.destroy();
}

function restoreActiveSession(key: string, activeSession: string | undefined, {engine}: SocketServerOptions): void {
  const id = parseSessionId(activeSession ?? '');
  if (id === undefined || !engine.sessions().some(session => session.id === id)) return;
  const caller = engine.caller(key, {type: 'agent', name: 'unknown'});
  caller.activeSessionId ??= id;
}
