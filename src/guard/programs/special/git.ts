import {judgePath} from '../../judge/judge-path.ts';
import {noteCarried} from '../../judge/note-carried.ts';
import {isUsualProgram} from '../../judge/ordinary-settings.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';
import {readOptions} from '../read-options.ts';
import {type Row, readTable} from '../row.ts';
import {judgeRepository} from './git-repository.ts';

/** `git`, beyond what its table says: what depends on operands, and settings for one call. */
export function judgeGit(call: Invocation): void {
  const row = findRow('git');
  if (!row) return;
  const settings = withoutSettings(call);
  const {rest} = readOptions(row, settings, true);
  const [word, ...args] = rest;
  const subcommand = textOf(word);
  const texts = args.map(argument => textOf(argument) ?? argument.prefix);
  if (subcommand !== null && /^[a-z-]+$/.test(subcommand) && texts.length === 1 && texts[0] === '--help') {
    judgeRepository('help', settings.slice(0, settings.length - rest.length), call);
    return;
  }
  const form = settings.length === rest.length ? harmlessForm(subcommand ?? '', texts) : undefined;
  if (form) judgeRow(form, call, args);
  else judgeRow(row, call, settings);
  if (subcommand !== null) {
    judgeOperands(subcommand, texts, args, call);
    judgeRepository(subcommand, settings.slice(0, settings.length - rest.length), call);
  }
}

/** Some subcommands that write, or take away, do less with other words: `git symbolic-ref HEAD` tells what HEAD is. */
function harmlessForm(subcommand: string, texts: readonly string[]): Row | undefined {
  const operands = texts.filter(text => !text.startsWith('-')).length;
  const options = texts.length - operands;
  if (subcommand === 'update-ref' && options === 0 && (operands === 2 || operands === 3)) return FORMS.get(subcommand);
  if (
    subcommand === 'symbolic-ref' &&
    operands === 1 &&
    texts.every(text => /^(?:[^-]|--short$|-q$|--quiet$|--no-recurse$)/.test(text))
  )
    return FORMS.get(subcommand);
  if (subcommand === 'submodule' && texts.length === 0) return FORMS.get(subcommand);
  if (subcommand === 'reflog' && !/^(?:show|list|exists|expire|delete|drop|write|-.*)?$/.test(texts[0] ?? ''))
    return FORMS.get(subcommand);
  if (subcommand === 'hash-object' && !texts.some(text => /^-(?!-stdin$|-no-filters$|t$)/.test(text)))
    return FORMS.get(subcommand);
  return undefined;
}

/** `git update-ref name commit` moves a branch, and leaves what it was in the reflog. */
const FORMS = readTable(`
symbolic-ref | S | t  | -q --short --quiet --no-recurse
submodule    | S | -  |
reflog       | S | t* | -n: -# --max-count: --oneline --date: --all --format: --pretty? --output:w
hash-object  | S | r* | --stdin --no-filters -t:
update-ref   | C | t* |
`);

/** `-c name=value` before the subcommand. */
function withoutSettings(call: Invocation): readonly Argument[] {
  const kept: Argument[] = [];
  for (let at = 0; at < call.args.length; at++) {
    const word = call.args[at];
    if (!word) break;
    const text = textOf(word) ?? word.prefix;
    if (text.startsWith('-c')) {
      const setting = text === '-c' ? call.args[++at] : word;
      if (setting) judgeSetting((textOf(setting) ?? '').replace(/^-c/, ''), setting, call);
      continue;
    }
    if (!text.startsWith('-')) return [...kept, ...call.args.slice(at)];
    kept.push(word);
    // Options of git itself with a value in the next word.
    if (/^(?:-C|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--attr-source)$/.test(text)) {
      const value = call.args[++at];
      if (value) kept.push(value);
    }
  }
  return kept;
}

function judgeSetting(setting: string, at: Argument, call: Invocation): void {
  if (
    !/^(?:(?:color|advice|column|status|log|diff|grep|blame|i18n|pack|gc|index|rerere)\.\w+(?:\.\w+)?|core\.(?:quotepath|pager=(?:cat)?$|autocrlf|abbrev|filemode|fsmonitor=(?:false)?$|fsync\w*|longpaths|precomposeunicode|ignorecase|untrackedcache)|(?:user|author|committer)\.(?:name|email)|init\.defaultbranch|commit\.gpgsign=false|tag\.gpgsign=false|pull\.(?:rebase|ff)|merge\.(?:ff|conflictstyle)|push\.default|rebase\.\w+|safe\.directory|http\.(?:postbuffer|version)|protocol\.version|fetch\.prune|core\.hookspath=\/dev\/null$)(?:=|$)?/i.test(
      setting,
    ) ||
    /\.(?:external|textconv|command|cmd)\b/i.test(setting)
  )
    sayFact(call, 'DANGEROUS', 'git.setting', 'Settings of git can run programs.', at);
}

function judgeOperands(
  subcommand: string,
  texts: readonly string[],
  args: readonly Argument[],
  call: Invocation,
): void {
  const operands = texts.filter(text => !text.startsWith('-'));
  switch (subcommand) {
    case 'checkout':
    case 'restore': {
      const staged =
        texts.some(text => /^(?:-[a-zA-Z]*S|--s(?:t\w*)?$)/.test(text)) &&
        !texts.some(text => /^(?:-[a-zA-Z]*W|--w)/.test(text));
      if (!staged && operands.some(path => namesMany(path) || isFolder(path, call)))
        say(call, 'DANGEROUS', 'git.discard', 'It discards changes that are not committed.');
      break;
    }
    case 'config':
      judgeConfig(texts, args, call);
      break;
    case 'mv':
      noteCarried(call, args);
      break;
    case 'bisect':
      if (operands[0] === 'run') runRest(args, 1, call);
      else if (/^(?:view|visualize)$/.test(operands[0] ?? '') && operands.length > 1)
        say(call, 'DANGEROUS', 'operand', 'It runs what is named there.');
      break;
    case 'worktree':
      if (operands[0] === 'add')
        for (const word of args.slice(1, 2)) if (!(textOf(word) ?? '').startsWith('-')) judgePath(word, 'write', call);
      break;
    case 'diff':
    case 'stash':
    case 'show':
    case 'log':
    case 'blame':
    case 'cat-file':
    case 'archive':
    case 'hash-object':
    case 'grep':
      for (const word of args) {
        const text = (textOf(word) ?? word.prefix).replace(/^[^:]*:(?=.)/, '');
        // Files that git shows, in the tree or, with --no-index, anywhere.
        if (
          !text.startsWith('-') &&
          /^[/~.]|\.(?:env|pem|key|p12|pfx)$|(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|(?:credentials|secrets)\.\w+)$/.test(
            text,
          ) &&
          text !== '.' &&
          text !== '..'
        )
          judgePath({...word, values: [{text, glob: /[*?[]/.test(text)}], prefix: text}, 'read', call);
      }
      break;
    case 'add':
      for (const word of args) if (!/^(?:-|\.?$)/.test(textOf(word) ?? '')) judgePath(word, 'read', call);
      break;
    case 'submodule':
      if (operands[0] === 'foreach')
        runCode(
          args.slice(1).filter(word => !/^--(?:recursive|quiet)$/.test(textOf(word) ?? '')),
          call,
        );
      judgeAddresses(operands, texts, call);
      break;
    case 'push':
      if (operands.some(text => text.startsWith('+') || /^:./.test(text)))
        say(call, 'DANGEROUS', 'git.force', 'It replaces or removes what others have.');
      judgeAddresses(operands, texts, call);
      break;
    case 'clone':
    case 'fetch':
    case 'pull':
    case 'ls-remote':
    case 'remote':
      judgeAddresses(operands, texts, call);
      break;
    default:
  }
}

function judgeAddresses(operands: readonly string[], texts: readonly string[], call: Invocation): void {
  if (operands.some(text => /^[a-z+]+:\/\/[^/@\s]+:[^/@\s]+@/i.test(text)))
    say(call, 'DANGEROUS', 'network.credentials', 'The address holds a password.');
  if (operands.some(text => /^(?:ext|fd)::/i.test(text) || /^-/.test(text.replace(/^ssh:\/\//, ''))))
    say(call, 'DANGEROUS', 'git.transport', 'This address runs a program.');
  if (texts.some(text => /ProxyCommand|^ssh:\/\/-/i.test(text)))
    say(call, 'DANGEROUS', 'git.transport', 'This address runs a program.');
}

/** `.`, `src/`, `lib/*.ts`: not one file. */
function namesMany(path: string): boolean {
  return /^(?:\.\.?|:\/|\*\*?)?$|^\*\*?\.\w+$/.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Told by looking: only a folder has itself in it. A branch of that name goes before it. */
function isFolder(path: string, {scope, args}: Invocation): boolean {
  const place = /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) ? resolvePath(path, scope.cwd) : null;
  const isPath = textOf(args[0]) === 'restore' || args.some(word => textOf(word) === '--');
  return isPath && place !== null && (scope.look?.has(place, './') ?? false);
}

/** Programs that git itself knows how to start. */
const KNOWN_TOOLS =
  /^(?:meld|kdiff3|vimdiff[123]?|nvimdiff[123]?|gvimdiff[123]?|opendiff|p4merge|bc[34]?|kompare|emerge|tkdiff|tortoisemerge|vscode|winmerge|xxdiff|diffmerge|smerge|araxis|codecompare|deltawalker|diffuse|ecmerge|examdiff|guiffy|gvimdiff)$/;

/** Headers, tokens and passwords that git sends: git-config(1), and what helpers keep there. */
const SECRET_KEY =
  /(?:^|[.|^])(?:\w*extraheader|(?:smtp)?pass(?:word|wd)?|\w*token|oauth\w*|apikey|secret\w*)\$?(?:\||$)/i;

const READS_CONFIG =
  /^(?:--get|--get-all|--get-regexp|--list|-l|--get-urlmatch|--get-color|--get-colorbool|get|list|--name-only)$/;

function judgeConfig(texts: readonly string[], args: readonly Argument[], call: Invocation): void {
  const key = args.find((_, place) => SECRET_KEY.test(texts[place] ?? ''));
  if (texts.some(text => READS_CONFIG.test(text)) || texts.filter(text => !text.startsWith('-')).length === 1)
    if (key) sayFact(call, 'DANGEROUS', 'git.secret', 'This setting of git opens doors.', key);
  if (texts.some(text => READS_CONFIG.test(text))) return;
  const plain = texts.filter(text => !/^-/.test(text) && text !== 'set');
  const [name = ''] = plain;
  const value = texts[texts.indexOf(name) + 1] ?? '';
  if (
    plain.length < 2 &&
    !/^-.*\s/.test(value) &&
    !texts.some(text => /^--(?:unset|edit|remove|rename|replace|add)|^-e$/.test(text))
  )
    return;
  say(call, 'CAUTION', 'git.setting', 'It changes settings of git.');
  if (
    /^(?:user\.(?:name|email)|color\.[\w.]+|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|init\.defaultbranch|branch\.[^\s]+\.(?:remote|merge|description|rebase)|user\.signingkey|core\.excludesfile|help\.autocorrect|tag\.(?:gpgsign|sort)|branch\.sort|submodule\.recurse|gpg\.format|stash\.\w+|http\.postbuffer|core\.(?:autocrlf|filemode|ignorecase|quotepath|eol|longpaths)|merge\.conflictstyle|fetch\.prune|advice\.\w+|commit\.verbose|rerere\.enabled|rebase\.\w+|remote\.[\w.-]+\.fetch|commit\.gpgsign|diff\.(?:algorithm|renames|colormoved))$/i.test(
      name,
    )
  )
    return;
  if (texts.some(text => /^--unset(?:-all)?$|^unset$/.test(text)) && plain.length <= 2) return;
  if (
    /^remote\.[\w-]+\.(?:push)?url$/i.test(name) &&
    /^(?:https?|git|ssh):\/\/(?!-)[^:@\s]+(?:@[^:@\s]+)?(?::\d+)?(?:\/|$)|^[\w.]+@[\w.-]+:/.test(value)
  )
    return;
  const program = /^(?:core\.(?:editor|pager)|sequence\.editor|web\.browser)$/i.test(name);
  if (program && isUsualProgram(name.toUpperCase(), value)) return;
  if (/^(?:diff|merge)\.(?:gui)?tool$/i.test(name) && KNOWN_TOOLS.test(value)) return;
  if (/^alias\.[\w-]+$/.test(name) && /^[a-z]/.test(value) && args.every(word => textOf(word) !== null)) {
    // What it stands for is what it can do.
    call.scope.judge.text(`git ${value}`, call.span, call.scope, {type: 'data'});
    return;
  }
  const [at] = args;
  sayFact(call, 'DANGEROUS', 'git.setting', 'This setting of git can run programs later.', at ?? call.span);
}

function runRest(args: readonly Argument[], from: number, call: Invocation): void {
  call.scope.judge.words(args.slice(from), call.scope, call.input);
}

/** One word is shell text; several are a command. */
function runCode(words: readonly Argument[], call: Invocation): void {
  const [only] = words;
  const text = textOf(only);
  if (words.length === 1 && only) {
    if (text === null) sayFact(call, 'DANGEROUS', 'code.unknown', 'It runs what is not known before.', only);
    else call.scope.judge.text(text, only, call.scope, {type: 'data'});
  } else call.scope.judge.words(words, call.scope, call.input);
}
