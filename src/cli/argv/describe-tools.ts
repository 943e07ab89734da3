/** Flags from the tools' input schemas: kebab-case names, what help says of them, and how their words become values. */

import {field} from '../../core/index.ts';
import {type AnyTool, allTools} from '../../tools/index.ts';
import type {OptionSpec, Place} from './verb.ts';

/** All that the command line has to know of a tool, as data. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ToolOption[];
}

export interface ToolOption {
  /** The argument of the tool. */
  readonly key: string;
  /** Without dashes. */
  readonly flag: string;
  readonly isRequired: boolean;
  readonly spec: OptionSpec;
  /** How what was given becomes what the schema wants. */
  readonly reading: 'as it is' | 'record' | 'json';
}

/** Sorted by name. */
export function describeTools(): readonly ToolDescription[] {
  return allTools.map(describe).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function describe({name, description, input}: AnyTool): ToolDescription {
  return {name, description, options: Object.entries(input.shape).map(([key, schema]) => describeOption(key, schema))};
}

/** What of a zod schema decides its flag. */
interface SchemaFacts {
  readonly type: string;
  readonly isOptional: boolean;
  readonly defaultValue: unknown;
  readonly about: string;
  readonly choices: readonly string[];
}

function describeOption(key: string, schema: unknown): ToolOption {
  const facts = schemaFacts(schema);
  const notes = [
    ...(facts.choices.length > 0 ? [facts.choices.join(' | ')] : []),
    ...(facts.defaultValue === undefined ? [] : [`default ${JSON.stringify(facts.defaultValue)}`]),
    ...(facts.defaultValue === true ? [`--no-${key.replaceAll('_', '-')} for false`] : []),
  ];
  const about = [facts.about, ...(notes.length > 0 ? [`(${notes.join('; ')})`] : [])].join(' ').trim();
  const {spec, reading} = shapeOf(facts.type, about);
  const place = facts.choices.length > 0 ? facts.choices : places[key];
  const flag = key.replaceAll('_', '-');
  return {key, flag, isRequired: !facts.isOptional, spec: place ? {...spec, place} : spec, reading};
}

/** What an argument of that name holds, in every tool that has it. */
const places: Readonly<Record<string, Place>> = {
  session_id: 'session',
  keys: 'key',
  cwd: 'folder',
  path: 'file',
};

function shapeOf(type: string, about: string): Pick<ToolOption, 'spec' | 'reading'> {
  switch (type) {
    case 'boolean':
      return {spec: {type: 'boolean', about}, reading: 'as it is'};
    case 'number':
    case 'int':
      return {spec: {type: 'number', about}, reading: 'as it is'};
    case 'array':
      return {spec: {type: 'strings', about}, reading: 'as it is'};
    case 'record':
      return {spec: {type: 'strings', value: 'NAME=VALUE', about}, reading: 'record'};
    case 'string':
    case 'enum':
      return {spec: {type: 'string', about}, reading: 'as it is'};
    default:
      return {spec: {type: 'string', value: 'JSON', about}, reading: 'json'};
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

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
