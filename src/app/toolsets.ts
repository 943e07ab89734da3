import {CottyError, nearest, type Toolset, toolsets} from '../core/index.ts';

/** What a flag or the configuration may name. */
export const toolsetNames = [...toolsets, 'all'] as const satisfies readonly (Toolset | 'all')[];

/** Names of toolsets as given by a flag or the configuration. Throws `invalid_argument` naming the nearest. */
export function parseToolsets(names: readonly string[]): readonly (Toolset | 'all')[] {
  return names.map(name => {
    const toolset = toolsetNames.find(candidate => candidate === name);
    if (toolset) return toolset;
    const guess = nearest(name, toolsetNames);
    const hint = guess ? `Did you mean "${guess}"?` : `Toolsets: ${toolsetNames.join(', ')}.`;
    throw new CottyError('invalid_argument', `There is no toolset "${name}".`, hint);
  });
}
