import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import type {Socket} from 'node:net';
import {type Actor, asCottyError, CottyError, parseSessionId, type SessionId} from '../../core/index.ts';
import type {Caller} from '../../engine/index.ts';
import {type FollowingTerminal, findTool} from '../../tools/index.ts';
import {invokeTool} from '../invoke-tool.ts';
import {guessId} from '../wire/json-rpc-error.ts';
import {MAX_CLIENT_LINE_BYTES} from '../wire/line-limit.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';
import {connectionCaller} from './connection-caller.ts';
import {parseEnvironment} from './environment-field.ts';
import type {Header} from './header.ts';
import type {RpcReply, RpcRequest, RpcTerminal} from './rpc-messages.ts';
import type {SocketServerOptions} from './socket-server-options.ts';
import {restoreActiveSession} from './watched-caller.ts';

/** Serves one command-line connection. When the client vanishes, its waits end (its commands go on). */
export function serveRpc(socket: Socket, header: Header, options: SocketServerOptions): void {
  const {key = randomUUID(), cwd, inside} = header.fields;
  const env = parseEnvironment(header.fields.env);
  const {engine, activeSession} = options;
  const shared = engine.caller(`rpc:${key}`, actorOf(header));
  restoreActiveSession(shared, engine, parseSessionId(activeSession?.recall() ?? ''));
  const onActiveSession = (id: SessionId | null) => activeSession?.keep(id);
  const caller = connectionCaller(shared, {cwd, env, insideSessionId: inside, onActiveSession});
  const present = engine.present(caller);
  const calls = new Map<number, AbortController>();
  const lines = new LineSplitter(MAX_CLIENT_LINE_BYTES);
  /** False while the other side does not keep up. */
  const reply = (message: RpcReply) => socket.destroyed || socket.write(`${JSON.stringify(message)}\n`);
  const onLine = (line: Line) => {
    if (line.type === 'overlong') return refuse(line);
    const request = readRequest(line);
    if (request === undefined) return void socket.destroy();
    if ('cancel' in request) return calls.get(request.id)?.abort();
    const abort = new AbortController();
    calls.set(request.id, abort);
    answer(request, {caller, options, signal: abort.signal, socket, reply})
      .catch((error: unknown) => reply({id: request.id, error: asCottyError(error).toJSON()}))
      .finally(() => calls.delete(request.id));
  };
  const refuse = ({head, tail, sizeBytes}: Extract<Line, {type: 'overlong'}>) => {
    const id = guessId(head, tail);
    if (typeof id !== 'number') return void socket.destroy();
    const hint = 'Send it in smaller pieces, or put it into a file.';
    reply({
      id,
      error: new CottyError('too_large', `The request is ${sizeBytes} bytes, which is too long.`, hint).toJSON(),
    });
  };
  socket.on('data', (chunk: Buffer) => lines.push(chunk).forEach(onLine));
  socket.once('close', () => {
    for (const call of calls.values()) call.abort();
    present[Symbol.dispose]();
  });
  socket.resume();
}

interface AnswerContext {
  readonly caller: Caller;
  readonly options: SocketServerOptions;
  readonly signal: AbortSignal;
  readonly socket: Socket;
  readonly reply: (message: RpcReply) => boolean;
}

async function answer(request: Exclude<RpcRequest, {cancel: true}>, context: AnswerContext): Promise<void> {
  const {options, caller, signal, reply} = context;
  const {id} = request;
  if ('method' in request) {
    const method = options.methods?.[request.method];
    if (!method) throw unknownMethod(request.method);
    return void reply({id, result: (await method(request.params, {signal, env: caller.env})) ?? null});
  }
  const outcome = await invokeTool(findTool(options.tools, request.tool), request.input ?? {}, {
    engine: options.engine,
    caller,
    signal,
    onProgress: progress => void reply({id, progress}),
    ...(request.tells_output && {onOutput: output => tell({id, output}, context)}),
    ...(request.terminal && {terminal: followingTerminal(id, request.terminal, context)}),
    requestId: request.request_id,
  });
  reply({id, result: outcome});
}

function followingTerminal(id: number, {cols, rows, answers}: RpcTerminal, context: AnswerContext): FollowingTerminal {
  return {
    cols,
    rows,
    onBytes: ({bytes, ...piece}) =>
      tell({id, printed: {...piece, base64: Buffer.from(bytes).toString('base64')}}, context),
    onAsked: answers ? asked => void context.reply({id, asked}) : undefined,
  };
}

/** Whoever reads slowly is told slowly; the output waits in the log meanwhile. */
async function tell(news: RpcReply, {reply, socket, signal}: AnswerContext): Promise<void> {
  if (!reply(news)) await once(socket, 'drain', {signal});
}

function readRequest(line: Extract<Line, {type: 'line'}>): RpcRequest | undefined {
  try {
    const value: unknown = JSON.parse(line.bytes.toString('utf8'));
    return isRequest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRequest(value: unknown): value is RpcRequest {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'number') return false;
  if ('cancel' in value) return value.cancel === true;
  if ('tool' in value) return typeof value.tool === 'string';
  return 'method' in value && typeof value.method === 'string';
}

function actorOf({fields}: Header): Actor {
  const name = fields.name ?? 'command line';
  return fields.actor === 'agent' ? {type: 'agent', name} : {type: 'person', name};
}

function unknownMethod(name: string): CottyError {
  return new CottyError(
    'protocol_error',
    `The server has no method "${name}".`,
    'Bring both sides to the same version.',
  );
}
