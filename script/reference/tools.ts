import {z} from 'zod';
import {type AnyTool, selectTools} from '../../src/tools/index.ts';
import {table} from './markdown.ts';

/** Reference of all tools, by toolset. */
export function toolsReference(): string {
  const tools = selectTools(['all']);
  const toolsets = [...new Set(tools.map(tool => tool.toolset))].toSorted();
  const sections = toolsets.map(toolset =>
    [`## Toolset \`${toolset}\``, ...tools.filter(tool => tool.toolset === toolset).map(toolSection)].join('\n\n'),
  );
  const intro = 'What agents can call, over MCP, REST (`POST /api/v1/<tool>`) and as verbs (`cotty run-command …`).';
  return `# Tools\n\n${intro}\n\n${sections.join('\n\n')}`;
}

function toolSection(tool: AnyTool): string {
  return [
    `### \`${tool.name}\``,
    tool.description,
    `Effect: ${tool.effect}. ${tool.idempotent ? 'Calling it twice changes nothing more.' : ''}`.trim(),
    table(['Argument', 'Type', 'Default', 'Meaning'], rows(tool.input, 'input')),
    table(
      ['Result', 'Type', 'Meaning'],
      rows(tool.output, 'output').map(([name = '', type = '', _, about = '']) => [name, type, about]),
    ),
  ].join('\n\n');
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

function rows(schema: AnyTool['input'], io: 'input' | 'output'): string[][] {
  const {properties = {}, required = []}: JsonSchema = z.toJSONSchema(schema, {io}) as JsonSchema;
  return Object.entries(properties).map(([name, field]) => [
    `\`${name}\`${io === 'input' && required.includes(name) ? ' (required)' : ''}`,
    typeName(field),
    field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``,
    field.description ?? '',
  ]);
}

function typeName(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.items) return `list of ${typeName(schema.items)}`;
  if (schema.properties) return `{${Object.keys(schema.properties).join(', ')}}`;
  return String(schema.type ?? 'any');
}
