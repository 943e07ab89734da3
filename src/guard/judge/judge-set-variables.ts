import type {Findings} from '../findings.ts';
import type {Level} from '../level.ts';
import {builtins} from '../programs/special/builtins.ts';
import type {SetVariables} from './note-setting.ts';

/** A command that obeys a variable which an earlier line has set may run anything. */
export function noteSetVariables(variables: SetVariables, findings: Findings): void {
  for (const [name] of variables) {
    const {reads, level} = readersOf(name);
    for (const {argv, ...span} of findings.commands) {
      const [program] = argv;
      if (typeof program !== 'string' || !reads(program)) continue;
      const message = `${name} was set earlier in this shell, and decides what ${program.slice(0, 40)} does.`;
      findings.add(level, 'variable.earlier', message, span);
    }
  }
}

interface Readers {
  readonly reads: (program: string) => boolean;
  readonly level: Exclude<Level, 'SAFE'>;
}

function readersOf(name: string): Readers {
  const row = ROWS.find(([names]) => names.test(name));
  return row
    ? {reads: row[1], level: row[2]}
    : {reads: program => isExternal(program) && !isPlain(program), level: 'CAUTION'};
}

const ROWS: readonly (readonly [RegExp, (program: string) => boolean, 'CAUTION' | 'DANGEROUS'])[] = [
  [/^(?:PATH|EXECIGNORE)$/, program => !program.includes('/') && isExternal(program), 'DANGEROUS'],
  [/^(?:LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|GETCONF_DIR)$/, isExternal, 'DANGEROUS'],
  [/^(?:HOME|IFS|GLOBIGNORE)$/, () => true, 'DANGEROUS'],
  // zsh: any word may be another one then.
  [
    /^(?:(?:dis_)?(?:aliases|galiases|saliases|functions|builtins)|commands|options|modules|nameddirs|userdirs|module_path|MODULE_PATH|histchars|STTY)$/,
    () => true,
    'DANGEROUS',
  ],
  // They run at prompts, at the Tab key or at the end, whatever the next line is.
  [
    /^(?:(?:chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|zsh_directory_name)_functions|zsh_scheduled_events|prompt|PROMPT[2-4]|RPROMPT2|SPROMPT|RPS[1-4]|POSTEDIT|TMPPREFIX|mapfile|mailpath|_(?:pat|post)?comps|_services)$/,
    () => false,
    'CAUTION',
  ],
  [/^CDPATH$/, named('cd|pushd'), 'CAUTION'],
  // Scripts are mostly read by a shell.
  [
    /^(?:BASH_.*|ENV|SHELLOPTS|BASHOPTS|ZDOTDIR|FPATH|INPUTRC)$/,
    orAFile(named('(?:ba|z|da|k|mk|a|fi|rba)?sh')),
    'DANGEROUS',
  ],
  // They run at prompts by themselves; the next line makes no difference.
  [
    /^(?:PROMPT_COMMAND|PS[0-4]|R?PROMPT|CHPWD.*|precmd.*|preexec.*|command_not_found_.*|fish_(?!greeting$|color_\w+$).*)$/,
    () => false,
    'CAUTION',
  ],
  [/^(?:HIST.*|FIGNORE|OPTIND|TIMEFMT|WORDCHARS|LS_OPTIONS|MAIL.*|READNULLCMD|NULLCMD)$/, () => false, 'CAUTION'],
  [
    /^(?:.*PAGER|LESS.*|MANOPT|MORE|LV|MAILCAPS)$/,
    named(
      'git|gh|glab|hub|tig|man|apropos|help|less|more|most|view|systemctl|journalctl|loginctl|psql|mysql|sqlite3|bat|batcat|delta|aws|info|perldoc|pydoc3?|python[\\d.]*|svn|hg|dpkg|apt(?:-\\w+)?|zless|bzless|xzless',
    ),
    'DANGEROUS',
  ],
  [
    /^(?:.*EDITOR|VISUAL|FCEDIT)$/,
    named(
      'git|gh|glab|hub|crontab|visudo|sudoedit|vipw|vigr|fc|kubectl|systemctl|less|more|svn|hg|bat|tig|ranger|psql|mysql|npm|ansible-vault|chezmoi|edit|jj',
    ),
    'DANGEROUS',
  ],
  [
    /^.*BROWSER$/,
    named('git|gh|glab|hub|xdg-open|open|man|sensible-browser|python[\\d.]*|npm|npx|aws|az|gcloud'),
    'DANGEROUS',
  ],
  [
    /^(?:GIT_.*|SSH_.*|SVN_SSH|HGRCPATH|CVS_RSH|RSYNC_.*)$/,
    named(
      'git.*|gh|glab|hub|tig|lazygit|jj|ssh.*|scp|sftp|rsync|svn|hg|cvs|npm|npx|yarn|pnpm|bun|pip[\\d.]*|poetry|uv|cargo|go|make|brew|composer|bundle|terraform|helm|mosh|ansible.*',
    ),
    'DANGEROUS',
  ],
  [
    /^(?:NODE_.*|npm_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|ELECTRON_.*|TS_NODE_.*)$/,
    named(
      'node(?:js)?|npm|npx|yarn|pnpm|pnpx|bunx?|deno|corepack|tsc|tsx|ts-node|eslint|biome|prettier|vitest|jest|mocha|vite|webpack|rollup|esbuild|next|nuxt|electron|playwright|claude|codex|gemini',
    ),
    'DANGEROUS',
  ],
  [
    /^(?:PYTHON.*|PIP_.*|VIRTUAL_ENV|CONDA_.*|UV_.*|POETRY_.*)$/,
    named(
      'python.*|pypy.*|ipython.*|pip.*|pytest|py\\.test|tox|nox|poetry|uvx?|pdm|conda|mamba|black|ruff|mypy|flake8|pylint|jupyter.*|django-admin|flask|ansible.*|aws|az|gcloud|meson|scons|hg|yt-dlp',
    ),
    'DANGEROUS',
  ],
  [/^(?:PERL.*)$/, named('perl.*|cpanm?|prove|exiftool|ack|pod2.*|git.*'), 'DANGEROUS'],
  [
    /^(?:RUBY.*|GEM_.*|BUNDLE_.*|RBENV_.*)$/,
    named('j?ruby.*|gem|bundle.*|rake|irb|rails|rspec|pod|fastlane|jekyll|brew'),
    'DANGEROUS',
  ],
  [
    /^(?:_?JAVA_.*|JDK_.*|CLASSPATH|MAVEN_.*|GRADLE_.*|SBT_OPTS|KOTLIN_.*|ANT_.*)$/,
    named('java|javac|javadoc|jar|jshell|mvnw?|gradlew?|sbt|scala.*|kotlin.*|ant|groovy|clojure|lein|bazel'),
    'DANGEROUS',
  ],
];

function named(pattern: string): (program: string) => boolean {
  const whole = new RegExp(`^(?:.*/)?(?:${pattern})$`);
  return program => whole.test(program);
}

function orAFile(reads: (program: string) => boolean): (program: string) => boolean {
  return program => program.includes('/') || reads(program);
}

function isExternal(program: string): boolean {
  return !Object.hasOwn(builtins, program) && !BUILT_IN.test(program);
}

/** Builtins of shells that the table of those that are judged does not need. */
const BUILT_IN =
  /^(?:echo|true|false|:|pwd|type|command|builtin|kill|jobs|wait|fg|bg|disown|times|time|ulimit|getopts|dirs|caller|\[\[|whence|where|rehash|exec|set|suspend)$/;

/** What they do depends on nothing but their words. */
function isPlain(program: string): boolean {
  return PLAIN.test(program.slice(program.lastIndexOf('/') + 1));
}

const PLAIN =
  /^(?:ls|cat|head|tail|[ef]?grep|wc|sort|uniq|cut|tr|date|echo|printf|stat|file|du|df|which|whoami|id|uname|hostname|basename|dirname|realpath|readlink|diff|cmp|comm|sleep|true|false|test|mkdir|cp|mv|touch|rm|rmdir|ln|chmod|chown|env|printenv|seq|nl|paste|fold|rev|tac|od|xxd|hexdump|md5sum|sha\d+sum|cksum|ps|pgrep|free|uptime|tree|column|jq|sed|[gmn]?awk|find|xargs|tee|yes|nproc|arch|tty|expr|mktemp|gzip|gunzip|tar|zip|unzip)$/;
