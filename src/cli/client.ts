import {userInfo} from 'node:os';
import {connectOrStart, connectToRunning, currentFolder, locateHome} from '../app/index.ts';
import {CottyError} from '../core/index.ts';
import type {Presentation} from '../tools/index.ts';
import {formatEnvironment, type RpcCallOptions, RpcClient} from '../transports/index.ts';

export type CallOptions = RpcCallOptions;

export interface ToolReply {
  /** The typed value. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly presentation: Presentation;
}

/** What a verb can ask of the server. */
export interface Client extends Disposable {
  /** The server is gone, or the way to it. A tool that says `server_unavailable` of something else, tmux for example, leaves it false. */
  readonly isLost: boolean;
  /** Throws what the tool throws. */
  call(tool: string, input: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolReply>;
  /** A method of the server itself, e.g. `status`. */
  ask(method: string, params?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>;
}

/** Connects to the server of this home, starting it when there is none. */
export async function openClient(env: NodeJS.ProcessEnv): Promise<Client> {
  const {socket} = await connectOrStart({home: locateHome(env), role: 'rpc', fields: callerFields(env)});
  return clientOver(new RpcClient(socket));
}

/** The same, but undefined when no server runs; one of another version is as good, to look at it or to stop it. */
export async function openRunningClient(env: NodeJS.ProcessEnv): Promise<Client | undefined> {
  const connection = await connectToRunning({
    home: locateHome(env),
    role: 'rpc',
    fields: callerFields(env),
    anyVersion: true,
  });
  return connection && clientOver(new RpcClient(connection.socket));
}

/** All command lines of one user share one caller, so `cotty run` goes on in the session that an earlier one opened. */
export function callerFields(env: NodeJS.ProcessEnv): Record<string, string> {
  const here = currentFolder();
  const agent = env.COTTY_AGENT || undefined;
  return {
    key: agent === undefined ? 'command-line' : `agent:${agent}`,
    ...whoFields(env),
    ...(here && {cwd: here}),
    env: environmentField(env),
  };
}

/**
 * Who is at this command line. On a terminal it is a person; what is in a pipe, names itself as an agent (`COTTY_AGENT`) or runs inside
 * a session, where an agent may be typing, is an agent.
 */
export function whoFields(env: NodeJS.ProcessEnv): Record<string, string> {
  return {
    name: personName(),
    ...(process.stdin.isTTY && {actor: 'person'}),
    ...(env.COTTY_AGENT && {agent: env.COTTY_AGENT}),
    ...(env.COTTY_SESSION && {inside: env.COTTY_SESSION}),
  };
}

/** Whoever is at this command line counts as a person. */
export function isPerson(env: NodeJS.ProcessEnv): boolean {
  const {actor, agent, inside} = whoFields(env);
  return actor === 'person' && agent === undefined && inside === undefined;
}

/** What new sessions start from. A program in them that calls cotty means this server. */
export function environmentField(env: NodeJS.ProcessEnv): string {
  return formatEnvironment({...env, COTTY_HOME: locateHome(env).path});
}

/** The person's name in logs: the login name, since that is what the system vouches for. */
export function personName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}

/** A program must not use the session it runs in: its input would be its own. The server refuses that too, under any name. */
export function refuseOwnSession(session: string | undefined, env: NodeJS.ProcessEnv): void {
  if (session === undefined || env.COTTY_SESSION !== session) return;
  throw new CottyError(
    'not_supported',
    'This program runs inside that very session.',
    'Open another one with `cotty new`, or run it from outside.',
  );
}

function clientOver(rpc: RpcClient): Client {
  return {
    get isLost() {
      return rpc.isLost;
    },
    call: (tool, input, options = {}) => rpc.callTool(tool, input, options),
    ask: (method, params, signal) => rpc.callMethod(method, params, signal ? {signal} : {}),
    [Symbol.dispose]: () => rpc[Symbol.dispose](),
  };
}
