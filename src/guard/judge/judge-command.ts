import {findRow, isPlainWord} from '../programs/find-row.ts';
import {judgeGlobalOptions, judgeHidden, judgeRow} from '../programs/judge-row.ts';
import {readOptions} from '../programs/read-options.ts';
import type {Row} from '../programs/row.ts';
import {judgeAwk} from '../programs/special/awk.ts';
import {builtins} from '../programs/special/builtins.ts';
import {judgeByOperands} from '../programs/special/by-operands.ts';
import {judgeCarried} from '../programs/special/carried-commands.ts';
import {judgeContainer} from '../programs/special/containers.ts';
import {DATABASES, judgeDatabase} from '../programs/special/databases.ts';
import {judgeEditor} from '../programs/special/editor-batch.ts';
import {judgeElsewhere} from '../programs/special/elsewhere.ts';
import {judgeEscapes, judgeMake} from '../programs/special/escapes.ts';
import {judgeFd, judgeFind} from '../programs/special/find.ts';
import {judgeGit} from '../programs/special/git.ts';
import {interpreterFamily, judgeInterpreter, judgeShell, runFile, SHELLS} from '../programs/special/interpreters.ts';
import {judgeCmake, judgeDebugger, judgeScripted, LOADER} from '../programs/special/launchers.ts';
import {judgeListing, listed} from '../programs/special/listings.ts';
import {judgeMatch} from '../programs/special/named-variables.ts';
import {judgeDownload, judgeTar, judgeTransfer} from '../programs/special/network.ts';
import {judgeProjectCode} from '../programs/special/project-code.ts';
import {judgeSed} from '../programs/special/sed.ts';
import {judgeListTaken, judgeSending} from '../programs/special/sending.ts';
import {judgeSought} from '../programs/special/sought.ts';
import {judgeTasks} from '../programs/special/tasks.ts';
import {judgeUnpacking} from '../programs/special/unpacking.ts';
import {asksForVersion, tellsOnly} from '../programs/special/version.ts';
import {
  judgeDate,
  judgeEntries,
  judgeIdentify,
  judgeInstall,
  judgeManual,
  judgeMiller,
  judgeMount,
  judgeNetcat,
  judgePager,
  judgePicture,
  judgePrinted,
  judgeProcesses,
  judgeTee,
  judgeUnits,
  judgeWords,
  judgeYq,
} from '../programs/special/words.ts';
import {judgeXargs} from '../programs/special/xargs.ts';
import {judgeWordOfZsh} from '../programs/special/zsh-words.ts';
import {optionsSoundDangerous, wordsSoundDangerous} from '../programs/telling-names.ts';
import {findWrapper, judgeWrapper} from '../programs/wrappers.ts';
import {type Argument, fixed, textOf} from '../shell/argument.ts';
import {SECRET_NAME} from '../shell/read-word.ts';
import {judgeMoved} from './judge-moved.ts';
import {noteCarried} from './note-carried.ts';
import {forgetVariables, type Input, type Invocation, type Scope, say, sayFact} from './scope.ts';
import {judgeTypedOperands} from './typed-values.ts';

/** In steps. */
const WORK_OF_WORD = 3;

/** Judges one command with its words. */
export function judgeCommand(words: readonly Argument[], scope: Scope, input: Input): void {
  const [first, ...args] = words;
  if (!first) return;
  const span = {start: first.start, end: Math.max(first.end, ...args.map(word => word.end))};
  if (!scope.findings.step(span, 1 + WORK_OF_WORD * args.length)) return;
  const index = scope.findings.command(span, words.map(textOf));
  const name = textOf(first);
  const call: Invocation = {name: name ?? '', args, span, scope, input, index};
  judgeSecretVariables(call);
  // Where it prints nothing the next word is the program.
  if (name === null || /^"?(?:\$\(|`)[\s\S]*[)`]"?$/.test(first.source)) {
    sayFact(call, 'DANGEROUS', 'name.unknown', 'It is not known which program runs.', first);
    for (const word of args) judgeHidden(word, call);
    return;
  }
  if (/[^\x21-\x7e]/.test(name) || name === '') {
    sayFact(call, 'DANGEROUS', 'name.deceptive', 'The name of the program is not what it seems.', first);
    return;
  }
  if (name.startsWith('-'))
    sayFact(call, 'DANGEROUS', 'name.option', 'Where a program stands there is an option.', first);
  dispatch(first, {...call, name: programName(name)}, name);
}

/** Folders of the system: what lies there has the name that it has. */
const SYSTEM_FOLDERS =
  /^(?:\/usr(?:\/local)?)?\/s?bin\/(?=[^/]+$)|^\/opt\/homebrew\/(?:bin|opt\/[\w@.+-]+\/(?:libexec\/gnu)?bin)\/(?=[^/]+$)|^\/run\/current-system\/sw\/bin\/(?=[^/]+$)/;

function programName(given: string): string {
  return given.replace(SYSTEM_FOLDERS, '').replace(FOR_A_TARGET, '').replace(VERSION_BEHIND, '');
}

/** Compilers and their tools for other machines: `arm-none-eabi-size`. */
const FOR_A_TARGET =
  /^(?:arm|aarch64|avr|riscv(?:32|64)|x86_64|i[3-6]86|mips\w*|powerpc\w*|m68k|sparc\w*|xtensa|msp430|s390x|loongarch64|llvm)(?:-[a-z0-9_]+){0,3}-(?=(?:size|nm|objdump|readelf|strings|c\+\+filt|addr2line|gcc|g\+\+|c\+\+|cpp|ar|ld|as|objcopy|strip|ranlib|gdb|gcov)$)/;
/** `gcc-13`, `clang++-17`. */
const VERSION_BEHIND =
  /(?<=^(?:gcc|g\+\+|gfortran|clang|clang\+\+|clang-format|clang-tidy|gdb|lldb|cpp|gcov))-\d+(?:\.\d+)*$/;

function dispatch(first: Argument, call: Invocation, given: string): void {
  const {name, scope} = call;
  const meanings = given === first.source ? (scope.aliases.get(name) ?? []) : [];
  for (const meaning of meanings)
    if (scope.findings.step(first, scope.aliases.size >> 3))
      scope.judge.text(meaning, first, {...scope, aliases: without(scope.aliases, name)}, call.input);
  const base = name.slice(name.lastIndexOf('/') + 1);
  const loader = LOADER.test(base) ? findWrapper('ld.so') : undefined;
  if (loader) judgeWrapper(loader, call);
  if (name.includes('/')) {
    if (findRow(base)?.level === 'DANGEROUS' || findWrapper(base)?.level === 'DANGEROUS')
      say(call, 'DANGEROUS', 'program', `${base} is dangerous, wherever it lies.`, first);
    runFile(first, call);
    judgeTasks(base, call.args, call);
    for (const word of call.args) judgeHidden(word, call);
    return;
  }
  if (scope.functions.has(name)) forgetVariables(scope);
  else judgeProgram(call);
}

function without(aliases: ReadonlyMap<string, readonly string[]>, name: string): Map<string, readonly string[]> {
  return new Map([...aliases].filter(([each]) => each !== name));
}

function judgeProgram(given: Invocation): void {
  const call = withoutToolchain(given);
  const {name, args} = call;
  judgeTypedOperands(call);
  if (asksForVersion(name, args) || tellsOnly(name, args)) {
    judgeProjectCode(call, true);
    return;
  }
  judgeEscapes(call);
  judgeElsewhere(call);
  judgeByOperands(call);
  judgeSought(call);
  judgeSending(call);
  judgeListTaken(call);
  judgeCarried(call);
  judgeUnpacking(call);
  judgeTasks(name, args, call);
  if (judgeWordOfZsh(call)) return;
  const special = Object.hasOwn(builtins, name)
    ? builtins[name]
    : Object.hasOwn(SPECIAL, name)
      ? SPECIAL[name]
      : undefined;
  if (special) {
    special(call);
    return;
  }
  const wrapped = findWrapper(name);
  if (wrapped) {
    judgeWrapper(wrapped, call);
    return;
  }
  const family = interpreterFamily(name);
  if (SHELLS.has(name)) {
    judgeShell(call);
    return;
  }
  if (family) {
    judgeInterpreter(family, call);
    return;
  }
  if (name === 'tmux') {
    judgeFurther(call);
    judgeFormats(call);
  }
  const row = findRow(name);
  if (!row && scopeIsFish(call)) {
    judgeMatch(call);
    return;
  }
  if (!row) {
    say(call, 'CAUTION', 'program.unknown', `It is not known what ${name.slice(0, 60)} does.`);
    // `fc` by its other name.
    if (name === 'r' && call.scope.mayBeZsh)
      say(call, 'DANGEROUS', 'code.unknown', 'It runs lines that stand in the history.');
    for (const word of args) judgeHidden(word, call);
    const texts = args.map(textOf);
    if (wordsSoundDangerous(name, texts) || optionsSoundDangerous(name, texts))
      say(call, 'DANGEROUS', 'subcommand', 'By its name it removes or publishes something.');
    judgeAsWrapper(call);
    // It may be a function of this shell.
    forgetVariables(call.scope);
    return;
  }
  if (row.hasSubcommands && judgeBelow(row, call)) return;
  judgeProjectCode(call);
  judgeRow(row, call);
  if (DESTROYERS.test(name)) judgeFloor(call);
  if (/^g?mv$/.test(name)) judgeMoved(call);
  if (CARRYING.test(name)) noteCarried(call, call.args);
}

/** A program that nobody knows may run its words; where these begin with a dangerous program, that is what it comes to. */
function judgeAsWrapper(call: Invocation): void {
  call.args.forEach((word, place) => {
    const name = programName(textOf(word) ?? '');
    const runsText = SHELLS.has(name) && /^-\w*c$/.test(textOf(call.args[place + 1]) ?? '');
    const isDangerous =
      findRow(name)?.level === 'DANGEROUS' &&
      !isPlainWord(name) &&
      !/^(?:init|at|op|pass|bless|profiles|security|batch|please|trash|wipe|kill)$/.test(name);
    if (isDangerous || runsText || /^(?:sudo|doas)$/.test(name))
      say(call, 'DANGEROUS', 'program.wrapped', `It may run ${name}.`, word);
  });
}

/** In what tmux prints `#(…)` is a command. */
function judgeFormats(call: Invocation): void {
  for (const word of call.args)
    if ((textOf(word) ?? '#(').includes('#('))
      say(call, 'DANGEROUS', 'code.runs', 'A format of tmux runs commands.', word);
}

/** Behind a `;` of its own tmux reads another of its commands. */
function judgeFurther(call: Invocation): void {
  const place = call.args.findIndex(word => word.values?.some(({text}) => text.endsWith(';')) ?? false);
  const rest = call.args.slice(place + 1);
  if (place >= 0 && rest.length > 0)
    call.scope.judge.words([fixed('tmux', call.span), ...rest], call.scope, call.input);
}

/** `cargo +nightly build`. */
function withoutToolchain(call: Invocation): Invocation {
  const [first, ...args] = call.args;
  return /^(?:cargo|rustc|rustfmt)$/.test(call.name) && /^\+[\w.-]+$/.test(textOf(first) ?? '')
    ? {...call, args}
    : call;
}

/** Subcommands that run another command, behind options of the program and of its groups: `kubectl -n web exec …`, `docker compose -f x run …`. */
function judgeBelow(row: Row, call: Invocation, isSecond = false): boolean {
  const read = readOptions(row, call.args, true);
  const texts = read.rest.slice(0, 3).map(textOf);
  for (const length of [3, 2, 1]) {
    const words = texts.slice(0, length);
    if (words.length < length || words.includes(null)) continue;
    const path = [row.name, ...words].join(' ');
    const isContainer = /^docker (?:(?:container )?run|create)$/.test(path);
    const wrapped = isContainer ? undefined : (findWrapper([call.name, ...words].join(' ')) ?? findWrapper(path));
    if (!wrapped && !isContainer) continue;
    judgeGlobalOptions(read, row, call);
    if (wrapped) judgeWrapper(wrapped, call, read.rest.slice(length));
    else judgeContainer(call, read.rest.slice(length));
    return true;
  }
  // An option that is not known may have had a value.
  const mayBeValue = !isSecond && read.unknown.length > 0 && read.rest.length > 1;
  if (mayBeValue && judgeBelow(row, {...call, args: read.rest.slice(1)}, true)) return true;
  const group = findRow([row.name, texts[0]].join(' '));
  if (!group?.hasSubcommands || !texts[1]?.startsWith('-')) return false;
  judgeGlobalOptions(read, row, call);
  return judgeBelow(group, {...call, args: read.rest.slice(1)});
}

const SPECIAL: Readonly<Record<string, (call: Invocation) => void>> = {
  find: judgeFind,
  gfind: judgeFind,
  xargs: judgeXargs,
  gxargs: judgeXargs,
  awk: judgeAwk,
  gawk: judgeAwk,
  mawk: judgeAwk,
  nawk: judgeAwk,
  sed: judgeSed,
  gsed: judgeSed,
  git: judgeGit,
  curl: judgeDownload,
  wget: judgeDownload,
  scp: judgeTransfer,
  sftp: judgeTransfer,
  rsync: judgeTransfer,
  tar: judgeTar,
  gtar: judgeTar,
  bsdtar: judgeTar,
  yq: judgeYq,
  tee: judgeTee,
  exiftool: judgePicture,
  identify: judgeIdentify,
  mlr: judgeMiller,
  pdftotext: judgePrinted,
  tesseract: judgePrinted,
  systemctl: judgeUnits,
  less: judgePager,
  ...Object.fromEntries(['vi', 'vim', 'nvim', 'view', 'ex', 'ed', 'gvim', 'vimdiff'].map(name => [name, judgeEditor])),
  sysctl: call => judgeWords(call, /=/, 'It sets a parameter of the system.'),
  'nvidia-smi': judgeListing,
  getent: judgeEntries,
  iwlist: call => judgeWords(call, /^(?:wpa)?keys?$|^enc/, 'It shows keys of the network.'),
  wg: call => judgeWords(call, /^(?:private-key|preshared-keys|dump)$/, 'It shows keys of the network.'),
  printenv: call => judgeWords(call, SECRET_NAME, 'The value is a secret.'),
  ...Object.fromEntries(['nc', 'ncat', 'netcat'].map(name => [name, judgeNetcat])),
  date: judgeDate,
  ps: judgeProcesses,
  ...Object.fromEntries(['more', 'zless', 'bzless', 'xzless'].map(name => [name, judgePager])),
  man: judgeManual,
  gdb: judgeDebugger,
  lldb: judgeDebugger,
  osascript: judgeScripted,
  cmake: judgeCmake,
  install: judgeInstall,
  mount: judgeMount,
  make: judgeMake,
  gmake: judgeMake,
  ...Object.fromEntries(listed.map(name => [name, judgeListing])),
  fd: judgeFd,
  fdfind: judgeFd,
  ...Object.fromEntries(DATABASES.map(name => [name, judgeDatabase])),
};

/** fish has some pure functions as builtins. */
function scopeIsFish({scope, name}: Invocation): boolean {
  return scope.shell === 'fish' && /^(?:string|math|count|contains|random|path)$/.test(name);
}

const CARRYING = /^(?:g?(?:cp|mv|ln)|link|install|ginstall|rsync)$/;

const DESTROYERS = /^(?:g?rm|g?dd|mkfs(?:\..*)?|mke2fs|shred|wipefs|blkdiscard)$/;

/** What destroys a disk or everything on it. */
function judgeFloor(call: Invocation): void {
  for (const word of call.args)
    for (const {text} of word.values ?? []) {
      const path = text.replace(/^of=/, '');
      const isDisk = /^\/dev\/(?:[shvx]+d[a-z]|nvme|disk|rdisk|mmcblk|mapper)/.test(path);
      const isRoot = /^\/+(?:\*|\.\*)?$|^\/\.$/.test(path) && call.name === 'rm';
      if (isDisk || isRoot)
        call.scope.findings.add('DANGEROUS', 'floor.wipe', 'It destroys a disk, or everything on it.', word, {
          isFloor: true,
        });
    }
}

/** `$TOKEN` in a command is read by it; tests only ask whether it is set. */
function judgeSecretVariables(call: Invocation): void {
  if (/^(?:test|\[|export|unset|local|declare|readonly)$/.test(call.name)) return;
  for (const word of call.args)
    if (word.secrets.length > 0)
      sayFact(call, 'DANGEROUS', 'variable.secret', `The value of ${word.secrets[0]} is a secret.`, word);
}
