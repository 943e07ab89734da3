/** The tools of one server, by name, in a fixed order. */
import {CottyError, nearest, type Toolset} from '../core/index.ts';
import {allTools} from './all-tools.ts';
import type {AnyTool} from './define-tool.ts';
import {revealError} from './reveal-value.ts';

/** Tools of the chosen toolsets, sorted by name. `all` is every one. */
export function selectTools(toolsets: readonly (Toolset | 'all')[]): readonly AnyTool[] {
  const chosen = allTools.filter(tool => toolsets.includes('all') || toolsets.includes(tool.toolset));
  return chosen.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Finds a tool or throws `unknown_tool` naming the nearest. */
export function findTool(tools: readonly AnyTool[], name: string): AnyTool {
  const tool = tools.find(candidate => candidate.name === name);
  if (tool) return tool;
  const guess = nearest(
    name,
    tools.map(candidate => candidate.name),
  );
  throw revealError(
    new CottyError(
      'unknown_tool',
      `There is no tool called "${name}".`,
      guess ? `Did you mean "${guess}"?` : `Known tools: ${tools.map(candidate => candidate.name).join(', ')}.`,
    ),
  );
}
