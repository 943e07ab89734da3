/** Every tool as a verb, made from its one definition: `run_command` is `cotty run-command --command …`. */
import {type AnyTool, allTools} from '../../tools/index.ts';
import {callTool} from '../call-tool.ts';
import {toolOptions} from './tool-options.ts';
import type {AnyVerb} from './verb.ts';

/** Sorted by name. */
export function toolVerbs(): readonly AnyVerb[] {
  return allTools.map(toVerb).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function toolVerbNames(): readonly string[] {
  return allTools.map(tool => verbName(tool.name));
}

/** Undefined when no tool has that name; underscores are as good as dashes. */
export function findToolVerb(name: string): AnyVerb | undefined {
  const tool = allTools.find(candidate => verbName(candidate.name) === verbName(name));
  return tool && toVerb(tool);
}

function toVerb(tool: AnyTool): AnyVerb {
  const {specs, toInput, required} = toolOptions(tool.input);
  return {
    name: verbName(tool.name),
    summary: firstSentence(tool.description),
    usage: [...required.map(name => `--${name} …`), '[OPTIONS]'].join(' '),
    details: tool.description,
    options: specs,
    words: [0, 0],
    run: call => callTool(tool.name, toInput(call.options), call),
  };
}

function verbName(toolName: string): string {
  return toolName.replaceAll('_', '-');
}

function firstSentence(text: string): string {
  return /^.*?(?=[.:] [A-Z]|\.$)/s.exec(text)?.[0] ?? text;
}
