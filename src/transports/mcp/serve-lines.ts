import {serveStdio} from '@modelcontextprotocol/server/stdio';
import type {McpFactory} from './factory.ts';
import {LineTransport, type LineTransportOptions} from './line-transport.ts';

/** Serves one client over a pair of streams, in whichever protocol era it opens. Resolves when the client is gone. */
export async function serveMcpLines(factory: McpFactory, streams: LineTransportOptions): Promise<void> {
  const transport = new LineTransport(streams, factory.callTool);
  serveStdio(factory, {transport});
  await transport.over;
}
