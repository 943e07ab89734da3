/** What `.gitignore` files say, as gitignore(5) describes; the last rule that matches wins, deeper files come later. */
import {compileGlob, type GlobPattern} from './glob-pattern.ts';

interface IgnoreRule {
  /** Folder of the file it stands in, `''` for the workspace, else with a final `/`. */
  readonly base: string;
  readonly pattern: GlobPattern;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

export type IgnoreRules = readonly IgnoreRule[];

/** Rules of one file, to be put after those of the folders above. */
export function parseIgnoreFile(text: string, folder: string): IgnoreRules {
  const base = folder === '' || folder === '.' ? '' : `${folder}/`;
  return text.split(/\r?\n/).flatMap(line => parseLine(line, base) ?? []);
}

/** Whether a path (relative to the workspace) is ignored. Its folders are taken to be not ignored. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  for (const rule of rules.toReversed()) {
    if (rule.isFolderOnly && !isFolder) continue;
    if (path.startsWith(rule.base) && rule.pattern.matches(path.slice(rule.base.length))) return !rule.isNegated;
  }
  return false;
}

function parseLine(line: string, base: string): IgnoreRule | undefined {
  let text = line.replace(/(?<!\\)[ \t]+$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isFolderOnly = text.endsWith('/');
  if (isFolderOnly) text = text.replace(/\/+$/, '');
  const isAnchored = text.includes('/');
  if (text === '') return undefined;
  return {base, isNegated, isFolderOnly, pattern: compileGlob(isAnchored ? text : `**/${text}`)};
}
