import {type Invocation, type Scope, sayFact} from '../../judge/scope.ts';
import {resolvePath} from '../../paths/resolve-path.ts';
import type {GitSetting} from '../../repository/folder-look.ts';
import {type Argument, textOf} from '../../shell/argument.ts';

/** Settings whose values git runs also where it is asked only to read: git-config(1), gitattributes(5). */
const RUN_BY_READING =
  /^(?:core\.(?:fsmonitor|pager|alternaterefscommand|hookspath)|pager\..*|diff\.external|diff\..*\.(?:command|textconv)|diff\.submodule|filter\..*\.(?:clean|smudge|process)|gpg\.(?:.*\.)?program|(?:man|browser)\..*\.(?:cmd|path)|include(?:if\..*)?\.path)$/s;
/** Further ones of commands that write or reach beyond this machine. */
const RUN_OTHERWISE =
  /^(?:core\.(?:sshcommand|gitproxy|askpass|editor)|sequence\.editor|credential\.(?:.*\.)?helper|remote\..*\.(?:uploadpack|receivepack|vcs)|submodule\..*\.update|merge\..*\.driver|(?:diff|merge)tool\..*\.cmd|interactive\.difffilter|uploadpack\.packobjectshook|trailer\..*\.(?:cmd|command)|init\.templatedir|url\..*\.(?:push)?insteadof)$/s;

const READING =
  /^(?:status|log|diff|show|branch|shortlog|blame|annotate|grep|tag|describe|ls-files|ls-tree|rev-parse|rev-list|reflog|stash|remote|cat-file|for-each-ref|name-rev|whatchanged|diff-tree|diff-index|diff-files|range-diff|cherry|merge-base|count-objects|config|var|help|version|check-ignore|worktree|submodule|verify-commit|verify-tag)$/;

const STARTS_NOTHING =
  /^(?:rev-parse|rev-list|version|help|var|merge-base|for-each-ref|count-objects|ls-tree|symbolic-ref|check-ignore|check-ref-format|show-ref|clone|init)$/;

/** What the repository's own settings make of a command of git: what they run is judged as if it stood in the line. */
export function judgeRepository(subcommand: string, options: readonly Argument[], call: Invocation): void {
  const {scope} = call;
  const folder = folderOf(options, call);
  if (!scope.look) return;
  if (folder === null) {
    if (!STARTS_NOTHING.test(subcommand))
      sayFact(
        call,
        'CAUTION',
        'git.repository',
        'It is not known which repository that is: its settings may start programs.',
        call.span,
      );
    return;
  }
  const {byReading, otherwise, aliases, isPartial} = programsOf(scope.look.settings(folder, scope.looks.known));
  // What is missing in a partial clone is fetched by whoever reads it.
  const reads = READING.test(subcommand) && !isPartial;
  for (const settings of [byReading, reads ? [] : otherwise, aliases.get(subcommand) ?? []]) {
    if (settings.length === 0 || isJudged(settings, scope)) continue;
    scope.looks.programs += settings.length;
    if (scope.looks.programs > MOST_RUN) {
      scope.findings.unread('git.repository', 'This repository starts more programs than are looked at.', call.span);
      return;
    }
    for (const setting of settings) judgeSetting(setting, call);
  }
}

/** Programs that repositories start and that are judged for one line, at most. */
const MOST_RUN = 40;

/** What settings make of a line they make of it once. */
function isJudged(settings: readonly GitSetting[], {looks, depth, cwd}: Scope): boolean {
  const places = looks.settings.get(settings) ?? new Set();
  looks.settings.set(settings, places);
  const place = `${depth} ${cwd}`;
  const known = places.has(place);
  places.add(place);
  return known;
}

/** The settings that start something which is not known to be harmless. */
interface Programs {
  readonly byReading: readonly GitSetting[];
  readonly otherwise: readonly GitSetting[];
  readonly isPartial: boolean;
  /** By the subcommand that each makes. */
  readonly aliases: ReadonlyMap<string, readonly GitSetting[]>;
}

/** The same settings come again with every line, as long as no file has changed. */
const known = new WeakMap<readonly GitSetting[], Programs>();

function programsOf(settings: readonly GitSetting[]): Programs {
  const before = known.get(settings);
  if (before) return before;
  const strange = settings.filter(setting => !isHarmless(setting));
  const aliases = new Map<string, GitSetting[]>();
  for (const setting of settings) {
    const subcommand = /^alias\.(.*)$/s.exec(setting.name)?.[1];
    if (subcommand !== undefined) aliases.set(subcommand, [...(aliases.get(subcommand) ?? []), setting]);
  }
  const programs = {
    byReading: strange.filter(({name}) => RUN_BY_READING.test(name)),
    otherwise: strange.filter(({name}) => RUN_OTHERWISE.test(name)),
    isPartial: settings.some(({name}) => /^(?:extensions\.partialclone|remote\..+\.promisor)$/.test(name)),
    aliases,
  };
  known.set(settings, programs);
  return programs;
}

/** Where git looks for its repository; null where that is not known. */
function folderOf(options: readonly Argument[], {scope}: Invocation): string | null {
  let folder = scope.cwd;
  options.forEach((word, place) => {
    const text = textOf(word) ?? '';
    const given =
      /^--git-dir=(.*)$/s.exec(text)?.[1] ?? (/^(?:-C|--git-dir)$/.test(text) ? textOf(options[place + 1]) : undefined);
    if (given !== undefined) folder = given === null ? null : placeOf(given, folder, scope);
  });
  return folder === null ? null : physical(folder, scope);
}

/** Behind a link `..` is where that leads. */
function placeOf(path: string, folder: string | null, scope: Scope): string | null {
  if (!path.includes('..')) return resolvePath(path, folder);
  if (!path.startsWith('/') && folder === null) return null;
  return physical(path.startsWith('/') ? path : `${folder}/${path}`, scope);
}

/** As programs see the folder that they are in, by whichever links the shell has come there. */
export function physical(folder: string, {look, looks}: Scope): string {
  return look?.real(folder, looks.known) ?? folder;
}

function judgeSetting({name, value}: GitSetting, call: Invocation): void {
  const {span} = call;
  // Nobody has named these programs: of them it counts what they may be wherever one stands.
  const scope = {...call.scope, start: null};
  if (name.startsWith('alias.'))
    scope.judge.text(value.startsWith('!') ? value.slice(1) : `git ${value}`, span, scope, {type: 'data'});
  else if (/^include/.test(name))
    sayFact(call, 'CAUTION', 'git.repository', 'Settings of this repository stand in a further file.', span);
  else if (PLACES.test(name))
    sayFact(call, 'CAUTION', 'git.repository', `${name} of this repository decides what runs.`, span);
  else {
    sayFact(call, 'CAUTION', 'git.repository', `${name.slice(0, 80)} of this repository starts a program.`, span);
    // Each judged once: a command that it runs may be git again.
    if (scope.depth < 3) scope.judge.text(programText({name, value}), span, scope, {type: 'data'});
  }
}

function isHarmless(setting: GitSetting): boolean {
  const {name, value} = setting;
  if (isSwitch(name, value)) return true;
  if (/^include/.test(name)) return false;
  if (name === 'diff.submodule') return !/^(?:diff|log)$/i.test(value);
  if (PLACES.test(name)) return /^(?:\.husky|\.githooks|githooks|hooks|\/dev\/null)(?:\/_)?\/?$/.test(value);
  const text = programText(setting);
  return (KNOWN.test(text) && !/pager/i.test(text)) || (/editor$/.test(name) && EDITORS.test(text));
}

/** Settings that name no program, and say where programs are found. */
const PLACES = /hookspath$|templatedir$|insteadof$/;

function programText({name, value}: GitSetting): string {
  return name.startsWith('credential.') ? helper(value) : value.replace(/^!/, '');
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

/** Pagers, filters and helpers that people have, with plain options. */
const KNOWN =
  /^(?:\/usr\/bin\/)?(?:(?:less|more)(?:\s+-[FRXSKiMEeQqIJnsuwcdfg\d]+)*|(?:cat|delta|diff-so-fancy|bat|git-lfs (?:clean|smudge|filter-process)|git-crypt (?:clean|smudge|diff)|nbstripout|difft|difftastic|rs-git-fsmonitor|git-credential-(?:cache|store|osxkeychain|manager|manager-core|libsecret))(?:\s+(?:-{1,2}[\w=:,.%+-]*|%f|--|\w+))*)$/;
/** Told of a script they would run it. */
const EDITORS = /^(?:\/usr\/bin\/)?(?:vi|vim|nvim|nano|emacs|code|subl)(?:\s+(?:--wait|--nofork|-w|-f|-nw))*$/;
