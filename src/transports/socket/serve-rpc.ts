import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import type {Socket} from 'node:net';
import {asCottyError, CottyError, parseSessionId, type SessionId} from '../../core/index.ts';
import {type Caller, type Size, servicesOf} from '../../engine/index.ts';
import {type FollowingTerminal, findTool} from '../../tools/index.ts';
import {guessId} from '../wire/json-rpc-error.ts';
import {MAX_CLIENT_LINE_BYTES} from '../wire/line-limit.ts';
import {type Line, LineSplitter} from '../wire/line-splitter.ts';
import {connectionCaller} from './connection-caller.ts';
import {parseEnvironment} from './environment-field.ts';
import type {Header} from './header.ts';
import type {RpcReply, RpcRequest, RpcTerminal} from './rpc-messages.ts';
import type {ConnectionOptions, SocketServerOptions} from './socket-server-options.ts';
import {restoreActiveSession} from './watched-caller.ts';

/** Serves one command-line connection. When the client vanishes, its waits end (its commands go on). */
export function serveRpc(socket: Socket, header: Header, options: ConnectionOptions): void {
  const {key = randomUUID(), cwd, inside} = header.fields;
  const env = parseEnvironment(header.fields.env);
  const {engine, identity} = options;
  // Agents that have named themselves have sessions of their own.
  const activeSession = identity.agentId === null ? options.activeSession : undefined;
  const shared = engine.caller(`rpc:${key}`, identity);
  restoreActiveSession(shared, engine, parseSessionId(activeSession?.recall() ?? ''));
  const onActiveSession = (id: SessionId | null) => activeSession?.keep(id);
  const caller = connectionCaller(shared, {identity, cwd, env, insideSessionId: inside, onActiveSession});
  const present = engine.present(caller);
  const calls = new Map<number, UnderWay>();
  const lines = new LineSplitter(MAX_CLIENT_LINE_BYTES);
  /** False while the other side does not keep up. */
  const reply = (message: RpcReply) => socket.destroyed || socket.write(`${JSON.stringify(message)}\n`);
  const onLine = (line: Line) => {
    if (line.type === 'overlong') return refuse(line);
    const request = readRequest(line);
    if (request === undefined) return void socket.destroy();
    if ('cancel' in request) return calls.get(request.id)?.abort.abort();
    if ('resize' in request) return calls.get(request.id)?.terminal.resize(request.resize);
    const call: UnderWay = {abort: new AbortController(), terminal: new TerminalSize()};
    calls.set(request.id, call);
    answer(request, {caller, options, call, signal: call.abort.signal, socket, reply})
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
    for (const {abort} of calls.values()) abort.abort();
    present[Symbol.dispose]();
  });
  socket.resume();
}

/** A call that has not been answered. */
interface UnderWay {
  readonly abort: AbortController;
  readonly terminal: TerminalSize;
}

/** The size of a call's terminal. One that changed before anybody listened is told to the first who does. */
class TerminalSize {
  #changed: Size | undefined;
  #listener: ((size: Size) => void) | undefined;

  resize(size: Size): void {
    this.#changed = size;
    this.#listener?.(size);
  }

  listen(listener: (size: Size) => void): Disposable {
    this.#listener = listener;
    if (this.#changed) listener(this.#changed);
    return {
      [Symbol.dispose]: () => {
        this.#listener = undefined;
      },
    };
  }
}

interface AnswerContext {
  readonly call: UnderWay;
  readonly caller: Caller;
  readonly options: SocketServerOptions;
  readonly signal: AbortSignal;
  readonly socket: Socket;
  readonly reply: (message: RpcReply) => boolean;
}

async function answer(
  request: Exclude<RpcRequest, {cancel: true} | {resize: unknown}>,
  context: AnswerContext,
): Promise<void> {
  const {options, caller, signal, reply} = context;
  const {id} = request;
  if ('method' in request) {
    const method = options.methods?.[request.method];
    if (!method) throw unknownMethod(request.method);
    return void reply({
      id,
      result: (await method(request.params, {signal, env: caller.env, identity: caller.identity})) ?? null,
    });
  }
  const outcome = await findTool(options.tools, request.tool).call(request.input ?? {}, {
    services: servicesOf(options.engine),
    caller,
    signal,
    onProgress: progress => void reply({id, progress}),
    ...(request.tells_output && {onOutput: output => tell({id, output}, context)}),
    ...(request.terminal && {terminal: followingTerminal(id, request.terminal, context)}),
    leavesWaiting: request.leaves_waiting === true,
    endsAtReads: request.ends_at_reads === true,
    words: wordsOf(request.words),
    requestId: request.request_id,
  });
  reply({id, result: outcome});
}

function wordsOf(given: unknown): readonly string[] | undefined {
  return Array.isArray(given) && given.every(word => typeof word === 'string') ? given : undefined;
}

function followingTerminal(id: number, {cols, rows, answers}: RpcTerminal, context: AnswerContext): FollowingTerminal {
  return {
    cols,
    rows,
    onBytes: ({bytes, ...piece}) =>
      tell({id, printed: {...piece, base64: Buffer.from(bytes).toString('base64')}}, context),
    onAsked: answers ? asked => void context.reply({id, asked}) : undefined,
    onResize: listener => context.call.terminal.listen(listener),
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
  if ('resize' in value) return isSize(value.resize);
  if ('tool' in value) return typeof value.tool === 'string';
  return 'method' in value && typeof value.method === 'string';
}

function isSize(value: unknown): value is Size {
  if (typeof value !== 'object' || value === null || !('cols' in value) || !('rows' in value)) return false;
  return typeof value.cols === 'number' && typeof value.rows === 'number';
}

function unknownMethod(name: string): CottyError {
  return new CottyError(
    'protocol_error',
    `The server has no method "${name}".`,
    'Bring both sides to the same version.',
  );
}
