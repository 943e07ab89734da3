import {nearest, toolNames} from '../core/index.ts';
import type {Mode, Permission} from '../guard/index.ts';

/** What is wrong with a table of `[[security.permission]]`, as the rest of a sentence about it; null when nothing is. */
export function whyNoPermission(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a table';
  const unknown = Object.keys(value).find(key => !Object.hasOwn(FIELDS, key));
  if (unknown !== undefined) return `has no key "${unknown}": it may have ${Object.keys(FIELDS).join(', ')}`;
  for (const [key, {fits, wanted}] of Object.entries(FIELDS)) {
    const given: unknown = Reflect.get(value, key);
    if (given !== undefined && !fits(given)) return `needs as ${key} ${wanted}`;
  }
  const effects = ['decision', 'mode'].filter(key => Reflect.get(value, key) !== undefined);
  if (effects.length !== 1) return 'needs a decision (ask or deny) or a mode, and not both';
  return whyNoTools(namesIn(Reflect.get(value, 'tools')));
}

const MODES: readonly Mode[] = ['permissive', 'normal', 'strict'];

interface Field {
  readonly fits: (value: unknown) => boolean;
  readonly wanted: string;
}

const NAMES: Field = {
  fits: value =>
    namesIn(value).length > 0 && namesIn(value).every(name => typeof name === 'string' && /^!?[^!]/.test(name)),
  wanted: 'a name or a list of names, in which * stands for any characters and ! excepts',
};

const FIELDS: Readonly<Record<keyof Permission, Field>> = {
  agent: NAMES,
  session: NAMES,
  tools: NAMES,
  decision: {fits: value => value === 'ask' || value === 'deny', wanted: 'ask or deny'},
  mode: {fits: value => MODES.some(mode => mode === value), wanted: `one of ${MODES.join(', ')}`},
  reason: {fits: value => typeof value === 'string', wanted: 'a text'},
};

/** A permission about a tool that there is not would permit everything, and nobody would know. */
function whyNoTools(names: readonly unknown[]): string | null {
  for (const given of names) {
    const name = String(given).replace(/^!/, '').split(':', 1)[0] ?? '';
    if (name.includes('*') || toolNames.includes(name)) continue;
    const guess = nearest(name, toolNames);
    return `names a tool ${JSON.stringify(name)} that there is not${guess === undefined ? `: tools are ${toolNames.join(', ')}` : `: did you mean ${guess}?`}`;
  }
  return null;
}

function namesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
