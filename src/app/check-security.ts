import {CottyError, isCottyError} from '../core/index.ts';
import type {PolicySettings} from '../guard/index.ts';
import {type ConfigFile, placeIn} from './config-place.ts';
import {isRule} from './security-rules.ts';

/** Throws `invalid_argument` or `invalid_pattern`, with the line, for a rule or a pattern that cannot be used or contradicts its own examples. */
export async function checkSecurity({file, text, values}: ConfigFile): Promise<void> {
  const rules = listOf(values.get('security.rule')).filter(isRule);
  const patterns = listOf(values.get('security.dangerous_patterns')).map(String);
  if (rules.length === 0 && patterns.length === 0) return;
  const {defaultPolicy, Policy} = await import('../guard/index.ts');
  const attempt = (settings: Partial<PolicySettings>, place: string, what: string): void => {
    try {
      new Policy({...defaultPolicy, ...settings});
    } catch (error) {
      if (!isCottyError(error)) throw error;
      throw new CottyError(error.code, `${place}: ${what}: ${error.message}`, error.hint, {cause: error});
    }
  };
  for (const [at, rule] of rules.entries())
    attempt({rules: [rule]}, placeIn(file, text, 'security', 'rule', at), '[[security.rule]]');
  const place = placeIn(file, text, 'security', 'dangerous_patterns');
  for (const pattern of patterns) attempt({dangerous_patterns: [pattern]}, place, 'security.dangerous_patterns');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
