/** Every tool as a verb, made from its one definition: `run_command` is `cotty run-command --command …`. */
import {CottyError} from '../../core/index.ts';
import {callTool} from '../call-tool.ts';
import type {ToolDescription, ToolOption} from './describe-tools.ts';
import {toolDescriptions} from './tool-descriptions.ts';
import type {AnyVerb, OptionValue} from './verb.ts';

/** Sorted by name. */
export function toolVerbs(): readonly AnyVerb[] {
  return toolDescriptions.map(toVerb);
}

export function toolVerbNames(): readonly string[] {
  return toolDescriptions.map(tool => verbName(tool.name));
}

/** Undefined when no tool has that name; underscores are as good as dashes. */
export function findToolVerb(name: string): AnyVerb | undefined {
  const tool = toolDescriptions.find(candidate => verbName(candidate.name) === verbName(name));
  return tool && toVerb(tool);
}

function toVerb({name, description, options}: ToolDescription): AnyVerb {
  const required = options.filter(option => option.isRequired).map(option => option.flag);
  return {
    name: verbName(name),
    summary: firstSentence(description),
    usage: [...required.map(flag => `--${flag} …`), '[OPTIONS]'].join(' '),
    details: description,
    options: Object.fromEntries(options.map(({flag, spec}) => [flag, spec])),
    words: [0, 0],
    run: call => callTool(name, toInput(options, call.options), call),
  };
}

function toInput(
  options: readonly ToolOption[],
  given: Readonly<Record<string, OptionValue>>,
): Record<string, unknown> {
  return Object.fromEntries(
    options.flatMap(({flag, key, reading}) => {
      const value = given[flag];
      return value === undefined ? [] : [[key, read(value, reading)]];
    }),
  );
}

function read(value: OptionValue, reading: ToolOption['reading']): unknown {
  switch (reading) {
    case 'as it is':
      return value;
    case 'record':
      return toRecord(value);
    case 'json':
      return fromJson(value);
    default:
      return reading satisfies never;
  }
}

function toRecord(value: OptionValue): unknown {
  const items = Array.isArray(value) ? value : [String(value)];
  return Object.fromEntries(
    items.map(item => {
      const at = String(item).indexOf('=');
      if (at < 1)
        throw new CottyError('invalid_argument', `"${item}" is no NAME=VALUE.`, 'Give a name, =, and its value.');
      return [item.slice(0, at), item.slice(at + 1)];
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

function verbName(toolName: string): string {
  return toolName.replaceAll('_', '-');
}

function firstSentence(text: string): string {
  return /^.*?(?=[.:] [A-Z]|\.$)/s.exec(text)?.[0] ?? text;
}
