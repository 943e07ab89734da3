import {type Invocation, sayFact} from '../../judge/scope.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import {type Argument, textOf} from '../../shell/argument.ts';

/** Settings whose values git runs also where it is asked only to read: git-config(1), gitattributes(5). */
const RUN_BY_READING =
  /^(?:core\.(?:fsmonitor|pager|alternaterefscommand|hookspath)|pager\..+|diff\.external|diff\..+\.(?:command|textconv)|filter\..+\.(?:clean|smudge|process)|gpg\.(?:.+\.)?program|(?:man|browser)\..+\.(?:cmd|path)|include(?:if\..+)?\.path)$/;
/** Further ones of commands that write or reach beyond this machine. */
const RUN_OTHERWISE =
  /^(?:core\.(?:sshcommand|gitproxy|askpass|editor)|sequence\.editor|credential\.(?:.+\.)?helper|remote\..+\.(?:uploadpack|receivepack|vcs)|submodule\..+\.update|merge\..+\.driver|(?:diff|merge)tool\..+\.cmd|interactive\.difffilter|uploadpack\.packobjectshook|trailer\..+\.(?:cmd|command)|init\.templatedir|url\..+\.(?:push)?insteadof)$/;

const READING =
  /^(?:status|log|diff|show|branch|shortlog|blame|annotate|grep|tag|describe|ls-files|ls-tree|rev-parse|rev-list|reflog|stash|remote|cat-file|for-each-ref|name-rev|whatchanged|diff-tree|diff-index|diff-files|range-diff|cherry|merge-base|count-objects|config|var|help|version|check-ignore|worktree|submodule)$/;

/** What the repository's own settings make of a command of git: what they run is judged as if it stood in the line. */
export function judgeRepository(subcommand: string, options: readonly Argument[], call: Invocation): void {
  const {scope} = call;
  const folder = folderOf(options, call);
  if (!scope.look || folder === null) return;
  // What they make of the line they make of it once.
  const judged = `${scope.depth} ${subcommand} ${folder}`;
  if (scope.looks.repositories.has(judged)) return;
  scope.looks.repositories.add(judged);
  let count = 0;
  for (const {name, value} of scope.look.settings(folder)) {
    const isRun = RUN_BY_READING.test(name) || (!READING.test(subcommand) && RUN_OTHERWISE.test(name));
    if (isRun && ++count > MOST_RUN) {
      scope.findings.unread('git.repository', 'This repository starts more programs than are looked at.', call.span);
      return;
    }
    if (isRun) judgeValue(name, value, call);
    else if (name === `alias.${subcommand}`)
      scope.judge.text(value.startsWith('!') ? value.slice(1) : `git ${value}`, call.span, scope, {type: 'data'});
  }
}

/** Settings of one repository that name programs, at most. */
const MOST_RUN = 100;

/** Where git looks for its repository; null where that is not known. */
function folderOf(options: readonly Argument[], {scope}: Invocation): string | null {
  let folder = scope.cwd;
  options.forEach((word, place) => {
    const text = textOf(word) ?? '';
    const given =
      /^--git-dir=(.*)$/s.exec(text)?.[1] ?? (/^(?:-C|--git-dir)$/.test(text) ? textOf(options[place + 1]) : undefined);
    if (given !== undefined) folder = given === null ? null : resolvePath(given, folder);
  });
  return folder;
}

function judgeValue(name: string, value: string, call: Invocation): void {
  if (isSwitch(name, value)) return;
  if (/^include/.test(name)) {
    sayFact(call, 'CAUTION', 'git.repository', 'Settings of this repository stand in a further file.', call.span);
    return;
  }
  if (/hookspath$|templatedir$|insteadof$/.test(name)) {
    const isPlace = !/^(?:\.husky|\.githooks|githooks|hooks|\/dev\/null)(?:\/_)?\/?$/.test(value);
    if (isPlace) sayFact(call, 'CAUTION', 'git.repository', `${name} of this repository decides what runs.`, call.span);
    return;
  }
  judgeText(name, name.startsWith('credential.') ? helper(value) : value.replace(/^!/, ''), call);
}

/** Values that name no program. */
function isSwitch(name: string, value: string): boolean {
  if (/^(?:true|false|yes|no|on|off|\d+|)$/i.test(value)) return true;
  if (/^submodule\..+\.update$/.test(name)) return !value.startsWith('!');
  return /^gpg\./.test(name) && /^(?:gpg2?|gpgsm|ssh-keygen)$/.test(value);
}

function helper(value: string): string {
  if (value.startsWith('!')) return value.slice(1);
  return value.startsWith('/') ? value : `git-credential-${value}`;
}

function judgeText(name: string, text: string, call: Invocation): void {
  if (KNOWN.test(text) && !/pager/i.test(text)) return;
  sayFact(call, 'CAUTION', 'git.repository', `${name.slice(0, 80)} of this repository starts a program.`, call.span);
  // Each judged once: a command that it runs may be git again.
  if (call.scope.depth < 3) call.scope.judge.text(text, call.span, call.scope, {type: 'data'});
}

/** Pagers, filters and helpers that people have, with plain options. */
const KNOWN =
  /^(?:\/usr\/bin\/)?(?:less|more|cat|delta|diff-so-fancy|bat|git-lfs (?:clean|smudge|filter-process)|git-crypt (?:clean|smudge|diff)|nbstripout|difft|difftastic|rs-git-fsmonitor|git-credential-(?:cache|store|osxkeychain|manager|manager-core|libsecret)|vi|vim|nvim|nano|emacs|code)(?:\s+(?:-{1,2}[\w=:,.%+-]*|%f|--|\w+))*$/;
