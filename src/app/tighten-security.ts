import {CottyError} from '../core/index.ts';
import type {Permission, Rule} from '../guard/index.ts';
import {type ConfigFile, placeIn} from './config-place.ts';
import type {ConfigKey, ConfigValue} from './config-schema.ts';

/**
 * What holds where a project says something to a key of the user's: the stricter of both, and more to ask about. Throws
 * `invalid_argument` for a table that allows something: a project file comes with the code.
 */
export function tightened(
  {section, key, choices}: ConfigKey,
  base: ConfigValue,
  project: ConfigValue,
  {file, text}: Pick<ConfigFile, 'file' | 'text'>,
): ConfigValue {
  if (typeof project === 'boolean') return project && base === true;
  if (typeof project === 'string') return stricter(choices ?? [], base, project);
  if (!Array.isArray(project) || !Array.isArray(base)) return base;
  const allowing = project.findIndex(item => typeof item === 'object' && (item.decision === 'allow' || isLax(item)));
  if (allowing < 0) return [...base, ...project];
  throw new CottyError(
    'invalid_argument',
    `${placeIn(file, text, section, key, allowing)}: a project may not allow anything.`,
    'A project file comes with the code: it may ask and deny, and have lines judged in the mode strict. Allow it in your own config.toml.',
  );
}

/** Any other mode may be laxer than the user's for somebody. */
function isLax(item: Rule | Permission): boolean {
  return 'mode' in item && item.mode !== undefined && item.mode !== 'strict';
}

/** Choices stand in ascending order. */
function stricter(choices: readonly string[], base: ConfigValue, project: string): ConfigValue {
  return choices.indexOf(project) > choices.indexOf(String(base)) ? project : base;
}
