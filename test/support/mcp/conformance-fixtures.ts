/**
 * What the official MCP conformance suite asks a server to offer, by the names it asks for. It is mounted beside the real
 * tools in tests only; the suite's own scenario descriptions (`conformance list --server`) are the specification.
 */
import {randomBytes} from 'node:crypto';
import {createRequestStateCodec, type McpServer, type ServerNotifier} from '@modelcontextprotocol/server';
import type {McpExtension} from '../../../src/transports/mcp/factory.ts';
import {registerContentTools} from './fixture-content-tools.ts';
import {registerInputTools} from './fixture-input-tools.ts';
import {registerPrompts} from './fixture-prompts.ts';
import {registerResources} from './fixture-resources.ts';
import {registerStreamTools} from './fixture-stream-tools.ts';

/** `notifier` is asked late: it belongs to the endpoint that the servers are made for. */
export function conformanceFixtures(notifier: () => ServerNotifier): McpExtension {
  const state = createRequestStateCodec<{readonly round: number}>({key: randomBytes(32), ttlSeconds: 60});
  return {
    options: {
      capabilities: {
        tools: {listChanged: true},
        resources: {subscribe: true, listChanged: true},
        prompts: {listChanged: true},
        logging: {},
        completions: {},
      },
      requestState: {verify: state.verify},
    },
    register(server: McpServer) {
      registerContentTools(server);
      registerStreamTools(server, notifier);
      registerInputTools(server, state);
      registerResources(server);
      registerPrompts(server);
    },
  };
}
