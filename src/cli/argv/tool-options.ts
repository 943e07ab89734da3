/** Flags from a tool's input schema: kebab-case names, and values turned back into what the schema wants. */

import {field} from '../../core/index.ts';
import type {AnyTool} from '../../tools/index.ts';
import type {OptionSpec, OptionValue, Place} from './verb.ts';

interface ToolOptions {
  readonly specs: Readonly<Record<string, OptionSpec>>;
  /** Flags that must be given, without dashes. */
  readonly required: readonly string[];
  toInput(options: Readonly<Record<string, OptionValue>>): Record<string, unknown>;
}

interface Field {
  readonly key: string;
  readonly flag: string;
  readonly spec: OptionSpec;
  readonly isRequired: boolean;
  readonly toValue: (value: OptionValue) => unknown;
}

export function toolOptions(input: AnyTool['input']): ToolOptions {
  const fields = Object.entries(input.shape).map(([key, schema]) => toField(key, schema));
  return {
    specs: Object.fromEntries(fields.map(entry => [entry.flag, entry.spec])),
    required: fields.filter(entry => entry.isRequired).map(entry => entry.flag),
    toInput: options =>
      Object.fromEntries(
        fields.flatMap(({flag, key, toValue}) => {
          const given = options[flag];
          return given === undefined ? [] : [[key, toValue(given)]];
        }),
      ),
  };
}

/** What of a zod schema decides its flag. */
interface SchemaFacts {
  readonly type: string;
  readonly isOptional: boolean;
  readonly defaultValue: unknown;
  readonly about: string;
  readonly choices: readonly string[];
}

function toField(key: string, schema: unknown): Field {
  const facts = schemaFacts(schema);
  const flag = key.replaceAll('_', '-');
  const notes = [
    ...(facts.choices.length > 0 ? [facts.choices.join(' | ')] : []),
    ...(facts.defaultValue === undefined ? [] : [`default ${JSON.stringify(facts.defaultValue)}`]),
  ];
  const about = [facts.about, ...(notes.length > 0 ? [`(${notes.join('; ')})`] : [])].join(' ').trim();
  const {spec, toValue} = shapeOf(facts.type, about);
  const place = facts.choices.length > 0 ? facts.choices : places[key];
  return {key, flag, isRequired: !facts.isOptional, spec: place ? {...spec, place} : spec, toValue};
}

/** What an argument of that name holds, in every tool that has it. */
const places: Readonly<Record<string, Place>> = {
  session_id: 'session',
  keys: 'key',
  cwd: 'folder',
  path: 'file',
};

function shapeOf(type: string, about: string): Pick<Field, 'spec' | 'toValue'> {
  switch (type) {
    case 'boolean':
      return {spec: {type: 'boolean', about}, toValue: same};
    case 'number':
    case 'int':
      return {spec: {type: 'number', about}, toValue: same};
    case 'array':
      return {spec: {type: 'strings', about}, toValue: same};
    case 'record':
      return {spec: {type: 'strings', value: 'NAME=VALUE', about}, toValue: toRecord};
    case 'string':
    case 'enum':
      return {spec: {type: 'string', about}, toValue: same};
    default:
      return {spec: {type: 'string', value: 'JSON', about}, toValue: fromJson};
  }
}

function schemaFacts(schema: unknown): SchemaFacts {
  let isOptional = false;
  let defaultValue: unknown;
  let about = '';
  for (let current = schema; ; ) {
    const definition = field(current, 'def');
    about ||= text(field(current, 'description'));
    const type = text(field(definition, 'type'));
    if (type === 'optional' || type === 'default' || type === 'prefault' || type === 'nullable') {
      isOptional ||= type !== 'nullable';
      if (type !== 'optional') defaultValue ??= field(definition, 'defaultValue');
      current = field(definition, 'innerType');
      continue;
    }
    const entries = field(definition, 'entries');
    const choices = type === 'enum' && typeof entries === 'object' && entries !== null ? Object.values(entries) : [];
    return {type, isOptional, defaultValue, about, choices: choices.map(String)};
  }
}

const same = (value: OptionValue): unknown => value;

function toRecord(value: OptionValue): unknown {
  const items = Array.isArray(value) ? value : [String(value)];
  return Object.fromEntries(
    items.map(item => {
      const at = String(item).indexOf('=');
      return at < 0 ? [item, ''] : [item.slice(0, at), item.slice(at + 1)];
    }),
  );
}

function fromJson(value: OptionValue): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
