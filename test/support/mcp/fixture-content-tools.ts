import {type CallToolResult, fromJsonSchema, type McpServer} from '@modelcontextprotocol/server';
import {RED_PIXEL_PNG, SILENT_WAV} from './fixture-media.ts';

/** Tools that answer with one kind of content each. */
export function registerContentTools(server: McpServer): void {
  for (const [name, result] of Object.entries(fixedResults)) {
    server.registerTool(name, {description: `Conformance fixture ${name}`}, async () => result);
  }
  server.registerTool('test_error_handling', {description: 'Always fails'}, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    {description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(schemaWithEverything)},
    async () => ({content: [{type: 'text', text: 'ok'}]}),
  );
}

const fixedResults: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: {content: [{type: 'text', text: 'This is a simple text response for testing.'}]},
  test_image_content: {content: [{type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png'}]},
  test_audio_content: {content: [{type: 'audio', data: SILENT_WAV, mimeType: 'audio/wav'}]},
  test_embedded_resource: {
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  },
  test_multiple_content_types: {
    content: [
      {type: 'text', text: 'Multiple content types test:'},
      {type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png'},
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  },
};

const schemaWithEverything = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: {street: {type: 'string'}, city: {type: 'string'}},
    },
  },
  properties: {
    name: {type: 'string'},
    address: {$ref: '#/$defs/address'},
    contactMethod: {type: 'string', enum: ['phone', 'email']},
    phone: {type: 'string'},
    email: {type: 'string'},
  },
  allOf: [{anyOf: [{required: ['phone']}, {required: ['email']}]}],
  if: {properties: {contactMethod: {const: 'phone'}}, required: ['contactMethod']},
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  then: {required: ['phone']},
  else: {required: ['email']},
  additionalProperties: false,
};
