import {type McpServer, ResourceTemplate} from '@modelcontextprotocol/server';
import {RED_PIXEL_PNG} from './fixture-media.ts';

export function registerResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    {description: 'A fixed text', mimeType: 'text/plain'},
    async uri => ({
      contents: [{uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.'}],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    {description: 'A fixed picture', mimeType: 'image/png'},
    async uri => ({contents: [{uri: uri.href, mimeType: 'image/png', blob: RED_PIXEL_PNG}]}),
  );
  server.registerResource(
    'watched',
    'test://watched-resource',
    {description: 'Can be subscribed to', mimeType: 'text/plain'},
    async uri => ({contents: [{uri: uri.href, mimeType: 'text/plain', text: 'Watched resource content'}]}),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', {list: undefined}),
    {description: 'Depends on its id', mimeType: 'application/json'},
    async (uri, {id}) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({id, templateTest: true, data: `Data for ID: ${String(id)}`}),
        },
      ],
    }),
  );
  // Known to the 2025 eras only, and not offered by McpServer.
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
}
