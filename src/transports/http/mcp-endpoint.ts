import type {IncomingMessage, ServerResponse} from 'node:http';
import {type NodeIncomingMessageLike, toNodeHandler} from '@modelcontextprotocol/node';
import {createMcpHandler, isLegacyRequest, type ServerNotifier} from '@modelcontextprotocol/server';
import type {McpFactory} from '../mcp/factory.ts';
import {textWithoutAbsent} from '../wire/absent-members.ts';
import {McpSessions} from './mcp-sessions.ts';

export interface McpEndpoint extends AsyncDisposable {
  /** Tells 2026-07-28 clients that listen for changes. */
  readonly notify: ServerNotifier;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Key of the caller: the MCP session, or in the era without sessions the client's name. */
export function mcpCallerKey(sessionOrName: string): string {
  return `http:${sessionOrName}`;
}

/**
 * Streamable HTTP for all protocol eras: the 2025 ones with MCP sessions, 2026-07-28 request by request. Guards nothing:
 * see guards.ts.
 */
export function createMcpEndpoint(factory: McpFactory, {maxBodyBytes}: {readonly maxBodyBytes: number}): McpEndpoint {
  const sessions = new McpSessions(factory);
  const limits = {maxRequestBodySize: maxBodyBytes};
  const modern = createMcpHandler(factory, {legacy: 'reject', ...limits});
  const fetch = async (given: Request) => {
    const request = await withoutAbsentMembers(given);
    return (await isLegacyRequest(request, undefined, limits)) ? sessions.fetch(request) : modern.fetch(request);
  };
  const handle = toNodeHandler({fetch}, limits);
  return {
    notify: modern.notify,
    // IncomingMessage, but for a difference about `undefined` in optional properties.
    handle: (request, response) => {
      if (request.method === 'GET') sendHeadAtOnce(response);
      return handle(request as NodeIncomingMessageLike, response);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([modern.close(), sessions[Symbol.asyncDispose]()]);
    },
  };
}

/** A body that cannot be read is left to whoever reads it next, who says why. */
async function withoutAbsentMembers(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request;
  const text = await request
    .clone()
    .text()
    .catch(() => '');
  const body = textWithoutAbsent(text);
  if (body === text) return request;
  const {url, method, headers, signal} = request;
  return new Request(url, {method, headers, signal, body});
}

/** Node keeps the head back until there is a body; whoever opens a stream of events would learn only with the first that it is open. */
function sendHeadAtOnce(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, _, head) {
      Reflect.apply(writeHead, response, head);
      response.flushHeaders();
      return response;
    },
  });
}
