/**
 * Code in other languages is not read, only looked at: what names nothing but plain words of the language is an ordinary risk; what
 * names anything that can act is dangerous. True when it may act.
 */
export function codeActs(family: string, code: string): boolean {
  if (code.length > 4000 || /[^\x09\x0a\x20-\x7e]/.test(code)) return true;
  const words = WORDS[family];
  if (!words) return true;
  const rest = withoutReading(family, code).text;
  if (words.acts.test(rest)) return true;
  return imports(family, rest).some(name => !words.modules.test(name) && !isFile(family, name));
}

/** Files whose code this code loads: `require('./lib/parse.js')`. */
export function filesLoaded(family: string, code: string): readonly string[] {
  return imports(family, withoutReading(family, code).text).filter(name => isFile(family, name));
}

/** What lies in `node_modules` is none of the project. */
function isFile(family: string, name: string): boolean {
  return family === 'node' && /^\.{0,2}\/[\w@./-]+$/.test(name) && !/(?:^|\/)node_modules(?:\/|$)/.test(name);
}

/** Files that the code only reads, by names that stand in it: `open('a.json')`. */
export function filesRead(family: string, code: string): readonly string[] {
  return withoutReading(family, code).files;
}

/** The code with such calls, and what asks a module for its version, taken out. */
function withoutReading(family: string, code: string): {readonly text: string; readonly files: readonly string[]} {
  const files: string[] = [];
  const pattern = READS[family];
  if (!pattern) return {text: code, files};
  const text = (family === 'node' ? withoutBinding(code) : code).replace(
    pattern,
    (_found, ...groups: readonly (string | undefined)[]) => {
      if (groups[1] !== undefined) files.push(groups[1]);
      return '()';
    },
  );
  return {text: family === 'python' ? text.replace(/(?<=\w)\.__(?:version|name|doc)__(?!\w)/g, '.v') : text, files};
}

/** `const fs = require('fs')`, `import fs from 'node:fs'`: where the name stands only for reading, each call is written as if it had the module itself. */
function withoutBinding(code: string): string {
  const [whole, required, imported] = BINDING.exec(code) ?? [];
  const name = required ?? imported;
  if (whole === undefined || name === undefined) return code;
  const rest = code.replace(whole, () => ' ');
  const calls = new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?=\\.(?:readFileSync|readdirSync|existsSync|statSync)\\()`,
    'g',
  );
  const read = rest.replace(calls, () => "require('fs')");
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(read.replaceAll("require('fs')", ''))
    ? code
    : read;
}

const BINDING =
  /(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*require\(\s*['"](?:node:)?fs['"]\s*\)\s*(?:;|\n|$)|import\s+(?:\*\s+as\s+)?([A-Za-z_$][\w$]*)\s+from\s+['"](?:node:)?fs['"]\s*(?:;|\n|$)/;

const READS: Readonly<Record<string, RegExp>> = {
  python:
    /(?<![\w.])open\(\s*(['"])([^'"\\\n{}]*)\1\s*(?:,\s*(?:mode\s*=\s*)?['"]r[bt]?['"]\s*)?(?:,\s*(?:encoding|newline)\s*=\s*['"][\w-]*['"]\s*)?\)/g,
  node: /\brequire\(\s*['"](?:node:)?fs['"]\s*\)\.(?:readFileSync|readdirSync|existsSync|statSync)\(\s*(['"])([^'"\\\n]*)\1\s*(?:,\s*['"]utf-?8['"]\s*)?\)/g,
};

function imports(family: string, code: string): string[] {
  if (family === 'python') {
    const found = [...code.matchAll(/\b(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.][\w., \t]*))/g)];
    const names = found.flatMap(([, from, list = '']) =>
      from !== undefined ? [from] : list.split(',').map(part => part.trim().split(/\s+/)[0] ?? ''),
    );
    // An import that is written in another way is not understood.
    return (code.match(/\bimport\b/g) ?? []).length === found.length ? names : [...names, '?'];
  }
  if (family === 'node')
    return [
      ...code.replace(NAMES_OF_IMPORT, 'import ').matchAll(/(?:require|import)\s*\(?\s*(['"]?)([^'")\s;]*)/g),
    ].map(([, quote, name = '']) => (quote ? name : '?'));
  if (family === 'ruby') return [...code.matchAll(/require\s*\(?\s*['"]?([^'"\s;)]*)/g)].map(([, name = '']) => name);
  if (family === 'perl') return [...code.matchAll(/\b(?:use|require)\s+([\w:]+)/g)].map(([, name = '']) => name);
  return [];
}

/** `import {a, b as c} from`, before the module. */
const NAMES_OF_IMPORT = /\bimport\s+[\w$*{},\s]{1,300}?\sfrom\s*(?=['"])/g;

interface Words {
  readonly acts: RegExp;
  readonly modules: RegExp;
}

const WORDS: Readonly<Record<string, Words>> = {
  python: {
    acts: /\b(?:os|subprocess|shutil|socket|pty|ctypes|eval|exec|compile|open|globals|locals|vars|getattr|setattr|delattr|importlib|builtins|breakpoint|input|help|requests|urllib|http|ftplib|smtplib|pickle|marshal|pathlib|Path|glob|tempfile|signal|multiprocessing|threading|asyncio|sqlite3|webbrowser|modules|runpy|code|codeop)\b|__|\\x|\\u|\\N|chr\(|b64|fromhex/,
    modules:
      /^(?:sys|json|math|re|datetime|time|collections|itertools|functools|platform|pprint|string|textwrap|statistics|random|decimal|fractions|operator|calendar|secrets|uuid|hashlib|typing|enum|dataclasses|sysconfig|locale|unicodedata|difflib|bisect|heapq|cmath|numpy|pandas|torch|scipy|sklearn|tensorflow|django|flask|yaml|toml|tomllib|zlib|ssl|numbers|copy|abc|array|struct|keyword|token|inspect)$/,
  },
  node: {
    acts: /\b(?:child_process|fs|net|http|https|vm|worker_threads|cluster|dgram|eval|Function|constructor|fetch|WebSocket|globalThis|global|Reflect|Proxy|mainModule|binding|dlopen|kill|exit|chdir|_load|createRequire|Buffer|atob|fromCharCode|fromCodePoint|unescape|process\s*\[|this\s*\[|import\.meta|Module|Deno|Bun|setTimeout|setInterval|with)\b|process\.(?!version|platform|arch|argv|cwd|memoryUsage|uptime|hrtime|pid|title|release|features|execPath\b)|\]\s*\(|\\x|\\u|`/,
    modules:
      /^(?:node:)?(?:path|os|util|url|querystring|assert|crypto|zlib|punycode|string_decoder)$|^\.\/?package\.json$|^\.\/[\w./-]+\.json$/,
  },
  perl: {
    acts: /\b(?:system|exec|open|opendir|unlink|rmdir|rename|eval|do|require|qx|fork|kill|socket|connect|syscall|chmod|chown|mkdir|link|symlink|truncate|utime|chdir|readpipe|sysopen|dbmopen|truncate|pipe|bind|listen|ENV|INC|ARGV|glob|sub|goto|local|tie|bless|can|pack|unpack|chr|sprintf|BEGIN|END)\b|`|<[^>]*>|\||&|\(\?\{|\(\?\?|\bs?\S*\/e[a-z]*\b|\$\{|@\{|[{(]\s*['"]/,
    modules:
      /^(?:strict|warnings|utf8|feature|integer|bigint|POSIX|v?5[\d.]*|List::(?:More)?Utils?|Scalar::Util|Data::Dumper|Time::(?:Local|Piece|HiRes)|JSON(?:::PP)?|MIME::Base64|Encode|Digest::\w+|Math::\w+|Text::(?:Wrap|CSV|ParseWords)|Getopt::Long|constant|open|encoding|charnames)$/,
  },
  ruby: {
    acts: /\b(?:system|exec|spawn|fork|eval|instance_eval|class_eval|send|__send__|public_send|open|File|IO|Dir|FileUtils|Kernel|Process|Open3|Net|URI|Socket|TCPSocket|ENV|load|method|const_get|ObjectSpace|Marshal|YAML|popen|trap|binding|define_method|pack|unpack|chr|tap|Pathname|Tempfile|Thread|ARGF|STDIN)\b|`|%x|\\x|\\u|::/,
    modules: /^(?:json|date|time|set|securerandom|digest|bigdecimal|pp|prime|matrix)$/,
  },
  php: {
    acts: /\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_\w+|eval|assert|include\w*|require\w*|file\w*|fopen|fwrite|unlink|rmdir|rename|copy|mkdir|chmod|chown|curl_\w+|fsockopen|stream_\w+|socket_\w+|mail|create_function|call_user_func\w*|array_map|preg_replace|base64_decode|dl|putenv|getenv|ini_set|readfile|glob|opendir|scandir|symlink|link|touch|unserialize|new|extract|parse_str|chr|pack)\b|`|\$\$|\$\w+\s*\(|\\x|['"]\s*\(/,
    modules: /(?!)/,
  },
};
