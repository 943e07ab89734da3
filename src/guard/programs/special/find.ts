import {judgePath} from '../../judge/judge-path.ts';
import {type Input, type Invocation, say, sayFact, terminalInput} from '../../judge/scope.ts';
import {soughtSecrets} from '../../judge/sought-secrets.ts';
import {holdsSecrets, mayNameSecret} from '../../paths/place-of.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, type Known, mayBeAnyName, mayBeSeveral, someName, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';
import {readOptions} from '../read-options.ts';
import {rootsFrom} from './find-roots.ts';

/** `find`: tests, and actions that run programs on what is found. */
export function judgeFind(call: Invocation): void {
  const {args} = call;
  const runs = args.some(word => RUNS.has(textOf(word) ?? ''));
  const item: Argument = {...someName(call.span), values: runs ? withSecrets('find', foundBy(args), args, call) : null};
  let at = rootsFrom(args);
  for (; at < args.length; at++) {
    const word = args[at];
    if (!word || /^(?:[-(!]|\\\()/.test(word.prefix || (textOf(word) ?? ''))) break;
    if (mayBeAction(word))
      say(call, 'CAUTION', 'option.uncertain', 'It is not known what this tells find to do.', word);
    judgePath(word, 'look', call);
  }
  while (at < args.length) {
    const word = args[at++];
    const name = textOf(word);
    if (!word) return;
    if (name === null) say(call, 'CAUTION', 'option.uncertain', 'It is not known what this tells find to do.', word);
    else if (RUNS.has(name)) {
      const end = endOfRun(args, at);
      const words = args.slice(at, end);
      at = end + 1;
      // To git the folder that it runs in is the repository that it obeys.
      const isElsewhere = /dir$/.test(name) && textOf(words[0]) === 'git';
      runOn(isElsewhere ? {...call, scope: {...call.scope, cwd: null}} : call, words, item);
    } else if (name === '-delete') say(call, 'DANGEROUS', 'program', 'find deletes what it finds.', word);
    else if (/^-f(?:print0?|ls|printf)$/.test(name)) {
      const file = args[at++];
      if (file) judgePath(file, 'write', call);
      if (name === '-fprintf') at++;
    } else if (name === '-depth' && /^[-+]?\d+$/.test(textOf(args[at]) ?? '')) at++;
    else if (VALUES.has(name) || NEWER.test(name)) {
      const value = args[at++];
      if (value && mayHoldAction(value))
        say(call, 'CAUTION', 'option.uncertain', 'What it becomes may tell find to do more.', value);
    } else if (!FLAGS.has(name) && !/^-O\d$/.test(name))
      say(call, 'CAUTION', 'option.unknown', `It is not known what ${name.slice(0, 40)} makes find do.`, word);
  }
}

/** `-delete` begins like any text, and may be the name of a file. */
function mayBeAction({values, prefix}: Argument): boolean {
  if (values === null) return prefix === '';
  return values.some(each => mayBeAnyName(each) || (values.length > 1 && /^[-(!]/.test(each.text)));
}

/** Outside of quotes it may become several words, of which one is an action. */
function mayHoldAction(value: Argument): boolean {
  if (!mayBeSeveral(value)) return false;
  const isAction = (each: Known): boolean =>
    mayBeAnyName(each) && ACTIONS.some(action => action.endsWith(/[^*?[\]]*$/.exec(each.text)?.[0] ?? ''));
  return value.values?.some(isAction) ?? true;
}

const ACTIONS: readonly string[] = [
  '-delete',
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
  '-fprint',
  '-fprint0',
  '-fls',
  '-fprintf',
];

const RUNS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function endOfRun(args: readonly Argument[], start: number): number {
  for (let at = start; at < args.length; at++) {
    const text = textOf(args[at]);
    if (text === ';' || text === '+') return at;
  }
  return args.length;
}

/** Names that are found, and the secrets that are looked for among them. */
function withSecrets(
  program: string,
  found: readonly Known[] | null,
  args: readonly Argument[],
  {input, scope}: Invocation,
): readonly Known[] | null {
  return found && [...found, ...soughtSecrets(program, args, input, scope)];
}

/** The words with `{}`, or with the names behind them. */
function runOn(call: Invocation, words: readonly Argument[], item: Argument): void {
  const filled = words.map(word => {
    const text = textOf(word);
    if (text === '{}') return item;
    if (!text?.includes('{}')) return word;
    // A text with more than a name in it may be code, in which the name is as good as unknown.
    const values = isPlainWord(text)
      ? (item.values?.map(each => ({text: text.replaceAll('{}', each.text), glob: each.glob})) ?? null)
      : null;
    return {...word, values, prefix: text.slice(0, text.indexOf('{}'))};
  });
  const shows = !onlyLooks(textOf(words[0]) ?? '');
  if (shows && item.values?.some(({text}) => isFarAndAny(text) || isBelowSecrets(text, call.scope)))
    sayFact(call, 'CAUTION', 'path.wide', 'What is found there may be anything.', call.span);
  call.scope.judge.words(filled, call.scope, terminalInput);
}

/** Told of a file, it shows its name, and what kind it is, and nothing of what it holds. */
export function onlyLooks(program: string): boolean {
  if (/^(?:printf|test|\[)$/.test(program)) return true;
  const row = findRow(program.replace(/^\/(?:usr\/)?bin\//, ''));
  const kind = row?.operands.rest;
  return (
    row?.level === 'SAFE' &&
    !row.hasWorseOptions &&
    row.operands.first.length === 0 &&
    (kind === 'look' || kind === 'any')
  );
}

/** A word, with a place for a name in it, that is a name itself. */
export function isPlainWord(text: string): boolean {
  return /^[\w./{}=:@%+,-]+$/.test(text);
}

/** Somewhere else, and whatever it is called. */
function isFarAndAny(text: string): boolean {
  return /\/\*$/.test(text) && /^\/|^\.\.|\/\.\.(?:\/|$)/.test(text);
}

/** Somewhere in a folder that holds what is secret, however deep and whatever it is called. */
function isBelowSecrets(text: string, {home, cwd, ownFolder}: Invocation['scope']): boolean {
  const path = resolvePath(text.slice(0, text.lastIndexOf('/')) || '/', cwd);
  return path !== null && holdsSecrets(path, home, ownFolder);
}

/** What is found lies below the roots, and has the name that was asked for. */
function foundBy(args: readonly Argument[]): readonly Known[] | null {
  const roots: string[] = [];
  for (const word of args.slice(rootsFrom(args))) {
    const [only, ...others] = word.values ?? [];
    if (!only || others.length > 0) return null;
    if (/^[-(!]/.test(only.text)) break;
    // Of a pattern so much is known as stands before it.
    if (only.glob && only.text.includes('..')) return null;
    roots.push(only.glob ? only.text.slice(0, only.text.search(/[^/]*[*?[]/)) || '.' : only.text);
  }
  const wanted = namesAsked(args);
  return (roots.length > 0 ? roots : ['.']).flatMap(root =>
    wanted.map(name => ({text: `${root}/${name}`, glob: true})),
  );
}

/** The names that are asked for; any, where one way to be found asks for none. */
function namesAsked(args: readonly Argument[]): readonly string[] {
  const names: string[] = [];
  const texts = args.map(textOf);
  const acts = texts.some(text => ACTS.has(text ?? ''));
  let hasName = false;
  let isAny = false;
  texts.forEach((text, place) => {
    const before = texts[place - 1] ?? '';
    if (before === '-name' || before === '-iname') {
      if (NOT.has(texts[place - 2] ?? '')) return;
      names.push(text ?? '*');
      hasName = true;
    } else if (OR.has(text ?? '')) {
      // What is left out is not printed where something else says what is.
      isAny ||= !hasName && !(acts && before === '-prune');
      hasName = false;
    } else if (text === '(' && NOT.has(before)) isAny = true;
  });
  return names.length === 0 || isAny || !hasName ? [...names, '*'] : names;
}

const ACTS: ReadonlySet<string> = new Set([...RUNS, '-print', '-print0', '-printf', '-ls']);
const NOT: ReadonlySet<string> = new Set(['!', '-not']);
const OR: ReadonlySet<string> = new Set(['-o', '-or', ',']);

/** What `find` prints, as the input of the next command. */
export function findOutput(args: readonly Argument[], scope: Invocation['scope']): Input {
  const items = foundBy(args);
  // A name that secrets have is one, wherever it is found.
  const isPlain = ({text}: Known): boolean =>
    mayNameSecret(text, scope.home, scope.ownFolder) || !(isFarAndAny(text) || isBelowSecrets(text, scope));
  return items && items.length <= 16 && items.every(isPlain) ? {type: 'names', items} : {type: 'data', isList: true};
}

/** What `fd` prints, without `./` before it. Its first word is a pattern, the others are folders. */
export function fdOutput(args: readonly Argument[], scope: Invocation['scope']): Input {
  const items = foundByFd(args);
  return items && !items.some(({text}) => isFarAndAny(text) || isBelowSecrets(text, scope))
    ? {type: 'names', items: items.map(({text, glob}) => ({text: text.replace(/^\.\//, ''), glob}))}
    : {type: 'data', isList: true};
}

function foundByFd(args: readonly Argument[]): readonly Known[] | null {
  const row = findRow('fd');
  if (!row) return null;
  const {operands, options, unknown, uncertain} = readOptions(row, args, false);
  if (unknown.length + uncertain.length > 0 || options.some(({name}) => name === '--base-directory')) return null;
  const roots = operands.slice(1).map(textOf);
  if (roots.length === 0) return [{text: './*', glob: true}];
  return roots.includes(null) || roots.length > 8 ? null : roots.map(root => ({text: `${root}/*`, glob: true}));
}

/** Newer than another file, or than a date. */
const NEWER = /^-newer[aBcm][aBcmt]$/;

const VALUES: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -links -inum -samefile -fstype -context -used -maxdepth -mindepth -regextype -printf -D'.split(
    ' ',
  ),
);

const FLAGS: ReadonlySet<string> = new Set(
  '-L -H -P -E -X -s -x -f -d -depth -daystart -follow -mount -xdev -noleaf -warn -nowarn -ignore_readdir_race -noignore_readdir_race -empty -executable -readable -writable -true -false -nouser -nogroup -print -print0 -ls -prune -quit -o -or -a -and -not ! ( ) , --help --version -help -version'.split(
    ' ',
  ),
);

/** `fd`: what stands behind `-x` runs on what is found. */
export function judgeFd(call: Invocation): void {
  const place = call.args.findIndex(word =>
    /^-(?:[a-zA-Z0]*[xX]|-exec(?:-batch)?)(?:=|$)/.test(textOf(word) ?? word.prefix),
  );
  const own = place < 0 ? call.args : call.args.slice(0, place);
  const row = findRow('fd');
  if (row) judgeRow(row, call, own);
  const command = place < 0 ? [] : call.args.slice(place + 1);
  if (place >= 0 && command.length === 0) say(call, 'DANGEROUS', 'code.unknown', 'It is not known what fd runs.');
  if (command.length === 0) return;
  const item = {...someName(call.span), values: withSecrets('fd', foundByFd(own), own, call)};
  runOn(call, [...command, item], item);
}
