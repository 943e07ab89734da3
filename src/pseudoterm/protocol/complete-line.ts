import type {AnyBuiltin} from '../command.ts';

export interface Completion {
  /** Words that may stand at the end of the line instead of `word`, sorted. */
  readonly candidates: readonly string[];
  /** The unfinished last word. */
  readonly word: string;
}

/** What may come next: command words, flags and choices. Paths are for the host to add. */
export function completeLine(line: string, builtins: readonly AnyBuiltin[]): Completion {
  const parts = line.replace(/^[ \t]+/, '').split(/[ \t]+/);
  const word = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  const matching = (words: Iterable<string>) => [...new Set(words)].filter(text => text.startsWith(word)).toSorted();
  const builtin = named(before, builtins);
  if (!builtin) return {candidates: matching(nextNameWords(before, builtins)), word};
  const specs = builtin.flags ?? {};
  const last = before.at(-1) ?? '';
  const spec = last.startsWith('--') ? specs[last.slice(2)] : undefined;
  if (spec?.type === 'choice') return {candidates: matching(spec.choices), word};
  if (spec && spec.type !== 'boolean') return {candidates: [], word};
  const unused = Object.keys(specs).filter(name => !before.includes(`--${name}`));
  const more = builtin.name === 'help' ? builtins.map(other => other.name) : nextNameWords(before, builtins);
  return {candidates: matching([...unused.map(name => `--${name}`), ...more]), word};
}

function named(words: readonly string[], builtins: readonly AnyBuiltin[]): AnyBuiltin | undefined {
  const names = [words.slice(0, 2).join(' '), words[0]];
  return names.flatMap(name => builtins.find(builtin => builtin.name === name) ?? [])[0];
}

function nextNameWords(before: readonly string[], builtins: readonly AnyBuiltin[]): readonly string[] {
  const start = before.map(word => `${word} `).join('');
  return builtins.flatMap(({name}) => (name.startsWith(start) ? (name.slice(start.length).split(' ')[0] ?? []) : []));
}
