import type {AnyTool} from '../../tools/index.ts';
import {inputJsonSchema, outputJsonSchema} from '../mcp/input-schema.ts';

/** Describes `POST /api/v1/<tool>` for every tool, made from the tools themselves. OpenAPI 3.1 uses JSON Schema 2020-12. */
export function openApiDocument(tools: readonly AnyTool[], version: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {title: 'cotty', version, description: 'Terminal sessions over HTTP. Every tool takes and gives JSON.'},
    security: [{token: []}],
    paths: Object.fromEntries(tools.map(tool => [`/api/v1/${tool.name}`, {post: operation(tool)}])),
    components: {
      securitySchemes: {token: {type: 'http', scheme: 'bearer'}},
      schemas: {Error: errorSchema},
      responses: {Error: {description: 'It did not work; `hint` says what to do next.', content: json(ref('Error'))}},
    },
  };
}

function operation(tool: AnyTool): Record<string, unknown> {
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [tool.toolset],
    requestBody: {required: needsArguments(tool), content: json(inputJsonSchema(tool.input))},
    responses: {
      '200': {description: 'The typed value.', content: json(outputJsonSchema(tool.output))},
      default: {$ref: '#/components/responses/Error'},
    },
  };
}

function needsArguments(tool: AnyTool): boolean {
  return !tool.input.safeParse({}).success;
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'hint'],
  properties: {code: {type: 'string'}, message: {type: 'string'}, hint: {type: 'string'}},
};

function json(schema: unknown): Record<string, unknown> {
  return {'application/json': {schema}};
}

function ref(name: string): Record<string, unknown> {
  return {$ref: `#/components/schemas/${name}`};
}
