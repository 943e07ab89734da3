import {foundAnywhere, holdsSecrets, mayNameSecret, placeOf} from '../paths/place-of.ts';
import {resolvePath, UNKNOWN_FOLDER} from '../paths/resolve-path.ts';
import {rootsFrom} from '../programs/special/find-roots.ts';
import {type Argument, type Known, textOf} from '../shell/argument.ts';
import type {Input, Scope} from './scope.ts';

/**
 * Names of secrets that a command prints for others to take, where its words ask for such: `find ~ -name id_rsa`, `fd -e pem`,
 * `git ls-files | grep '\.env$'`. What reads a file that nobody knows, later in the line, then reads one of them.
 */
export function soughtSecrets(name: string, args: readonly Argument[], read: Input, scope: Scope): readonly Known[] {
  const sought = PROGRAMS.get(name)?.(args, read) ?? [];
  const found = sought.filter(one => isSecret(one, scope)).map(({text}) => ({text, glob: true}));
  scope.seen.sought.push(...found.slice(0, Math.max(0, MOST - scope.seen.sought.length)));
  return found;
}

/** Names that are kept. */
const MOST = 8;

/** What may be printed: a name, or a pattern of names. */
interface Sought {
  readonly text: string;
  /** It is looked for in all folders below this one; null for the folder of the shell alone. */
  readonly root: string | null;
}

type Reader = (args: readonly Argument[], read: Input) => readonly Sought[];

const PROGRAMS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['find', ofFind],
  ['gfind', ofFind],
  ['fd', ofFd],
  ['fdfind', ofFd],
  ['rg', ofRipgrep],
  ['ag', ofFilter],
  ['grep', ofFilter],
  ['egrep', ofFilter],
  ['fgrep', ofFilter],
  ['locate', ofLocate],
  ['plocate', ofLocate],
  ['mdfind', ofLocate],
  ['git', ofGit],
  ...'ls tree stat realpath readlink basename dirname du compgen'
    .split(' ')
    .map((name): [string, Reader] => [name, args => operandsOf(args).map(here)]),
]);

function isSecret({text, root}: Sought, {home, ownFolder, cwd}: Scope): boolean {
  const path = resolvePath(text, cwd ?? UNKNOWN_FOLDER);
  if (path === null) return false;
  const place = placeOf(path, home, ownFolder);
  if (place.isSecret || mayNameSecret(path, home, ownFolder)) return true;
  const below = root === null ? null : resolvePath(root, cwd ?? UNKNOWN_FOLDER);
  if (below === null) return false;
  return (
    foundAnywhere(text, below, home) ||
    (holdsSecrets(below, home, null) && placeOf(`${home}/${text}`, home, null).isSecret)
  );
}

function here(text: string): Sought {
  return {text, root: null};
}

function ofFind(args: readonly Argument[]): readonly Sought[] {
  const texts = args.slice(rootsFrom(args)).map(textOf);
  const end = texts.findIndex(text => text === null || /^[-(!]/.test(text));
  const roots = texts.slice(0, end < 0 ? undefined : end).flatMap(text => text ?? []);
  const asked = texts.flatMap((text, place) => {
    const test = texts[place - 1] ?? '';
    const beforeThat = texts[place - 2];
    if (text === null || !test.startsWith('-') || beforeThat === '!' || beforeThat === '-not') return [];
    if (/^-i?name$/.test(test)) return [text];
    if (/^-i?(?:path|wholename)$/.test(test)) return [tailOf(text)];
    return /^-i?regex$/.test(test) ? ofExpression(text).map(tailOf) : [];
  });
  const below = roots.length > 0 ? roots : ['.'];
  return [...below.map(root => here(`${root}/x`)), ...below.flatMap(root => asked.map(text => ({text, root})))];
}

/** Of a pattern for a whole path what stands behind any folders. */
function tailOf(pattern: string): string {
  return pattern.replace(/^(?:\.?\/?\*+\/?)+(?=.)/, '').replace(/^\.\//, '');
}

function ofFd(args: readonly Argument[]): readonly Sought[] {
  const texts = args.map(text => textOf(text) ?? '');
  const [pattern = '', ...folders] = operandsOf(
    args,
    /^(?:-[HIuasigFlL0p1]*[eEtdScjo]|--(?:extension|exclude|type|max-depth|min-depth|exact-depth|size|color|owner|max-results|threads|base-directory))$/,
  );
  const isGlob = texts.some(text => /^-[a-zA-Z]*g|^--glob$/.test(text));
  const isFixed = texts.some(text => /^-[a-zA-Z]*F|^--fixed-strings$/.test(text));
  const extensions = texts.flatMap((text, place) =>
    /^(?:-[a-zA-Z0]*e|--extension)$/.test(texts[place - 1] ?? '')
      ? [`*.${text}`]
      : (/^(?:-e|--extension=)(.+)/
          .exec(text)
          ?.slice(1)
          .map(one => `*.${one}`) ?? []),
  );
  const asked = isGlob ? [pattern] : isFixed ? around(pattern) : ofExpression(pattern);
  const roots = folders.length > 0 ? folders : ['.'];
  return [
    ...folders.map(folder => here(`${folder}/x`)),
    ...roots.flatMap(root => [...extensions, ...asked].map(text => ({text, root}))),
  ];
}

/** Told to list, it prints names; looking for the text that keys begin with, it finds keys. */
function ofRipgrep(args: readonly Argument[], read: Input): readonly Sought[] {
  const texts = args.map(text => textOf(text) ?? '');
  if (!texts.includes('--files')) return ofFilter(args, read);
  const globs = texts.flatMap((text, place) =>
    /^(?:-g|--i?glob)$/.test(texts[place - 1] ?? '') ? [text] : (/^(?:-g|--i?glob=)(.+)/.exec(text)?.[1] ?? []),
  );
  const roots = operandsOf(args, /^(?:-[gtTmj]|--(?:i?glob|type|type-not|max-depth))$/);
  return [
    ...roots.map(root => here(`${root}/x`)),
    ...globs.filter(glob => !glob.startsWith('!')).map(glob => ({text: tailOf(glob), root: roots[0] ?? '.'})),
  ];
}

/** Lines of a list that fit, or files that hold a text. */
function ofFilter(args: readonly Argument[], read: Input): readonly Sought[] {
  const texts = args.map(text => textOf(text) ?? '');
  const [pattern = ''] = operandsOf(args, /^(?:-[ABCmf]|--(?:context|max-count|file))$/);
  if (texts.some(text => /^-[a-zA-Z]*l|^--files-with-matches$/.test(text)))
    return /PRIVATE KEY|BEGIN (?:RSA|EC|OPENSSH|PGP)/.test(pattern) ? [here('id_rsa')] : [];
  const isList = read.type === 'names' || (read.type === 'data' && read.isList === true);
  if (!isList || texts.some(text => /^-[a-zA-Z]*[vcq]/.test(text))) return [];
  return ofExpression(pattern).map(text => ({text, root: '.'}));
}

function ofLocate(args: readonly Argument[]): readonly Sought[] {
  return operandsOf(args).flatMap(word => {
    const asked = /[*?[]/.test(word) ? [tailOf(word)] : around(word.replace(/^\\/, ''));
    return asked.map(text => ({text, root: '/'}));
  });
}

function ofGit(args: readonly Argument[]): readonly Sought[] {
  const [subcommand, ...rest] = operandsOf(args);
  return subcommand === 'ls-files' || subcommand === 'diff' ? rest.map(text => ({text: tailOf(text), root: '.'})) : [];
}

/** `valued`: options whose values are the next words. */
function operandsOf(args: readonly Argument[], valued = /(?!)/): readonly string[] {
  const texts = args.flatMap(word => word.values?.map(({text}) => text) ?? ['']);
  return texts.filter((text, place) => !text.startsWith('-') && !valued.test(texts[place - 1] ?? ''));
}

/** Patterns of names for a regular expression: exact where it is a text, else what it begins and ends with. */
function ofExpression(expression: string): readonly string[] {
  return expression
    .replace(/\\([|()])/g, '$1')
    .replace(/^([^()|]*)\(([^()]*)\)([^()|]*)$/, (_, begin: string, inner: string, end: string) =>
      inner
        .split('|')
        .map(one => begin + one + end)
        .join('|'),
    )
    .split('|')
    .slice(0, 16)
    .flatMap(one => {
      const begins = one.startsWith('^');
      const ends = one.endsWith('$');
      const text = one
        .replace(/^\^|\$$/g, '')
        .replace(/\\\./g, '\0')
        .replace(/\.\*|\.\+|\[[^\]]*\][*+?]?|\\\w[*+?]?|[().?*+{}\\]/g, '*')
        .replaceAll('\0', '.')
        .replace(/^(?:\*|\/)+(?=\.)/, '');
      return begins || ends
        ? [...(text.startsWith('.') ? [text] : []), `${begins ? '' : '*'}${text}${ends ? '' : '*'}`]
        : around(text);
    });
}

/** Names with a text in them. Three letters stand in too many, unless they are an ending that only secrets have. */
function around(text: string): readonly string[] {
  const ending = /^\.?(?:pem|p12|pfx|ppk|kdbx|jks|agekey)$/.test(text) ? [`*.${text.replace('.', '')}`] : [];
  const literal = text.replace(/[*?]/g, '');
  return [
    ...ending,
    ...(text.startsWith('.') ? [text, `${text}*`] : []),
    ...(literal.length > 3 ? [text, `*${text}*`] : []),
  ];
}
