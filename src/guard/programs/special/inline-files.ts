/** Files that code in other languages reads or writes, by the few forms in which their names can be seen. */
export interface FileUse {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** The code without these forms. */
  readonly rest: string;
}

/** Longer code is not looked into. UTF-16 units. */
export const LONGEST_CODE = 4000;

export function fileUse(family: string, code: string): FileUse {
  if (code.length > LONGEST_CODE) return {read: [], written: [], rest: code};
  if (family === 'python') return ofPython(code);
  if (family === 'node') return ofNode(code);
  return {read: [], written: [], rest: code};
}

function ofPython(code: string): FileUse {
  const read: string[] = [];
  const written: string[] = [];
  const note = (mode: string, file: string): void => {
    (/^(?:r[^+]*|exists|is_file)$/.test(mode) ? read : written).push(file);
  };
  const direct = withPaths(withNames(code, PYTHON_TEXT, isGivenOnce, /(?<![\w.])(?:open|Path|pathlib\.Path)\(\s*/))
    .replace(PATH_CALL, (_found, _quote, file: string, method: string) => {
      note(method, file);
      return 'x(';
    })
    .replace(OPEN_CALL, (_found, _quote, file: string, mode = 'r') => {
      note(mode, file);
      return '()';
    });
  const importless = direct.replace(/^([ \t]*)from[ \t]+pathlib[ \t]+import[ \t]+Path[ \t]*(?=;|$)/gm, '$1pass');
  const isFree = !/\bPath\b/.test(importless) && !/\bpathlib\b(?!\s*(?:,|;|$))/m.test(importless);
  const rest = isFree ? importless.replace(/(\bimport[ \t]+(?:[\w., \t]*,[ \t]*)?)pathlib\b/g, '$1re') : direct;
  // Names that only tell.
  return {read, written, rest: rest.replace(/(?<!\w)__(?:version|name|doc|file|main|author)__(?!\w)/g, 'v')};
}

/** `p = Path('a.txt')` where `p` stands for nothing else, and is only read, written and asked for: each call as if it had the path itself. */
function withPaths(code: string): string {
  let text = code;
  const targets = targetsIn(code);
  for (const [whole, name = '', path = ''] of [...code.matchAll(PATH_NAME)].slice(0, MOST_NAMES)) {
    if (!isGivenOnce(code, name, targets)) continue;
    const calls = new RegExp(`(?<![\\w.])${name}(?=\\.${PATH_METHODS}\\()`, 'g');
    const direct = text.replace(whole, given => given.replace(/\w+\s*=.*/s, 'pass')).replace(calls, () => path);
    if (!mentions(direct, name)) text = direct;
  }
  return text;
}

const PATH_METHODS = '(?:read_text|read_bytes|write_text|exists|is_file)';
const PATH_NAME =
  /(?:^|[;\n])[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:pathlib\.)?Path\(\s*(['"])[^'"\\\n{}]*\3\s*\))[ \t]*(?=;|\n|$)/g;
const PATH_CALL = new RegExp(
  `(?<![\\w.])(?:pathlib\\.)?Path\\(\\s*(['"])([^'"\\\\\\n{}]*)\\1\\s*\\)\\.(${PATH_METHODS})\\(`,
  'g',
);
const OPEN_CALL =
  /(?<![\w.])open\(\s*(['"])([^'"\\\n{}]*)\1\s*(?:,\s*(?:mode\s*=\s*)?['"]([rwax][bt]?\+?)['"]\s*)?(?:,\s*(?:encoding|newline)\s*=\s*['"][\w-]*['"]\s*)?\)/g;
const PYTHON_TEXT = /(?:^|[;\n])[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((['"])[^'"\\\n{}]*\3)[ \t]*(?=;|\n|$)/g;

/** In Python: nothing else gives it a value. */
function isGivenOnce(code: string, name: string, targets: string): boolean {
  const text = code.replaceAll('\\\n', ' ');
  const given = new RegExp(`(?<![\\w.])${name}\\s*(?:[-+*/%@&|^:]|//|\\*\\*|<<|>>)?=(?!=)`, 'g');
  const others = new RegExp(
    `\\b(?:for\\b(?:(?!\\bin\\b)[^:])*|(?:def|lambda|class|case)\\b[^:]*|(?:import|global|nonlocal|del)\\b[^\\n:]*|import\\s*\\([^)]*|as\\s[\\s(]*(?:\\w+\\s*,\\s*)*)(?<![\\w.])${name}(?!\\w)|(?:^|[;:\\n])[ \\t]*${name}\\s*(?::|,[^(]*=)`,
  );
  const among = new RegExp(`(?:^|[;:\\n])[^=('";:\\n]*(?<!\\w)${name}\\s*,[^=('";:\\n]*=(?!=)`);
  return text.match(given)?.length === 1 && !mentions(targets, name) && !others.test(text) && !among.test(text);
}

function ofNode(code: string): FileUse {
  const read: string[] = [];
  const written: string[] = [];
  const named = withNames(code, NODE_TEXT, isConstant, /Sync\(\s*/).replace(
    IN_A_FOLDER,
    (_found, folder: string) => `'${folder}unknown'`,
  );
  const rest = withoutBinding(named)
    .replace(NODE_READS, (_found, _quote, file: string) => {
      read.push(file);
      return '()';
    })
    .replace(NODE_WRITES, (_found, _quote, file: string) => {
      written.push(file);
      return 'x(0';
    });
  return {read, written, rest};
}

/** `const fs = require('fs')`, `import {readFileSync} from 'node:fs'`: where the names stand only for reading and writing, each call as if it had the module itself. */
function withoutBinding(code: string): string {
  const [whole, required, list, imported, names] = BINDING.exec(code) ?? [];
  if (whole === undefined) return code;
  const name = required ?? imported;
  let text = code.replace(whole, () => ' ');
  const parts = (list ?? names ?? '').split(',').flatMap(part => part.trim() || []);
  for (const each of name === undefined ? parts : [name]) {
    const isPart = name === undefined;
    if (isPart && !NODE_CALLS.includes(each)) return code;
    const call = isPart ? '\\s*\\(' : `\\.(?:${NODE_CALLS.join('|')})\\(`;
    const found = new RegExp(`(?<![\\w$.])${each.replaceAll('$', '\\$')}(?=${call})`, 'g');
    text = text.replace(found, () => (isPart ? `require('fs').${each}` : "require('fs')"));
    if (mentions(text.replaceAll("require('fs')", ''), each)) return code;
  }
  return text;
}

const NODE_CALLS: readonly string[] = [
  ...['readFileSync', 'readdirSync', 'existsSync', 'statSync'],
  ...['writeFileSync', 'appendFileSync', 'mkdirSync'],
];
const BINDING =
  /(?:const|let|var)\s+(?:([A-Za-z_$][\w$]*)|\{([\w\s,]{1,200})\})\s*=\s*require\(\s*['"](?:node:)?fs['"]\s*\)\s*(?:;|\n|$)|import\s+(?:(?:\*\s+as\s+)?([A-Za-z_$][\w$]*)|\{([\w\s,]{1,200})\})\s+from\s+['"](?:node:)?fs['"]\s*(?:;|\n|$)/;
/** A file in a folder that is named: `locales/${file}`. */
const IN_A_FOLDER = /(?<=Sync\(\s{0,20})`([\w.-][\w./-]{0,200}\/)\$\{[A-Za-z_]\w{0,60}\}[\w.-]{0,60}`/g;
const NODE_READS =
  /\brequire\(\s*['"](?:node:)?fs['"]\s*\)\.(?:readFileSync|readdirSync|existsSync|statSync)\(\s*(['"])([^'"\\\n]*)\1\s*(?:,\s*['"]utf-?8['"]\s*)?\)/g;
const NODE_WRITES =
  /\brequire\(\s*['"](?:node:)?fs['"]\s*\)\.(?:writeFileSync|appendFileSync|mkdirSync)\(\s*(['"])([^'"\\\n]*)\1\s*(?=,|\))/g;
const NODE_TEXT = /\b(?:const|let|var)\s+([A-Za-z_]\w*)\s*=\s*((['"])[^'"\\\n]*\3)\s*(?=;|\n|$)/g;

/** In JavaScript: nothing else gives it a value, or is called so. Comments might hide that. */
function isConstant(code: string, name: string, targets: string): boolean {
  const given = new RegExp(`(?<![\\w$.])${name}\\s*(?:[^\\w\\s=<>!'"(),;[\\]{}.]{1,3})?=(?![=>])`, 'g');
  const others = new RegExp(
    `(?<![\\w$.])${name}\\s*(?:=>|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}(?![\\w$])|(?:\\bfunction\\b|\\bcatch\\b|\\bclass\\b|\\bfor\\b|\\bimport\\b)[^{]*(?<![\\w$.])${name}(?![\\w$])|(?<![\\w$.])${name}[^(){}]*\\)\\s*\\{`,
  );
  const hasComments = /\/\*|(?<!:)\/\//.test(code);
  return !hasComments && code.match(given)?.length === 1 && !mentions(targets, name) && !others.test(code);
}

/** A name for a text that stands there, put in its place where it is the name of a file. */
function withNames(
  code: string,
  texts: RegExp,
  isOnce: (code: string, name: string, targets: string) => boolean,
  before: RegExp,
): string {
  let text = code;
  const targets = targetsIn(code);
  for (const [, name = '', value = ''] of [...code.matchAll(texts)].slice(0, MOST_NAMES))
    if (isOnce(code, name, targets))
      text = text.replace(
        new RegExp(`(${before.source})${name}(?=\\s*[,)])`, 'g'),
        (_found, start: string) => start + value,
      );
  return text;
}

const MOST_NAMES = 10;

/** What stands in brackets before a `=`: several names that are given values at once, or parameters of an arrow. */
function targetsIn(code: string): string {
  let targets = '';
  for (const {index} of code.matchAll(/[)\]}]\s*=(?!=)/g)) {
    let open = 0;
    let at = index;
    do {
      const character = code[at] ?? '';
      if (')]}'.includes(character)) open++;
      if ('([{'.includes(character)) open--;
    } while (open > 0 && --at >= 0);
    targets += ` ${code.slice(Math.max(at, 0), index)}`;
    // All of it is as much as can be said.
    if (targets.length > 5 * LONGEST_CODE) return code;
  }
  return targets;
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
}
