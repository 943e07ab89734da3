import {judgePath} from '../../judge/judge-path.ts';
import {writtenText} from '../../judge/note-texts.ts';
import {dataInput, type Invocation, type Scope, say, sayFact, subshell} from '../../judge/scope.ts';
import {type Argument, fixed, tail, textOf} from '../../shell/argument.ts';
import type {ShellName} from '../../shell/shell-name.ts';
import {readOptions} from '../read-options.ts';
import {tableOptions} from '../row.ts';
import {codeActs, filesLoaded} from './inline-code.ts';
import {fileUse} from './inline-files.ts';
import {judgeTasks} from './tasks.ts';

/** Shells: what they run is judged as if it stood in the line itself. */
export function judgeShell(call: Invocation): void {
  const {args, scope} = call;
  const shell = shellNamed(call.name);
  const inner: Scope = {...subshell(scope), shell, mayBeZsh: shell === 'zsh' || shell === 'other'};
  if (shell === 'fish') {
    judgeFishShell(call, inner);
    return;
  }
  let code = false;
  let fromInput = false;
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at];
    const text = textOf(word);
    if (!word) break;
    if (text === null && !(word.values ?? [{text: word.prefix || '-'}]).every(each => !/^[-+*?[]/.test(each.text))) {
      sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what this shell runs.', word);
      return;
    }
    if (text === null || !/^[-+]./.test(text)) break;
    if (text === '--') {
      at++;
      break;
    }
    if (/^--(?:rcfile|init-file)$/.test(text)) {
      const file = args[++at];
      if (file) runFile(file, call);
    } else if (text.startsWith('--')) {
      if (text.startsWith('--command') || text.startsWith('--init-command')) {
        sayFact(call, 'DANGEROUS', 'code.unknown', 'What this shell runs is not read.', word);
        return;
      }
    } else {
      code ||= text.startsWith('-') && text.includes('c');
      fromInput ||= text.startsWith('-') && text.includes('s');
      if (/[oO]$/.test(text) || /^-[A-Za-z]*C$/.test(text)) at++;
    }
  }
  const [first, ...rest] = args.slice(at);
  // `bash -n file` reads it and runs nothing.
  if (at === 1 && textOf(args[0]) === '-n' && first && rest.length === 0) judgePath(first, 'read', call);
  else if (code) judgeGiven(first, rest, call, inner);
  else if (first && !fromInput) {
    const written = writtenText(first, call.scope);
    if (written === undefined) runFile(first, call);
    else judgeGiven(fixed(written, first), rest, call, inner);
  } else judgeInput(call, inner);
}

/** It runs every text that it is given, the first ones before its own prompt or the file. */
function judgeFishShell(call: Invocation, inner: Scope): void {
  const {options, rest, unknown, uncertain} = readOptions(FISH, call.args, true);
  const [strange] = [...unknown, ...uncertain];
  if (strange) sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what this shell runs.', strange);
  for (const {facts, value} of options) {
    if (facts.kind === 'code') judgeGiven(value ?? undefined, [], call, inner);
    if (facts.kind === 'write' && value) judgePath(value, 'write', call);
  }
  const [first] = rest;
  if (options.some(({name}) => ENDS_FISH.test(name))) return;
  if (first) runFile(first, call);
  else judgeInput(call, inner);
}

const FISH = {
  hasLongDashes: false,
  options: tableOptions(
    '-c:c -C:c --command:c --init-command:c -o:w -p:w --profile:w --profile-startup:w --debug-output:w -d: -D: -f: --debug: --debug-stack-frames: --features: -ilnNPvh --interactive --login --no-execute --no-config --private --print-debug-categories --print-rusage-self --version --help',
  ),
};

/** With these nothing else is run. */
const ENDS_FISH = /^(?:-[cvh]|--command|--version|--help|--print-debug-categories)$/;

function judgeGiven(code: Argument | undefined, rest: readonly Argument[], call: Invocation, inner: Scope): void {
  const text = textOf(code);
  if (!code || text === null) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what this shell runs.', code ?? call.span);
    return;
  }
  rest.slice(0, 10).forEach((word, place) => {
    inner.variables.set(String(place), word.values);
  });
  inner.variables.set('@', rest.length === 2 && rest[1] ? rest[1].values : null);
  call.scope.judge.text(text, code, inner, call.input);
}

function judgeInput(call: Invocation, inner: Scope): void {
  const {input} = call;
  if (input.type === 'text') call.scope.judge.text(input.text, call.span, inner, dataInput);
  else if (input.type === 'file') runFile(input.argument, call);
  else if (input.type === 'terminal')
    say(call, 'CAUTION', 'program.shell', 'A shell opens, and what is typed next goes to it.');
  else sayFact(call, 'DANGEROUS', 'code.piped', 'A shell runs what comes through a pipe.', call.span);
}

/** A program or script in a file. */
export function runFile(file: Argument, call: Invocation): void {
  if (!file.isPipe) say(call, 'CAUTION', 'code.file', 'It runs a file, and nobody has looked into it.', file);
  judgePath(file, 'run', call);
}

function shellNamed(name: string): ShellName {
  if (name === 'zsh' || name === 'fish') return name;
  if (/^(?:sh|dash|ash)$/.test(name)) return 'sh';
  return /^(?:bash|ksh|mksh|rbash)$/.test(name) ? 'bash' : 'other';
}

export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh fish ksh ksh93 mksh pdksh oksh csh tcsh rbash yash elvish nu xonsh pwsh powershell'.split(' '),
);

/** How an interpreter is told what to run. */
interface Interpreter {
  /** Options with code in the next word. */
  readonly code: RegExp;
  /** Options after which nothing runs. */
  readonly asks: RegExp;
  /** Options that take the next word. */
  readonly values: RegExp;
  /** Options that load or run a file or module in the next word. */
  readonly loads: RegExp;
  /** Options that only look whether the file in the next word is well written. */
  readonly checks?: RegExp;
}

const NEVER = /(?!)/;

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python: {code: /^-[A-Za-z]*c$/, asks: /^(?:--version|-V{1,2}|--help|-h)$/, values: /^-[WX]$/, loads: NEVER},
  node: {
    code: /^(?:-e|-p|-pe|--eval|--print)$/,
    asks: /^(?:--version|-v|--help|-h|--v8-options)$/,
    values: /^-C$/,
    loads: /^(?:-r|--require|--import|--loader|--experimental-loader)$/,
    checks: /^(?:-c|--check)$/,
  },
  deno: {code: /^eval$/, asks: /^(?:--version|-V|--help|info|types)$/, values: NEVER, loads: NEVER},
  perl: {
    code: /^-[A-LN-Za-ln-z0-9]*[eE]$/,
    asks: /^(?:--version|-v|-V(?::\w+)?|--help|-h)$/,
    values: NEVER,
    loads: /^-[mM]/,
  },
  ruby: {
    code: /^-[A-Za-z]*e$/,
    asks: /^(?:--version|-v|--help|-h)$/,
    values: NEVER,
    loads: /^-r/,
    checks: /^-c$/,
  },
  php: {
    code: /^-[rRBE]$/,
    asks: /^(?:--version|-v|--help|-h|-m|--modules|-i|--info|--ini)$/,
    values: /^-d$/,
    loads: /^-[zc]$/,
    checks: /^(?:-l|--syntax-check)$/,
  },
  lua: {code: /^-e$/, asks: /^-v$/, values: NEVER, loads: /^-l/},
  r: {code: /^-e$/, asks: /^(?:--version|--help)$/, values: NEVER, loads: NEVER},
  other: {
    code: /^(?:-e|-E|-c|--eval|--execute|-exec|-x|-r)$/,
    asks: /^(?:--version|-version|--help)$/,
    values: NEVER,
    loads: NEVER,
  },
};

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:python|pypy)[\d.]*$|^ipython[\d.]*$/, 'python'],
  [/^(?:node|nodejs)$/, 'node'],
  [/^deno$/, 'deno'],
  [/^perl[\d.]*$/, 'perl'],
  [/^(?:ruby|irb|jruby)[\d.]*$/, 'ruby'],
  [/^php[\d.]*$/, 'php'],
  [/^(?:lua|luajit)[\d.]*$/, 'lua'],
  [/^(?:R|Rscript)$/, 'r'],
  [
    /^(?:julia|groovy|scala|java|tclsh|wish|guile|racket|sbcl|clisp|ghci|runghc|runhaskell|elixir|iex|erl|escript|octave|swipl|ocaml|jshell|kotlin|clojure|clj|bb|pike|rexx|gawk_|tsx|ts-node|bun_|vite-node|zx|coffee|qjs|txiki|gjs|jsc|osascript_)$/,
    'other',
  ],
];

/** A pattern may become the name of a file that is one: `--require=x`. */
function mayBeOption({values}: Argument): boolean {
  return values?.some(({text, glob}) => glob && /^[-*?[]/.test(text)) ?? true;
}

/** The family of an interpreter; undefined when the program is none that is known. */
export function interpreterFamily(name: string): string | undefined {
  return FAMILIES.find(([names]) => names.test(name))?.[1];
}

export function judgeInterpreter(family: string, call: Invocation): void {
  const how = INTERPRETERS[family];
  const {args} = call;
  if (!how) return;
  const changesFiles =
    /^(?:perl|ruby)$/.test(family) && args.some(word => /^-[a-hj-lnp-zA-HJ-LN-Z0-9]*i/.test(textOf(word) ?? ''));
  if (changesFiles) {
    say(call, 'CAUTION', 'option', 'It changes the files themselves.');
    for (const word of args.slice(1))
      if (!word.prefix.startsWith('-') && !/\s/.test(word.prefix)) judgePath(word, 'write', call);
  }
  const loaded: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const text = textOf(word) ?? word.prefix;
    // Names that begin with a folder of the project's are no options.
    const isNamed = word.values?.every(each => !/^[-+*?[/]/.test(each.text)) ?? false;
    if (text === '' && textOf(word) === null && !isNamed) {
      sayFact(call, 'DANGEROUS', 'code.unknown', `It is not known what ${call.name} runs.`, word);
      return;
    }
    if (how.asks.test(text) && args.length === 1) return;
    const [file] = args.slice(at + 1);
    if (how.checks?.test(text) && args.length === 2 && file && !mayBeOption(file)) {
      judgePath(file, 'read', call);
      return;
    }
    if (text === '-') {
      judgeProgramInput(family, call);
      return;
    }
    const codes = codesFrom(family, how, args.slice(at));
    if (codes) {
      judgeInline(family, codes, call, {loaded});
      return;
    }
    if (family === 'python' && /^-[BEIOsSuP]*m/.test(text)) {
      const isApart = args.slice(0, at + 1).some(each => /^-[A-Za-z]*[IP]/.test(textOf(each) ?? ''));
      if (!isApart) judgeShadow(text.replace(/^-[BEIOsSuP]*m/, '') || (textOf(args[at + 1]) ?? ''), call);
      judgeModule(text.replace(/^-[BEIOsSuP]*m/, ''), args.slice(at + 1), call);
      return;
    }
    judgeLoaded(how.loads, family, text, word, file, call);
    if (how.loads.test(text)) {
      say(call, 'CAUTION', 'code.file', `${call.name} loads more code.`, word);
      if (family === 'perl') loaded.push(`use ${text.slice(2).replace(/^-|=.*$/gs, '')};`);
      if (text.length <= 2 || text.startsWith('--')) {
        if (file) judgePath(file, 'run', call);
        at++;
      }
    } else if (how.values.test(text)) at++;
    else if (!text.startsWith('-')) {
      const written = writtenText(word, call.scope);
      if (written !== undefined) {
        judgeInline(family, [fixed(written, word)], call, {folder: text.slice(0, text.lastIndexOf('/') + 1)});
        return;
      }
      runFile(word, call);
      judgeTasks(text.slice(text.lastIndexOf('/') + 1), args.slice(at + 1), call);
      return;
    }
  }
  judgeProgramInput(family, call);
}

/** Code that an option brings along in other ways than as a file of the project: from an address, in the option itself, or by a setting. */
function judgeLoaded(
  loads: RegExp,
  family: string,
  text: string,
  word: Argument,
  next: Argument | undefined,
  call: Invocation,
): void {
  if (family === 'node') {
    const [, attached] = /^--(?:require|import|loader|experimental-loader)=(.*)$/s.exec(text) ?? [];
    const loaded = attached ?? (loads.test(text) ? (textOf(next) ?? '') : '');
    if (/^(?:data|https?):/i.test(loaded))
      sayFact(call, 'DANGEROUS', 'code.fetched', 'It runs code from this address.', word);
    else if (attached !== undefined) judgePath(fixed(attached, word), 'run', call);
  }
  if (family !== 'php' || !text.startsWith('-d')) return;
  const setting = text.length > 2 ? text.slice(2) : (textOf(next) ?? '');
  if (!HARMLESS_FOR_PHP.test(setting))
    sayFact(call, 'DANGEROUS', 'option', 'This setting of PHP can run or load code.', word);
}

const HARMLESS_FOR_PHP =
  /^(?:memory_limit|display_(?:startup_)?errors|error_reporting|log_errors|html_errors|max_execution_time|date\.timezone|short_open_tag|zend\.assertions|assert\.\w+|opcache\.(?:enable|enable_cli|jit|jit_buffer_size|validate_timestamps)|xdebug\.(?:mode|start_with_request|max_nesting_level|idekey|cli_color)|pcov\.\w+|phar\.readonly|upload_max_filesize|post_max_size|variables_order|precision|default_charset|output_buffering)(?:=|$)/;

/**
 * The code that the first of these words begins, and pieces of it behind further options, a line each; undefined where it begins none, and
 * null in it where it is not known.
 */
function codesFrom(
  family: string,
  how: Interpreter,
  words: readonly Argument[],
): readonly (Argument | null)[] | undefined {
  const codes: (Argument | null)[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const text = textOf(word);
    const start = text ?? word?.prefix ?? '';
    const attached = ATTACHED[family]?.exec(start)?.[1];
    const isCode = how.code.test(start);
    if (isCode || attached !== undefined) {
      if (text === null || !word) codes.push(null);
      else codes.push(isCode ? (words[++at] ?? null) : fixed(attached ?? '', word));
    } else if (at === 0) return undefined;
    // What follows are words for the code.
    if (family === 'python' || start === '--') break;
  }
  return codes;
}

/** Code in the same word as its option: `perl -ne'print'`. */
const ATTACHED: Readonly<Record<string, RegExp>> = {
  python: /^-[BEIOsSu]*c(.+)$/s,
  node: /^(?:--eval=|--print=|-(?:pe|e|p))(.+)$/s,
  perl: /^-[acfnlpstTuUvwWX0-9]*[eE](.+)$/s,
  ruby: /^-[acdlnpsSvw0-9]*e(.+)$/s,
  php: /^-[rRBE](.+)$/s,
  lua: /^-e(.+)$/s,
  other: /^(?:--eval=|--execute=|-e(?=.*\W))(.+)$/s,
};

function judgeProgramInput(family: string, call: Invocation): void {
  const {input} = call;
  if (input.type === 'text') judgeInline(family, [fixed(input.text, call.span)], call);
  else if (input.type === 'file') runFile(input.argument, call);
  else if (input.type === 'terminal')
    say(call, 'CAUTION', 'program.interpreter', `${call.name} opens, and what is typed next goes to it.`);
  else sayFact(call, 'DANGEROUS', 'code.piped', `${call.name} runs what comes through a pipe.`, call.span);
}

function judgeInline(
  family: string,
  codes: readonly (Argument | null)[],
  call: Invocation,
  {loaded = [], folder = ''}: {readonly loaded?: readonly string[]; readonly folder?: string} = {},
): void {
  const texts = codes.map(code => (code ? textOf(code) : null));
  const code = codes[0] ?? call.span;
  if (texts.includes(null)) {
    sayFact(call, 'DANGEROUS', 'code.unknown', `It is not known what ${call.name} runs.`, code);
    return;
  }
  const text = texts.join('\n');
  const level = codeActs(family, [...loaded, text].join(' ')) ? 'DANGEROUS' : 'CAUTION';
  say(call, level, 'code.inline', `${call.name} runs code that stands in the line.`, code);
  const files = fileUse(family, text);
  for (const file of files.read) judgePath(fixed(file, code), 'read', call);
  for (const file of files.written) judgePath(fixed(file, code), 'write', call);
  for (const file of filesLoaded(family, text))
    judgePath(fixed(file.startsWith('/') ? file : folder + file, code), 'run', call);
}

/** `python -m` looks for modules in the folder of the shell first. */
function judgeShadow(name: string, call: Invocation): void {
  const {look, cwd} = call.scope;
  if (!look || name === '') return;
  const [top = name] = name.split('.');
  if (cwd === null || look.has(cwd, top) || look.hasAny(cwd, [top, ...IMPORTED].flatMap(filesOf)))
    say(call, 'CAUTION', 'code.module', `${top}, or what it imports, may be a module of the project.`);
}

/** A folder is a package before others of that name only with its own file. */
function filesOf(module: string): readonly string[] {
  return ['.py', '.pyc', '.so', '.abi3.so', '/__init__.py', '/__init__.pyc'].map(end => module + end);
}

/** What the modules that are known import themselves, and a folder may have under the same name. */
const IMPORTED =
  'abc argparse ast bisect bz2 calendar codecs collections contextlib copy copyreg csv dataclasses datetime decimal difflib dis email encodings enum fnmatch functools getopt gettext glob hashlib heapq html http importlib inspect io ipaddress itertools json keyword linecache locale logging lzma numbers opcode operator optparse os pathlib pickle pkgutil platform posixpath pprint queue random re reprlib runpy selectors shutil signal site socket stat string struct subprocess sysconfig tempfile textwrap threading token tokenize traceback types typing urllib uuid warnings weakref xml zipfile zlib'.split(
    ' ',
  );

/** `python -m`: some modules are programs that are known. */
function judgeModule(attached: string, rest: readonly Argument[], call: Invocation): void {
  const [first, ...others] = rest;
  const name = attached || textOf(first);
  const args = attached ? rest : others;
  if (!name) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known which module is run.', first ?? call.span);
    return;
  }
  const texts = args.map(word => textOf(word) ?? word.prefix);
  // Statements of theirs stand in words.
  if (/^(?:timeit|pdb)$/.test(name))
    args.forEach((word, place) => {
      const isCode = name === 'pdb' ? texts[place - 1] === '-c' : !/^-/.test(texts[place] ?? '');
      if (isCode) judgeInline('python', [word], call);
    });
  if (name === 'http.server')
    args.forEach((word, place) => {
      if (/^(?:-d|--directory)$/.test(texts[place - 1] ?? '')) judgePath(word, 'read', call);
      if (/^--directory=/.test(texts[place] ?? '')) judgePath(tail(word, '--directory='.length), 'read', call);
    });
  if (/^(?:pip|pytest|coverage|black|ruff|twine|poetry|flit|hatch|pipx|uv)$/.test(name))
    call.scope.judge.words([fixed(name, call.span), ...args], call.scope, call.input);
  else if (/^(?:json\.tool|this|tabnanny|tokenize|sysconfig|site|calendar|dis|ast)$/.test(name)) {
    args.slice(0, 1).forEach(file => {
      judgePath(file, 'read', call);
    });
    if (args.length > 1) say(call, 'CAUTION', 'code.module', `It is not known what ${name} does with these words.`);
  } else say(call, 'CAUTION', 'code.module', `It runs the module ${name}.`);
}
