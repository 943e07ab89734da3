import {fdOutput, findOutput} from '../programs/special/find.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import type {CommandNode, Word} from '../shell/parse-shell.ts';
import {dataInput, type Input, type Scope} from './scope.ts';
import {soughtSecrets} from './sought-secrets.ts';

/** What the next command of a pipeline reads from this one. `read` is what this one reads. */
export function outputOf(
  node: CommandNode,
  read: Input,
  wordsOf: (word: Word) => readonly Argument[],
  scope: Scope,
): Input {
  if (node.type !== 'Command' || !node.name) return dataInput;
  const words = [node.name, ...node.suffix.flatMap(item => (item.type === 'Word' ? [item] : []))].flatMap(word =>
    wordsOf(word),
  );
  const [name = '', ...args] = words.map(word => textOf(word) ?? '');
  const secrets = soughtSecrets(name, words.slice(1), read, scope);
  const out = ofProgram(name, args, words, read, scope);
  // Any name of a list may then be one of these.
  return secrets.length > 0 && out.type === 'names' ? {type: 'names', items: [...out.items, ...secrets]} : out;
}

function ofProgram(
  name: string,
  args: readonly string[],
  words: readonly Argument[],
  read: Input,
  scope: Scope,
): Input {
  switch (name) {
    case 'env':
    case 'printenv':
    case 'set':
    case 'export':
    case 'declare':
    case 'typeset':
      return args.every(arg => /^-[0px]+$/.test(arg)) ? environment : dataInput;
    case 'ps':
      return args.some(arg => /^[A-Za-z]*e[A-Za-z]*$/.test(arg)) ? environment : dataInput;
    case 'cat':
    case 'tr':
    case 'nl':
    case 'column':
    case 'tee':
    case 'sed':
    case 'awk':
      return read.type === 'environment' ? read : dataInput;
    case 'echo':
    case 'printf':
      return printed(name, words.slice(1));
    case 'find':
      return findOutput(words.slice(1), scope);
    case 'fd':
    case 'fdfind':
      return fdOutput(words.slice(1), scope);
    case 'locate':
    case 'plocate':
    case 'mdfind':
      return listInput;
    case 'ls':
    case 'rg':
    case 'grep':
    case 'egrep':
      return read.type === 'environment' ? read : listed(name, args, words.slice(1), read);
    case 'xargs':
      return read.type === 'names' && passesOn(args) ? read : dataInput;
    case 'git':
      if (listsCommits(args)) return commits;
      return /^(?:ls-files|diff --name-only|diff --cached --name-only)\b/.test(args.join(' ')) ? names : dataInput;
    case 'head':
    case 'tail':
    case 'sort':
    case 'uniq':
      if (read.type === 'environment') return read;
      // They leave out lines and change none; with files of their own they print those.
      return read.type === 'names' && args.every(arg => /^-|^\d+$/.test(arg))
        ? read
        : read.type === 'data'
          ? read
          : dataInput;
    default:
      return dataInput;
  }
}

const listInput: Input = {type: 'data', isList: true};
const environment: Input = {type: 'environment'};
const names: Input = {type: 'names', items: [{text: '*', glob: true}]};

/** `git log --format=%H`, `git rev-list main`: names of commits, a line each. */
export function listsCommits([first, ...args]: readonly string[]): boolean {
  const names = first === 'rev-list' || args.some(arg => HASH_ALONE.test(arg));
  return (first === 'log' || first === 'rev-list') && names && args.every(arg => CHOOSES.test(arg));
}

const HASH_ALONE = /^--(?:pretty=)?(?:t?format[=:])?%[hH]$/;
/** Words that choose commits, and print nothing more of each. */
const CHOOSES =
  /^(?:--(?:pretty=)?(?:t?format[=:])?%[hH]|-\d+|-n\d*|--(?:all|reverse|merges|no-merges|first-parent|branches|tags|no-color|follow|topo-order|date-order)|--(?:since|until|after|before|author|grep|max-count|skip)=.*|--|[^-].*)$/s;
const commits: Input = {type: 'names', items: [{text: '0', glob: false}]};

/** Known words are known lines, unless the program changes them on the way. */
export function printed(name: string, args: readonly Argument[]): Input {
  const texts = args.map(textOf);
  const [first, ...others] = args;
  if (texts.some(text => text === null)) {
    // Names of files, one behind the other.
    const lists = name === 'echo' || /^(?:%s(?:\\n|\\0| ))+$/.test(textOf(first) ?? '');
    const items = (name === 'echo' ? args : others).map(word => word.values);
    return lists && items.every(values => values !== null) ? {type: 'names', items: items.flat()} : dataInput;
  }
  const options = name === 'echo' ? texts.findIndex(text => !/^-[neE]+$/.test(text ?? '')) : 0;
  const words = options < 0 ? [] : texts.slice(options);
  const [format = '', ...rest] = words;
  // The one format that changes nothing.
  if (name === 'printf' && /^(?:%s(?:\\n| )?)+$/.test(format ?? '')) return {type: 'text', text: rest.join('\n')};
  const text = words.join(' ');
  const isExact = name === 'echo' ? !/\\/.test(text) : !/[\\%]/.test(text) && rest.length === 0;
  return isExact ? {type: 'text', text} : dataInput;
}

/** `xargs grep -l word` leaves out some of the names that it is given. */
function passesOn(args: readonly string[]): boolean {
  const place = args.findIndex(arg => !/^-(?:0|r|0r|r0|-null|-no-run-if-empty)$/.test(arg));
  const [program = '', ...words] = args.slice(place < 0 ? args.length : place);
  const lists = words.some(word => /^-[a-zA-Z]*[lL][a-zA-Z]*$|^--files-with(?:out)?-match(?:es)?$/.test(word));
  const [pattern = '', ...files] = words.filter(word => !word.startsWith('-'));
  return /^[ef]?grep$/.test(program) && lists && !TELLING.test(pattern) && files.length === 0;
}

/** Words for secrets, in names of files. */
export const TELLING = /key|secret|token|cred|passw|\.?env\b|\.pem|id_rsa|id_ed|ssh|auth/i;

/** Names below the working directory, when no other place was named. */
function listed(name: string, args: readonly string[], words: readonly Argument[], read: Input): Input {
  const lists = name === 'ls' || args.some(arg => /^-[a-zA-Z]*l|^--files/.test(arg));
  // Those that look like secrets are chosen.
  const chooses = /^e?grep$/.test(name) && !lists && args.some(arg => !arg.startsWith('-') && TELLING.test(arg));
  if (chooses && read.type === 'names') return dataInput;
  if (!lists)
    return read.type === 'names' && args.filter(arg => !arg.startsWith('-')).length === 1
      ? read
      : read.type === 'data'
        ? read
        : dataInput;
  const isHere = words.every(
    word => word.values?.every(({text}) => !/^[/~]|(?:^|\/)\.\.(?:\/|$)|^\.(?!\/?$|\/\w)/.test(text)) ?? false,
  );
  return isHere ? names : listInput;
}
