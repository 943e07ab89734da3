/** The types of the library's values as declarations that need nothing else, from the same schemas as the tools. */
import {z} from 'zod';
import {publishedTypes} from '../src/library/library-values.ts';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** The text of `library-values.d.ts`. */
export function libraryTypes(): string {
  const head =
    '/** What the library takes and gives: names and meanings are those of every other surface (tools, HTTP, `--json`). */';
  const types = Object.entries(publishedTypes).map(([name, {schema, io}]) => {
    const fields = members(z.toJSONSchema(schema, {io}) as JsonSchema, io);
    const signal = '    /** Ends the wait, never the command. */\n    readonly signal?: AbortSignal | undefined;';
    return [`export interface ${name} {`, ...fields, ...(io === 'input' ? [signal] : []), '}'].join('\n');
  });
  return `${[head, ...types].join('\n')}\n`;
}

/** What the caller may leave out is optional; so is what an answer may lack. */
function members({properties = {}, required = []}: JsonSchema, io: 'input' | 'output'): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const about = schema.description ? `    /** ${schema.description} */\n` : '';
    const isRequired = required.includes(name);
    return `${about}    readonly ${name}${isRequired ? '' : '?'}: ${typeText(schema, io)}${isRequired ? '' : ' | undefined'};`;
  });
}

/** Throws for a kind of schema that no value of the library has had so far. */
function typeText(schema: JsonSchema, io: 'input' | 'output'): string {
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(part => typeText(part, io)).join(' | ');
  if (schema.items) return `ReadonlyArray<${typeText(schema.items, io)}>`;
  if (schema.properties) return `{\n${members(schema, io).join('\n')}\n    }`;
  const names = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return names.map(plainType).join(' | ');
}

function plainType(name: string): string {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
      return name;
    case 'integer':
    case 'number':
      return 'number';
    default:
      throw new TypeError(`The types of the library cannot say "${name}" yet.`);
  }
}
