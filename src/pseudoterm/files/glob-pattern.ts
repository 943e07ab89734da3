/**
 * Globs over paths with `/`: `*` and `?` inside of one part, `**` over parts, `[a-z]`, `[!a]`, `{a,b}`. Matching takes time
 * proportional to pattern times text at most; no regular expression is involved.
 */
export interface GlobPattern {
  matches(path: string): boolean;
}

/** Alternatives beyond this many are not expanded. */
const MOST_ALTERNATIVES = 256;

export function compileGlob(source: string): GlobPattern {
  const patterns = expandBraces(source).map(alternative => partsOf(alternative).map(part => tokenize(part)));
  return {
    matches(path) {
      const parts = partsOf(path).map(part => Array.from(part));
      return patterns.some(pattern => matchParts(pattern, parts));
    },
  };
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter(part => part !== '');
}

function expandBraces(source: string): readonly string[] {
  let expanded: readonly string[] = [source];
  for (let round = 0; round < 16; round++) {
    const next = expanded.flatMap(expandFirst);
    if (next.length === expanded.length || next.length > MOST_ALTERNATIVES) return next.slice(0, MOST_ALTERNATIVES);
    expanded = next;
  }
  return expanded;
}

/** The innermost pair first, so that nesting needs no care. */
function expandFirst(source: string): readonly string[] {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(source);
  if (!found) return [source];
  const [whole, inner = ''] = found;
  return inner.split(',').map(part => source.slice(0, found.index) + part + source.slice(found.index + whole.length));
}

type Part = readonly string[];

/** `**` is the part of two star tokens. */
function matchParts(pattern: readonly Part[], path: readonly Part[]): boolean {
  return matchSequence(pattern.length, path.length, {
    isStar: p => isDoubleStar(pattern[p] ?? []),
    isMatch: (p, i) => matchPart(pattern[p] ?? [], path[i] ?? []),
  });
}

function isDoubleStar(part: Part): boolean {
  return part.length === 2 && part[0] === '*' && part[1] === '*';
}

function matchPart(tokens: Part, chars: Part): boolean {
  return matchSequence(tokens.length, chars.length, {
    isStar: p => tokens[p] === '*',
    isMatch: (p, i) => matchChar(tokens[p] ?? '', chars[i] ?? ''),
  });
}

interface SequenceTest {
  isStar(p: number): boolean;
  isMatch(p: number, i: number): boolean;
}

/** Wildcard matching with one point of return. */
function matchSequence(patternLength: number, length: number, {isStar, isMatch}: SequenceTest): boolean {
  let p = 0;
  let starAt = -1;
  let starTook = 0;
  for (let i = 0; i < length; ) {
    if (p < patternLength && isStar(p)) {
      starAt = p++;
      starTook = i;
    } else if (p < patternLength && isMatch(p, i)) {
      p++;
      i++;
    } else if (starAt >= 0) {
      p = starAt + 1;
      i = ++starTook;
    } else return false;
  }
  while (p < patternLength && isStar(p)) p++;
  return p === patternLength;
}

function tokenize(pattern: string): Part {
  return pattern.match(/\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/gu) ?? [];
}

function matchChar(token: string, char: string): boolean {
  if (token === '?') return true;
  if (token.length > 2 && token.startsWith('[')) return matchClass(token, char);
  return (token.length > 1 && token.startsWith('\\') ? token.slice(1) : token) === char;
}

function matchClass(token: string, char: string): boolean {
  const isNegated = token[1] === '!' || token[1] === '^';
  const members = Array.from(token.slice(isNegated ? 2 : 1, -1));
  let isMember = false;
  for (let i = 0; i < members.length; i++) {
    const [from = '', dash, to] = members.slice(i, i + 3);
    if (dash === '-' && to !== undefined) {
      isMember ||= from <= char && char <= to;
      i += 2;
    } else isMember ||= from === char;
  }
  return isMember !== isNegated;
}
