import type {Decision, Rule} from '../guard/index.ts';

/** A table of `[[security.rule]]`, as far as its form goes: what it says is checked by the policy. */
export function isRule(value: unknown): value is Rule {
  return whyNoRule(value) === null;
}

/** What is wrong with the table, as the rest of a sentence about it; null when nothing is. */
export function whyNoRule(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a table';
  const unknown = Object.keys(value).find(key => !Object.hasOwn(FIELDS, key));
  if (unknown !== undefined) return `has no key "${unknown}": it may have ${Object.keys(FIELDS).join(', ')}`;
  for (const [key, {fits, wanted}] of Object.entries(FIELDS)) {
    const given: unknown = Reflect.get(value, key);
    if (given !== undefined && !fits(given)) return `needs as ${key} ${wanted}`;
  }
  return Reflect.get(value, 'decision') === undefined ? 'needs a decision: allow, ask or deny' : null;
}

const DECISIONS: readonly Decision[] = ['allow', 'ask', 'deny'];

interface Field {
  readonly fits: (value: unknown) => boolean;
  readonly wanted: string;
}

const FIELDS: Readonly<Record<keyof Rule, Field>> = {
  prefix: {
    fits: value => isList(value) && value.length > 0 && value.every(word => isText(word) || isTexts(word)),
    wanted: 'a list of words, each a text or a list of texts that are as good',
  },
  regex: {fits: isText, wanted: 'a text'},
  decision: {fits: value => DECISIONS.some(decision => decision === value), wanted: 'one of allow, ask, deny'},
  reason: {fits: isText, wanted: 'a text'},
  match: {fits: isTexts, wanted: 'a list of texts'},
  not_match: {fits: isTexts, wanted: 'a list of texts'},
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return isList(value) && value.every(isText);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
