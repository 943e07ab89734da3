import {z} from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const published = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema (2020-12) of a tool's input, unknown arguments excluded, without anything a reader does not need. */
export function inputJsonSchema(input: z.ZodObject): JsonSchema {
  return convert(input, 'input', {additionalProperties: false});
}

/** The JSON Schema (2020-12) of a tool's typed value. */
export function outputJsonSchema(output: z.ZodObject): JsonSchema {
  return convert(output, 'output', {});
}

function convert(schema: z.ZodObject, io: 'input' | 'output', extra: JsonSchema): JsonSchema {
  const known = published.get(schema);
  if (known) return known;
  const {$schema: _, ...json} = z.toJSONSchema(schema, {target: 'draft-2020-12', io, override: dropNoise});
  const result = {...json, ...extra};
  published.set(schema, result);
  return result;
}

interface Described {
  minimum?: number;
  maximum?: number;
  propertyNames?: {readonly type?: unknown} | boolean;
}

/** What is true, and noise to whoever reads the schema: `z.int()` states the bounds of exact integers in JavaScript, a record that names are text. */
function dropNoise({jsonSchema}: {jsonSchema: Described}): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}
