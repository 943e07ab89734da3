// The floor of any MCP server: the SDK and one tool that does nothing.
import {McpServer} from '@modelcontextprotocol/server';
import {serveStdio} from '@modelcontextprotocol/server/stdio';
import {z} from 'zod';

serveStdio(() => {
  const server = new McpServer({name: 'echo', version: '1'});
  server.registerTool('echo', {inputSchema: z.object({text: z.string()})}, ({text}) => ({
    content: [{type: 'text', text}],
  }));
  return server;
});
