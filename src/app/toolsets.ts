import {CottyError, nearest} from '../core/index.ts';
import type {Toolset} from '../tools/index.ts';

const known = ['terminal', 'sessions', 'agents', 'skills', 'all'] as const satisfies readonly (Toolset | 'all')[];

/** Names of toolsets as given by a flag or the configuration. Throws `invalid_argument` naming the nearest. */
export function parseToolsets(names: readonly string[]): readonly (Toolset | 'all')[] {
  return names.map(name => {
    const toolset = known.find(candidate => candidate === name);
    if (toolset) return toolset;
    const guess = nearest(name, known);
    const hint = guess ? `Did you mean "${guess}"?` : `Toolsets: ${known.join(', ')}.`;
    throw new CottyError('invalid_argument', `There is no toolset "${name}".`, hint);
  });
}
