/** Our HTTP stack as the conformance suite can reach it: the same endpoint and guards, but without the token. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {TimeLines} from '../../../src/engine/index.ts';
import {BrowserLogin} from '../../../src/transports/http/browser-login.ts';
import {createMcpEndpoint, type McpEndpoint} from '../../../src/transports/http/mcp-endpoint.ts';
import {noPersons} from '../../../src/transports/http/person-door.ts';
import {requestListener} from '../../../src/transports/http/request-listener.ts';
import {WebSockets} from '../../../src/transports/http/web-socket.ts';
import {createMcpFactory, type McpExtension} from '../../../src/transports/mcp/factory.ts';
import type {Toolbox} from './toolbox.ts';

export interface ConformanceServer extends AsyncDisposable {
  readonly url: string;
}

/** `extend` is made once the endpoint is there, to be able to notify through it. */
export async function conformanceServer(
  {engine, tools}: Pick<Toolbox, 'engine' | 'tools'>,
  extend?: (notifier: () => McpEndpoint['notify']) => McpExtension,
): Promise<ConformanceServer> {
  const version = '0.0.0-test';
  const factory = createMcpFactory({
    engine,
    tools,
    serverInfo: {name: 'cotty', version},
    callerKey: ({name, mcpSessionId}) => mcpSessionId ?? name,
    ...(extend && {extend: extend(() => mcp.notify)}),
  });
  const maxBodyBytes = 4 * 1024 * 1024;
  const mcp = createMcpEndpoint(factory, {maxBodyBytes});
  const defaultSession = (): Promise<never> => Promise.reject(new Error('there is none'));
  const server = createServer(
    requestListener({
      ...{engine, tools, version, maxBodyBytes, mcp, defaultSession},
      isAuthorized: () => true,
      login: new BrowserLogin('none'),
      person: noPersons,
      sockets: new WebSockets({engine, defaultSession}),
      timeLines: new TimeLines(engine),
      counts: {requests: 0},
      hasBrowser: false,
    }),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      await mcp[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
