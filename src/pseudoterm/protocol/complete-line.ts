import type {AnyBuiltin, ArgumentSpec} from '../command.ts';

export interface Completion {
  /** Words that may stand at the end of the line instead of `word`, sorted. One that ends with `/` goes on. */
  readonly candidates: readonly string[];
  /** The unfinished last word. */
  readonly word: string;
  /** Where in `word` a path begins, which is for whoever knows the files to complete; absent when none is wanted. */
  readonly pathStart?: number;
}

/** What may come next: command words, flags, choices; or a path. */
export function completeLine(line: string, builtins: readonly AnyBuiltin[]): Completion {
  const {before, word} = lastWord(line);
  const matching = (words: Iterable<string>) => [...new Set(words)].filter(text => text.startsWith(word)).toSorted();
  const builtin = named(before, builtins);
  if (!builtin) return {candidates: matching(nextNameWords(before, builtins)), word};
  const specs = builtin.flags ?? {};
  const [, joined, name = ''] = /^(--([a-z0-9-]+)=)/.exec(word) ?? [];
  if (joined !== undefined) return ofValue(specs[name], word, joined);
  const last = before.at(-1) ?? '';
  const spec = last.startsWith('--') ? specs[last.slice(2)] : undefined;
  if (spec && spec.type !== 'boolean') return ofValue(spec, word, '');
  const unused = Object.keys(specs).filter(each => !before.includes(`--${each}`));
  const more = builtin.name === 'help' ? builtins.map(other => other.name) : nextNameWords(before, builtins);
  const candidates = matching([...unused.map(each => `--${each}`), ...more]);
  const takesPath = Object.values(builtin.positionals ?? {}).some(({type}) => type === 'path');
  return {candidates, word, ...(takesPath && !word.startsWith('-') && {pathStart: 0})};
}

function ofValue(spec: ArgumentSpec | undefined, word: string, prefix: string): Completion {
  switch (spec?.type) {
    case 'choice': {
      const words = spec.choices.map(choice => prefix + choice);
      return {candidates: words.filter(text => text.startsWith(word)).toSorted(), word};
    }
    case 'path':
      return {candidates: [], word, pathStart: prefix.length};
    default:
      return {candidates: [], word};
  }
}

/** The words of a line as they are written, quotes and all; a quote that is open holds its blanks. */
function lastWord(line: string): {readonly before: readonly string[]; readonly word: string} {
  const words = [''];
  let isQuoted = false;
  for (const [part] of line.matchAll(/\\.|[\s\S]/gu)) {
    if (part === '"') isQuoted = !isQuoted;
    if (/^[ \t]$/.test(part) && !isQuoted) {
      if (words.at(-1) !== '') words.push('');
    } else words.push((words.pop() ?? '') + part);
  }
  return {before: words.slice(0, -1), word: words.at(-1) ?? ''};
}

function named(words: readonly string[], builtins: readonly AnyBuiltin[]): AnyBuiltin | undefined {
  const names = [words.slice(0, 2).join(' '), words[0]];
  return names.flatMap(name => builtins.find(builtin => builtin.name === name) ?? [])[0];
}

function nextNameWords(before: readonly string[], builtins: readonly AnyBuiltin[]): readonly string[] {
  const start = before.map(word => `${word} `).join('');
  return builtins.flatMap(({name}) => (name.startsWith(start) ? (name.slice(start.length).split(' ')[0] ?? []) : []));
}
