/** What programs are, by their short names. */
import type {LineReader, ShellFamily} from '../../core/index.ts';

/** The name without folder, version (`zsh-5.9`, `ksh93`), the dash of a login shell, or what the process says of itself (`tmux: client`). */
export function plainName(program: string): string {
  return program
    .slice(program.lastIndexOf('/') + 1)
    .replace(/^-/, '')
    .replace(/:.*$/, '')
    .replace(/[-.\d]+$/, '');
}

/** A program that is a shell. */
export function isShellName(program: string): boolean {
  return SHELLS.has(plainName(program));
}

/** How a program that may be a shell reads command lines; what is none that is known counts as a POSIX shell. */
export function shellFamilyOf(program: string): ShellFamily {
  return SHELLS.get(plainName(program)) ?? 'posix';
}

/** True for shells whose options are of a kind of their own. */
export function hasOwnOptions(shell: string): boolean {
  return OWN_OPTIONS.has(plainName(shell));
}

/** True for a program that carries a session of another machine, user or terminal: what it does with its own tty says nothing about what runs inside. */
export function isCarrier(program: string): boolean {
  return CARRIERS.has(plainName(program));
}

/** True for busybox and mksh: they edit command lines alone. For their `read` the kernel collects a line, or echoes what they read by keys. */
export function editsCommandsAlone(program: string): boolean {
  return /^-?(?:ash|busybox|mksh|lksh)$/.test(program);
}

/** True for ksh93. With its errors elsewhere it shows no prompt and has no line editor, and its `read` reads by the same call as it does at its prompt. */
export function isKsh(program: string): boolean {
  return /^-?r?ksh/.test(program);
}

/** True for a program that is known to read statements, also where it has no line editor that makes the tty raw. */
export function isInterpreter(program: string): boolean {
  return INTERPRETERS.test(program);
}

/** True for those of them that read line by line, whatever they were started with: no word given to them is a program that reads in their place. */
export function readsByLines(program: string): boolean {
  return LINE_INTERPRETERS.test(program);
}

/** True for those of them that take a word for a program to run, in the place of what is typed; to others it is data, what they look into, or what they load before they read (`swipl`, `iex`). */
export function runsFiles(program: string): boolean {
  return /^(?:i?python|pypy|node|deno|bun|ruby|perl|php|lua|julia|scala|guile|racket|ocaml|swift|octave|osascript|expect|wish|tclsh|clisp)/.test(
    program,
  );
}

/** True for calculators and `ed`, which show no prompt: what stands before the cursor was printed by a command. */
export function readsInSilence(program: string): boolean {
  return program === 'bc' || program === 'dc' || program === 'ed';
}

/** True for programs whose line stands on behind a ^C, which they answer by no new line: sqlite3 goes on with it. */
export function keepsLineAtInterrupt(program: string): boolean {
  return /^sqlite3?$/.test(program);
}

/** True for REPLs that read the tty, by an event loop or a thread, also while a statement works (`await …` of Node.js, a sleep in Erlang or jshell). */
export function worksWhileReading(program: string): boolean {
  return /^(?:node|deno|bun|erl|beam|iex|jshell|java)/.test(program);
}

/**
 * True for programs whose line editor takes a paste for one line, and to whom a line feed in it does not end a command: of sqlite3 none of those
 * that begin with a dot.
 */
export function readsLineByLine(program: string, commandLine: string): boolean {
  if (/^(?:gdb|rust-gdb|bluetoothctl|nmcli|virsh|parted|lftp)/.test(program)) return true;
  return program.startsWith('sqlite') && /^\./m.test(commandLine);
}

/**
 * True for programs that throw away what was typed before their prompt, and so take one line at a time: those whose line editor is linenoise, which
 * switches the tty by TCSAFLUSH. On a far side the prompt tells (`127.0.0.1:6379[1]>`).
 */
export function dropsTypedAhead({
  program,
  carried,
  prompt,
}: Pick<LineReader, 'program' | 'carried' | 'prompt'>): boolean {
  return carried ? REDIS_PROMPT.test(prompt) : /^(?:redis|valkey|keydb)-cli$/.test(program);
}

const REDIS_PROMPT = /^(?:not connected|[\w.:-]+:\d{4,5}(?:\[\d+\])?(?:\(TX\))?)>$/;

const SHELLS: ReadonlyMap<string, ShellFamily> = new Map(
  (
    [
      ['bash rbash', 'bash'],
      ['zsh rzsh', 'zsh'],
      ['fish', 'fish'],
      ['sh dash ash ksh rksh mksh rmksh lksh rlksh pdksh oksh loksh yash posh osh', 'posix'],
      ['tcsh csh nu pwsh xonsh elvish', 'other'],
    ] as const
  ).flatMap(([names, family]) => names.split(' ').map((name): [string, ShellFamily] => [name, family])),
);

const OWN_OPTIONS: ReadonlySet<string> = new Set(['nu', 'pwsh', 'xonsh', 'elvish']);

const CARRIERS: ReadonlySet<string> = new Set(
  [
    'ssh autossh mosh mosh-client et telnet rlogin rsh dbclient plink',
    'docker docker-compose podman nerdctl ctr crictl kubectl oc lxc lxc-attach incus limactl multipass machinectl nsenter adb',
    'sudo su doas run0',
    'tmux tmate screen zellij byobu dvtm dtach abduco script expect',
    'socat picocom minicom tio cu',
  ].flatMap(names => names.split(' ')),
);

const BY_LINES = 'irb|lua|psql|mysql|sqlite|ghci|bc$|dc$|tclsh|wish|expect|gnuplot';
const LINE_INTERPRETERS = new RegExp(`^(?:${BY_LINES})`);
const INTERPRETERS = new RegExp(
  `^(?:${BY_LINES}|i?python|pypy|node|deno|bun|ruby|pry|perl|php|mariadb|(?:redis|valkey|keydb)-cli|mongo|gdb|lldb|R$|julia|scala|jshell|erl|iex|clj|guile|racket|ocaml|swift|octave|ftp|sftp|lftp|ed$|ex$|osascript|cqlsh|clickhouse|duckdb|sqlplus|influx|m4$|sbcl|clisp|ecl$|mit-scheme|gforth|swipl|maxima|gp$|telnet)`,
);
