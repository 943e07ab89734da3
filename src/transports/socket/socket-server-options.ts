import type {Socket} from 'node:net';
import type {Caller, Engine, Identity} from '../../engine/index.ts';
import type {AnyTool} from '../../tools/index.ts';
import type {Peer} from './peer-identity.ts';

export interface MethodContext {
  /** Aborts when the caller gives up or is gone. */
  readonly signal: AbortSignal;
  /** The caller's environment. */
  readonly env: Caller['env'];
  /** Who is at the other end. */
  readonly identity: Identity;
}

export interface SocketServerOptions {
  /** Path of the socket. Nobody may be listening there any more; a file left behind is replaced. */
  readonly path: string;
  /** This side's version of cotty. */
  readonly version: string;
  readonly engine: Engine;
  readonly tools: readonly AnyTool[];
  /** Name and version that MCP clients are told. */
  readonly serverName?: string;
  readonly instructions?: string;
  /** Tools of one MCP client, by what its bridge said with the first line; default is `tools`. */
  readonly mcpTools?: (fields: Readonly<Record<string, string>>) => readonly AnyTool[];
  /** What the role `rpc` offers beside tools, e.g. `status`. */
  readonly methods?: Readonly<Record<string, (params: unknown, context: MethodContext) => unknown>>;
  /** Brings the session that the role `rpc` works in from one server to the next. */
  readonly activeSession?: {recall(): string | undefined; keep(id: string | null): void};
  /** The process that has connected, if it is this user's; others are sent away without a word. By default the file's mode decides. */
  readonly ownPeer?: (socket: Socket) => Peer | null;
  /** Told of each MCP client, by the process of its bridge; null where the system does not tell. */
  readonly onMcpClient?: (bridgePid: number | null) => void;
  /** Whether a person may be at the forms of that client. */
  readonly hasPerson?: (bridgePid: number | null) => Promise<boolean>;
  /** Told whenever the number of open connections changed. */
  readonly onConnectionsChange?: (open: number) => void;
}

/** The same for one connection. */
export interface ConnectionOptions extends SocketServerOptions {
  /** Who is at its other end. */
  readonly identity: Identity;
}
