import {withoutQuotes} from './judge-dialect.ts';

/**
 * What zsh has for everyday reading, in the words of bash: qualifiers that choose files by their kind, age or size, lines of an
 * output as words, `repeat`, and loops without `do`. What is said so can do what was written and no less; what is
 * none of these stays as it is, and is judged as words of zsh. zshexpn(1), “Glob Qualifiers”, “Modifiers”, “Parameter Expansion Flags”;
 * zshmisc(1), “Alternate Forms For Complex Commands”.
 */
export function plainZsh(line: string): string {
  return loops(expansions(globs(line)));
}

/** Without `e` and `+`, which run code, and `D`, which takes hidden files in. */
const QUALIFIER = String.raw`(?:[-.,\/@=p*%rwxARWIEXsStUGFNTMn^]|[oO][nLlamcd]|[amc][Mwhmsd]?[-+]?\d+|L[kKmMpPgGtT]?[-+]?\d+|[dlug][-+]?\d+|Y\d+|\[-?\d+(?:,-?\d+)?\])`;
const QUALIFIED = new RegExp(
  String.raw`(?<=(?:^|[\s=])[\w.\/~-]{0,200}[*?][\w.\/*?-]{0,200})\((?:#q)?${QUALIFIER}{1,20}\)(?=$|[\s;&|)])`,
  'g',
);
/** `*.(ts|js)` is `*.{ts,js}` to bash. */
const EITHER =
  /(?<=(?:^|[\s=])[\w./~*?-]{0,200}[\w./~*?-])\([\w.*?-]{1,40}(?:\|[\w.*?-]{1,40}){1,20}\)(?=$|[\s;&|)/.])/g;

function globs(line: string): string {
  const chosen = replace(line, QUALIFIED, found => ' '.repeat(found.length));
  return replace(chosen, EITHER, found => `{${found.slice(1, -1).replaceAll('|', ',')}}`);
}

/** `${(f)"$(ls)"}`. */
const LINES_OF = /(?<=[\s(])\$\{\([@fFouUL]{1,6}\)"\$\([^"(){}]{0,500}\)"\}/g;

function expansions(line: string): string {
  return replace(line, LINES_OF, found => {
    const start = found.indexOf('"');
    return `${' '.repeat(start)}${found.slice(start, -1)} `;
  });
}

/** All of the line that stands behind the head of a loop is taken for its body: what it can do is the same. */
function loops(line: string): string {
  const closed = closedBraces(line.replace(/(?<=^|[;&|{]\s{0,9})\s{0,9}repeat\s+\d{1,9}(?=\s+[^\s;])/g, ' '));
  for (const [pattern, head] of HEADS) {
    const found = pattern.exec(closed);
    if (!found || withoutQuotes(found[0]) !== found[0]) continue;
    const [whole, name = '', words = ''] = found;
    const body = closed.slice(whole.length).replace(/[\s;]+$/, '');
    const ended = head === 'foreach' ? body.replace(/(?:^|[;\s])\s*end$/, '') : body;
    const begun = head === 'while' ? 'while :; do' : `for ${name} in ${words};`;
    if (head === 'for … do' || head === 'while') return `${begun} ${body}`;
    if (ended.trim() === '' || /\bdo(?:ne)?(?![\w-])/.test(withoutQuotes(ended))) return line;
    return `${begun} do ${ended}; done`;
  }
  return closed;
}

/** Heads of loops without `do`, and how bash says them. */
const HEADS: readonly (readonly [RegExp, 'while' | 'foreach' | 'for … do' | 'for'])[] = [
  [/^\s*repeat\s+\d+\s*;\s*do\s/, 'while'],
  [/^\s*foreach\s+(\w+)\s+\(([^()]{0,2000})\)\s*;?\s*/, 'foreach'],
  [/^\s*for\s+(\w+)\s+\(([^()]{0,2000})\)\s*;?\s*(?=do\s)/, 'for … do'],
  [/^\s*for\s+(\w+)\s+\(([^()]{0,2000})\)\s*;?\s*/, 'for'],
  [/^\s*for\s+(\w+)\s+in\s([^;()\n]{0,2000});(?!\s*do\s)\s*(?=\S)/, 'for'],
];

/** A brace that stands alone closes, also where no `;` is before it. */
function closedBraces(line: string): string {
  if (!/(?:^|\s)\{\s/.test(line)) return line;
  return replace(line, /(?<=[^\s;&|{]\s{0,9})\s\}(?=$|[\s;&|)])/g, () => '; }');
}

/** In the parts of the line that are not quoted. */
function replace(line: string, pattern: RegExp, by: (found: string) => string): string {
  let read = '';
  let end = 0;
  for (const {0: found, index} of withoutQuotes(line).matchAll(pattern)) {
    read += line.slice(end, index) + by(line.slice(index, index + found.length));
    end = index + found.length;
  }
  return read + line.slice(end);
}
