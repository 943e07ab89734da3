import {fileUse, LONGEST_CODE} from './inline-files.ts';
import {codeOfRActs} from './inline-r.ts';

/**
 * Code in other languages is not read, only looked at: what names nothing but plain words of the language is an ordinary risk; what
 * names anything that can act is dangerous. True when it may act.
 */
export function codeActs(family: string, code: string): boolean {
  if (code.length > LONGEST_CODE || hasStrangeCharacters(code)) return true;
  if (family === 'r') return codeOfRActs(code);
  const words = WORDS[family];
  if (!words) return true;
  const {rest} = fileUse(family, code);
  if (family === 'perl' && EVALUATES.test(rest)) return true;
  if (words.acts.test(words.plain ? rest.replace(words.plain, ' x ') : rest)) return true;
  return imports(family, rest).some(
    name => !words.modules.test(name) && !isFile(family, name) && !isOnlyAsked(family, name, rest),
  );
}

/**
 * Characters that are not seen, and such as a language takes for plain letters: Python reads the mathematical `𝐨𝐬` as `os` (PEP 3131).
 * Letters, signs and marks of other scripts are what they are, in texts, comments and names.
 */
function hasStrangeCharacters(code: string): boolean {
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(code)) return true;
  return (code.match(/[^\x00-\x7f]+/g) ?? []).some(
    found => !/^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(found) || /\w/.test(found.normalize('NFKC')),
  );
}

/** Files whose code this code loads: `require('./lib/parse.js')`. */
export function filesLoaded(family: string, code: string): readonly string[] {
  if (code.length > LONGEST_CODE) return [];
  const {rest} = fileUse(family, code);
  if (family === 'python')
    return imports(family, rest)
      .filter(name => isOnlyAsked(family, name, rest))
      .map(name => `${name.replaceAll('.', '/')}.py`);
  return imports(family, rest).filter(name => isFile(family, name) && !name.endsWith('.json'));
}

/** A module of the project, or one that is installed, which is loaded and only asked which one it is: `import x; print(x.__version__)`. */
function isOnlyAsked(family: string, name: string, code: string): boolean {
  if (family !== 'python' || !/^[a-z]\w{1,60}$/i.test(name)) return false;
  const others = code
    .replace(new RegExp(`\\bimport[ \\t]+${name}[ \\t]*(?=[;\\n]|$)`), '')
    .replace(new RegExp(`\\b${name}\\.(?:v|VERSION|version)\\b(?!\\s*[.(\\[=])`, 'g'), '');
  return !new RegExp(`\\b${name}\\b`).test(others);
}

/** What lies in `node_modules` is none of the project. */
function isFile(family: string, name: string): boolean {
  return family === 'node' && /^\.{0,2}\/[\w@./-]+$/.test(name) && !/(?:^|\/)node_modules(?:\/|$)/.test(name);
}

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

/** `s#old#$new#e`: what takes the place is code. */
const EVALUATES =
  /\bs\s{0,3}(?:([^\w\s{}()[\]<>])(?:\\.|(?!\1)[^\\]){0,400}\1(?:\\.|(?!\1)[^\\]){0,400}\1|[{([<][^\n]{0,400}[})\]>])\s{0,3}[a-df-z]*e/s;

interface Words {
  readonly acts: RegExp;
  /** Of what `acts` finds this does no more than read the standard input, print or choose. */
  readonly plain?: RegExp;
  readonly modules: RegExp;
}

const WORDS: Readonly<Record<string, Words>> = {
  python: {
    acts: /\b(?:os|subprocess|shutil|socket|pty|ctypes|eval|exec|compile|open|globals|locals|vars|getattr|setattr|delattr|importlib|builtins|breakpoint|input|help|requests|urllib|http|ftplib|smtplib|pickle|marshal|pathlib|Path|glob|tempfile|signal|multiprocessing|threading|asyncio|sqlite3|webbrowser|modules|runpy|code|codeop|_getframe|_current_frames|settrace|setprofile|exc_info|[gct][ib]_frame|tb_frame|f_(?:globals|locals|builtins|back)|unsafe_load\w*|UnsafeLoader|read_pickle|FileIO|OpenWrapper|open_code|redirect_\w+)\b|__|\\x|\\u|\\N|chr\(|b64|fromhex/,
    modules:
      /^(?:sys|json|math|re|datetime|time|collections|itertools|functools|platform|pprint|string|textwrap|statistics|random|decimal|fractions|operator|calendar|secrets|uuid|hashlib|typing|enum|dataclasses|sysconfig|locale|unicodedata|difflib|bisect|heapq|cmath|numpy|pandas|torch|scipy|sklearn|tensorflow|django|flask|yaml|toml|tomllib|zlib|ssl|numbers|copy|abc|array|struct|keyword|token|inspect|csv|io|argparse|ast|html|fnmatch|shlex|zoneinfo|contextlib|colorsys|binascii|errno|stat|graphlib)$/,
  },
  node: {
    acts: /\b(?:child_process|fs|net|http|https|vm|worker_threads|cluster|dgram|eval|Function|constructor|fetch|WebSocket|globalThis|global|Reflect|Proxy|mainModule|binding|dlopen|kill|exit|chdir|_load|createRequire|Buffer|atob|fromCharCode|fromCodePoint|unescape|process\s*\[|this\s*\[|import\.meta|Module|Deno|Bun|setTimeout|setInterval|with)\b|process\.(?!version|platform|arch|argv|cwd|memoryUsage|uptime|hrtime|pid|title|release|features|execPath\b)|\]\s*\(|\\x|\\u|`/,
    modules:
      /^(?:node:)?(?:path|os|util|url|querystring|assert|crypto|zlib|punycode|string_decoder)$|^\.\/?package\.json$|^\.\/[\w./-]+\.json$/,
  },
  lua: {
    acts: /\b(?:os|io|require|dofile|loadfile|load|loadstring|debug|package|coroutine|setmetatable|getmetatable|rawset|rawget|_G|_ENV|setfenv|getfenv|ffi|jit|string\s*\.\s*(?:dump|char)|char|vim)\b|\\[xu\d]|\[\[|\[=/,
    plain: /\bio\.(?:read|write)\b|\bio\.lines\s*\(\s*\)/g,
    modules: /(?!)/,
  },
  perl: {
    acts: /\b(?:system|exec|open|opendir|unlink|rmdir|rename|eval|do|require|qx|fork|kill|socket|connect|syscall|chmod|chown|mkdir|link|symlink|truncate|utime|chdir|readpipe|sysopen|dbmopen|truncate|pipe|bind|listen|ENV|INC|ARGV|glob|sub|goto|local|tie|bless|can|pack|unpack|chr|sprintf|BEGIN|END)\b|`|<[^>]*>|\||&|\(\?\{|\(\?\?|\bs?\S*\/e[a-z]*\b|\$\{|@\{|[{(]\s*['"]/,
    plain: /(?<=\w)\|(?=\w)|(?<= )(?:\|\||&&)(?= )/g,
    modules:
      /^(?:strict|warnings|utf8|feature|integer|bigint|POSIX|v?5[\d.]*|List::(?:More)?Utils?|Scalar::Util|Data::Dumper|Time::(?:Local|Piece|HiRes)|JSON(?:::PP)?|MIME::Base64|Encode|Digest::\w+|Math::\w+|Text::(?:Wrap|CSV|ParseWords)|Getopt::Long|constant|open|encoding|charnames)$/,
  },
  ruby: {
    acts: /\b(?:system|exec|spawn|fork|eval|instance_eval|class_eval|send|__send__|public_send|open|File|IO|Dir|FileUtils|Kernel|Process|Open3|Net|URI|Socket|TCPSocket|ENV|load|method|const_get|ObjectSpace|Marshal|YAML|popen|trap|binding|define_method|pack|unpack|chr|tap|Pathname|Tempfile|Thread|ARGF|STDIN)\b|`|%x|\\x|\\u|::/,
    plain: /\bSTDIN\.(?:read|each_line|readlines|gets)\b(?!\s*\()/g,
    modules: /^(?:json|date|time|set|securerandom|digest|bigdecimal|pp|prime|matrix)$/,
  },
  php: {
    acts: /\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_\w+|eval|assert|include\w*|require\w*|file\w*|fopen|fwrite|unlink|rmdir|rename|copy|mkdir|chmod|chown|curl_\w+|fsockopen|stream_\w+|socket_\w+|mail|create_function|call_user_func\w*|array_map|preg_replace|base64_decode|dl|putenv|getenv|ini_set|readfile|glob|opendir|scandir|symlink|link|touch|unserialize|new|extract|parse_str|chr|pack)\b|`|\$\$|\$\w+\s*\(|\\x|['"]\s*\(/,
    plain: /\bstream_get_contents\(\s*STDIN\s*\)/g,
    modules: /(?!)/,
  },
};
