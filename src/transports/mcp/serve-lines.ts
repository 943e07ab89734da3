import {serveStdio} from '@modelcontextprotocol/server/stdio';
import type {McpFactory} from './factory.ts';
import {LineTransport, type LineTransportOptions} from './line-transport.ts';

/** Serves one client over a pair of streams, in whichever protocol era it opens. Resolves when the client is gone. */
export function serveMcpLines(factory: McpFactory, streams: LineTransportOptions): Promise<void> {
  return new Promise(resolve => {
    const transport = new LineTransport(streams);
    serveStdio(factory, {transport});
    // serveStdio owns the callbacks of its transport; the streams themselves tell when it is over.
    streams.input.once('close', resolve).once('end', resolve);
  });
}
