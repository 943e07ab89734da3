/** What programs are, by their short names. */
import type {LineReader} from '../../core/index.ts';

/** A program that is a shell. */
export function isShellName(program: string): boolean {
  return /^-?(?:(?:ba|z|da|k|mk|a|fi|tc|c|rba|rk|ya|po|o)?sh|nu|pwsh|xonsh|elvish)$/.test(
    program.slice(program.lastIndexOf('/') + 1),
  );
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

const INTERPRETERS =
  /^(?:i?python|pypy|node|deno|bun|ruby|irb|pry|perl|php|lua|psql|mysql|mariadb|sqlite|(?:redis|valkey|keydb)-cli|mongo|gdb|lldb|ghci|R$|julia|scala|jshell|erl|iex|clj|guile|racket|ocaml|swift|bc$|dc$|tclsh|wish|expect|gnuplot|octave|ftp|sftp|lftp|ed$|ex$|osascript|cqlsh|clickhouse|duckdb|sqlplus|influx|m4$|sbcl|clisp|ecl$|mit-scheme|gforth|swipl|maxima|gp$|telnet)/;
