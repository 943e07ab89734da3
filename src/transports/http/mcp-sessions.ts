import {randomUUID} from 'node:crypto';
import {type McpServer, WebStandardStreamableHTTPServerTransport} from '@modelcontextprotocol/server';
import type {McpFactory} from '../mcp/factory.ts';
import {RecentEvents} from './recent-events.ts';

interface McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
}

const MAX_SESSIONS = 256;

/**
 * MCP over HTTP as the 2025 eras know it: `initialize` opens an MCP session, named by `Mcp-Session-Id` ever after.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 * The least recently used of too many is forgotten; its client is told 404 and opens a new one. Terminal sessions are the
 * engine's and outlive these.
 */
export class McpSessions implements AsyncDisposable {
  readonly #factory: McpFactory;
  readonly #sessions = new Map<string, McpSession>();

  constructor(factory: McpFactory) {
    this.#factory = factory;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : this.#sessions.get(id);
    if (id !== null && session) {
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
      return session.transport.handleRequest(request);
    }
    if (id !== null) return unknownSession();
    return this.#open(request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(session => session.server.close()));
    this.#sessions.clear();
  }

  async #open(request: Request): Promise<Response> {
    const server = this.#factory({era: 'legacy', requestInfo: request});
    let isOpen = false;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new RecentEvents(),
      onsessioninitialized: id => {
        isOpen = true;
        this.#sessions.set(id, {transport, server});
        this.#forgetOldest();
      },
      onsessionclosed: id => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (!isOpen) await server.close();
    return response;
  }

  #forgetOldest(): void {
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= MAX_SESSIONS || !oldest) return;
    this.#sessions.delete(oldest[0]);
    oldest[1].server.close().catch(() => {});
  }
}

function unknownSession(): Response {
  const error = {code: -32001, message: 'Session not found. Open a new one with initialize.'};
  return Response.json({jsonrpc: '2.0', error, id: null}, {status: 404});
}
