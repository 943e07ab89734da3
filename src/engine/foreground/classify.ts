/**
 * Reads one look at the tty (modes, foreground group, what its processes wait on) as a claim about the foreground
 * program. Prompt text is never consulted, except to tell whether a question stands on the last line.
 */
import type {ProcessFacts, TtyMode, TtyProbe} from '../../core/index.ts';
import {isEditorMode} from './editor-mode.ts';
import {
  hasOwnOptions,
  isCarrier,
  isInterpreter,
  isShellName,
  plainName,
  readsByLines,
  readsInSilence,
  shellFamilyOf,
} from './program-names.ts';
import {runsProgram} from './runs-program.ts';

export type ForegroundClaim =
  /**
   * Echo is off, the kernel collects a line, and the program is blocked reading it: a secret is wanted. The same where it reads key by
   * key, if it asks for one in so many words. Not `certain` when it polls, or is another user's (`sudo`) and cannot be looked into.
   */
  | {readonly type: 'secret'; readonly certain: boolean}
  /**
   * A full-screen or raw-mode program waits for keys; null where its name is not known. `carried`: perhaps something on a far side does. `kind`: it
   * reads lines, on a screen that another has left to it. `readerPid`: of what may read them.
   */
  | {
      readonly type: 'tui';
      readonly program: string | null;
      readonly carried?: true;
      readonly kind?: 'shell' | 'repl';
      readonly readerPid?: number;
    }
  /**
   * A line is wanted: by a nested shell, a REPL, or a program that asks. `carried`: perhaps, by something on a far side. `replaced`: the process
   * was a shell that says marks, and has become this program (`exec`).
   */
  | {
      readonly type: 'awaiting';
      readonly kind: AwaitingKind;
      readonly program: string;
      readonly pid: number;
      readonly carried?: true;
      readonly replaced?: true;
    }
  /** Blocked on a tty read with nothing asked on screen (`cat`, `read x`). */
  | {readonly type: 'blockedOnRead'; readonly program: string; readonly pid: number; readonly replaced?: true}
  /** The session's shell, or the `nested` one that has the terminal and says marks as well, reads its own prompt. */
  | {readonly type: 'shellReads'; readonly replaced: boolean; readonly nested: boolean; readonly pid: number}
  /** Stopped by ^Z or running: nobody waits for keys. */
  | {readonly type: 'busy'; readonly program: string | null}
  /** Nobody can look there, or not far enough to tell: what is printed is all there is to go by. */
  | {readonly type: 'unknown'; readonly program: string | null};

export type AwaitingKind = 'prompt' | 'repl' | 'shell' | 'continuation';

export interface ClassifyContext {
  readonly alternateScreen: boolean;
  /** What runs has the mouse reported. */
  readonly mouse: boolean;
  /** What runs has switched the keypad to its own keys. */
  readonly applicationKeys: boolean;
  readonly bracketedPaste: boolean;
  /** What was printed last about the cursor hides it, as menus do: no line is edited there. */
  readonly hidesCursor: () => boolean;
  /** Text stands on the cursor's line, left by the program without a line feed. */
  readonly textOnLastLine: boolean;
  /** What stands on the last lines asks for a password or the like. */
  readonly asksForSecret: () => boolean;
  /** By its marks, the shell that has the terminal runs a command. */
  readonly runs: boolean;
  /** By its marks, it is at its prompt: what it reads is a command line, echoed or not (`stty -echo`). */
  readonly atPrompt: boolean;
  /** This shell, which says no marks, reads as it did at its prompt when a line was given to it: what it reads is one, echoed or not. */
  readonly readsAsAtPrompt: (shell: ProcessFacts) => boolean;
  /** This shell, which has no line editor, reads by the call that it is known to read commands by. */
  readonly readsByPromptCall: (shell: ProcessFacts) => boolean;
  /** This REPL stands at one of its prompts, whatever it has printed before. */
  readonly standsAtPrompt: (repl: ProcessFacts) => boolean;
  /** This interpreter was seen at a prompt for statements, whatever it was started with. */
  readonly hasShownPrompt: (repl: ProcessFacts) => boolean;
  /** argv the shell was started with. */
  readonly shellArgv: readonly string[];
  /** Process of the nested shell that has the terminal and says marks; null when there is none, or it cannot be seen. */
  readonly nestedShellPid: number | null;
  /** The process is the program still that it was when it was at its prompt with marks; undefined where nobody has seen it then. */
  readonly isSameProgram: (shell: ProcessFacts) => boolean | undefined;
}

const PAGERS = new Set(['less', 'more', 'most', 'man', 'pager', 'bat', 'view']);
/** Menus that show the cursor in a field for the search: what is typed chooses among what they were given, and is no command. */
const MENUS = new Set(['fzf', 'sk', 'peco', 'percol', 'gum', 'whiptail', 'dialog']);

/** Many programs in one binary: the name tells nothing. */
const MULTI_CALL = new Set(['busybox', 'toybox']);

export function classify(probe: TtyProbe, context: ClassifyContext): ForegroundClaim {
  if (!isSeen(probe)) return unseen(probe, context);
  const reader = probe.foreground.find(process => process.blockedOn === 'tty_read') ?? likelyReader(probe, context);
  const holder = reader ?? paging(probe) ?? probe.foreground.at(-1);
  const program = holder?.name ?? null;
  if (isStopped(probe.foreground)) return {type: 'busy', program};
  // What comes to its prompt later will read there what is typed now.
  if (!reader && context.alternateScreen && holder) return {...screenOf(holder), ...editorOf(holder, context)};
  if (!reader) return {type: 'busy', program};
  const {canonical, echo} = probe.mode;
  const isMarkedShell = reader.pid === (context.nestedShellPid ?? probe.shellPid);
  const isAtCommands = (isMarkedShell && context.atPrompt) || (isBareShell(reader) && context.readsAsAtPrompt(reader));
  if (canonical && !echo && !isAtCommands) return secretClaim(reader, context);
  const isOwnRead = isMarkedShell && context.runs && !isReplaced(probe, reader, context);
  if (context.alternateScreen && !isReplAtPrompt(reader, context))
    return {...screenOf(reader), ...(!isOwnRead && editorOf(reader, context))};
  const isShellProcess = reader.pid === probe.shellPid || reader.pid === context.nestedShellPid;
  if (!isShellProcess) return programClaim(probe, reader, context);
  if (!isOtherProgram(probe, reader, context)) return shellClaim(probe, reader, context);
  const claim = programClaim(probe, reader, context);
  return claim.type === 'awaiting' || claim.type === 'blockedOnRead' ? {...claim, replaced: true} : claim;
}

/** `exec` has given a process that was a shell with marks to something that is no shell at its prompt. */
function isOtherProgram(probe: SeenTty, reader: ProcessFacts, context: ClassifyContext): boolean {
  if (!isReplaced(probe, reader, context)) return false;
  return !(isShell(reader) && readsCommandsByKeys(reader));
}

/** `exec` has given the process to another program, or to another shell. Of a nested shell that nobody has seen before only the name tells. */
function isReplaced({shell}: SeenTty, reader: ProcessFacts, context: ClassifyContext): boolean {
  const isSame = context.isSameProgram(reader);
  if (isSame !== undefined) return !isSame;
  if (reader.pid === context.nestedShellPid) return !isShell(reader);
  return shell !== null && shell.argv.join('\0') !== context.shellArgv.join('\0');
}

/** What reads is no shell that says marks. */
function programClaim({mode}: SeenTty, reader: ProcessFacts, context: ClassifyContext): ForegroundClaim {
  const {canonical, echo} = mode;
  if (!echo && context.asksForSecret()) return secretClaim(reader, context);
  if (canonical) {
    if (isBareShell(reader)) return awaiting('shell', reader);
    if (readsInSilence(commandName(reader))) return awaiting('repl', reader);
    if (!context.textOnLastLine) return blockedOnRead(reader);
    return awaiting(readsByLines(commandName(reader)) || readsStatements(reader) ? 'repl' : 'prompt', reader);
  }
  if (isShell(reader) && readsCommandsByKeys(reader) && !readsOneKey(mode, reader, context))
    return awaiting('shell', reader);
  if (isCarrier(reader.name)) return {...awaiting('shell', reader), carried: true};
  if (drawsScreen(reader, context) && !isReplAtPrompt(reader, context))
    return {...screenOf(reader), ...editorOf(reader, context)};
  if (mayCarry(reader)) return {...awaiting('shell', reader), carried: true};
  if (isShell(reader) || isShellScript(reader))
    return context.textOnLastLine ? awaiting('prompt', reader) : blockedOnRead(reader);
  return awaiting('repl', reader);
}

function screenOf(process: ProcessFacts): Extract<ForegroundClaim, {type: 'tui'}> {
  return {type: 'tui', program: process.name, ...(mayCarry(process) && {carried: true, readerPid: process.pid})};
}

/** Nobody has written these programs for the whole screen: whoever was there before has left it to them. */
function editorOf(
  reader: ProcessFacts,
  context: ClassifyContext,
): {readonly kind?: 'shell' | 'repl'; readonly readerPid?: number} {
  if (isShell(reader) && readsCommandsByKeys(reader)) return {kind: 'shell', readerPid: reader.pid};
  // A program may have a console of its own (`code.interact()`).
  const isRepl = mayReadStatements(reader) || (isInterpreter(reader.name) && context.hasShownPrompt(reader));
  return isRepl && !mayCarry(reader) ? {kind: 'repl', readerPid: reader.pid} : {};
}

/** What it gets may go to a shell on a far side, or on a terminal that it holds. */
function mayCarry(process: ProcessFacts): boolean {
  return isCarrier(process.name) || (process.holdsTerminal === true && !readsStatements(process));
}

/** Where no alternate screen tells. A REPL shows where it edits its line, and may have been left without a cursor by another program. */
function drawsScreen(reader: ProcessFacts, context: ClassifyContext): boolean {
  if (PAGERS.has(reader.name) || MENUS.has(reader.name) || context.mouse) return true;
  const isRepl = readsStatements(reader);
  // A line editor may ask for these keys too, as Python's own does from 3.13 on, and fish's from 4 on: it takes pastes.
  const isEditor = context.bracketedPaste && (isRepl || isShell(reader));
  if (context.applicationKeys && !isEditor) return true;
  return !isRepl && context.hidesCursor();
}

/** Modes of full-screen programs were left on: at its prompt it reads a line all the same. */
function isReplAtPrompt(reader: ProcessFacts, context: ClassifyContext): boolean {
  return isInterpreter(commandName(reader)) && !mayCarry(reader) && context.standsAtPrompt(reader);
}

/** A REPL without a line editor that waits for its line in a poll: by Tcl's notifier, a thread of its own; SBCL's stream before it reads. */
function pollsForLines(reader: ProcessFacts): boolean {
  return /^(?:expect|wish|tclsh|sbcl)$/.test(commandName(reader)) && readsStatements(reader);
}

/** An interpreter that was given no program. */
function readsStatements(reader: ProcessFacts): boolean {
  // `ruby /usr/bin/irb`, `ocamlrun /usr/bin/ocaml`
  const given = words(reader)
    .slice(1)
    .filter(argument => !argument.endsWith(`/${reader.name}`));
  return isInterpreter(reader.name) && given.every(argument => argument.startsWith('-'));
}

/** The same, and one that reads on behind a program or whose words are data: whatever has been printed, what is typed there may be a statement. */
function mayReadStatements(reader: ProcessFacts): boolean {
  return readsStatements(reader) || (isInterpreter(reader.name) && !runsProgram(reader.name, words(reader)));
}

type SeenTty = TtyProbe & {readonly mode: TtyMode; readonly foreground: readonly ProcessFacts[]};

function isSeen(probe: TtyProbe): probe is SeenTty {
  return probe.mode !== null && probe.foreground !== null;
}

/** The alternate screen is seen in what is printed. All else that a program may be doing would be a guess. */
function unseen({foreground}: TtyProbe, {alternateScreen}: ClassifyContext): ForegroundClaim {
  const process = foreground?.at(-1);
  const program = process?.name ?? null;
  if (foreground && isStopped(foreground)) return {type: 'busy', program};
  if (alternateScreen) return process ? screenOf(process) : {type: 'tui', program};
  return {type: 'unknown', program};
}

function isStopped(foreground: readonly ProcessFacts[]): boolean {
  return foreground.length > 0 && foreground.every(process => process.stopped);
}

function awaiting(kind: AwaitingKind, process: ProcessFacts): Extract<ForegroundClaim, {type: 'awaiting'}> {
  return {type: 'awaiting', kind, program: programName(process), pid: process.pid};
}

function blockedOnRead(process: ProcessFacts): Extract<ForegroundClaim, {type: 'blockedOnRead'}> {
  return {type: 'blockedOnRead', program: programName(process), pid: process.pid};
}

function programName(process: ProcessFacts): string {
  return MULTI_CALL.has(process.name) ? commandName(process) : process.name;
}

/** At the end of a pipeline a pager shows the first page while it still reads the rest. `man` is all but the pager of one. */
function paging(probe: SeenTty): ProcessFacts | undefined {
  return probe.foreground.find(process => process.name !== 'man' && PAGERS.has(process.name));
}

/**
 * An event loop waits for keys only when the tty is raw (or echo is off): in canonical mode `tail -f`, `npm run dev` poll
 * too, and only a shell's `read -t` means it, or a REPL behind its prompt (`expect`). What cannot be looked into has changed the tty's mode to read from it.
 */
function likelyReader({mode, foreground}: SeenTty, {textOnLastLine}: ClassifyContext): ProcessFacts | undefined {
  const polls = foreground.filter(process => process.blockedOn === 'tty_poll');
  if (mode.canonical && mode.echo)
    return polls.find(process => isShell(process) || (textOnLastLine && pollsForLines(process)));
  return (
    polls[0] ??
    foreground.find(process => !process.stopped && (process.blockedOn === 'unknown' || isShared(process, mode)))
  );
}

/**
 * An `ssh` that shares the connection of another (`ControlMaster`) has handed it the tty, which it makes raw once the far side is there
 * (ssh_config(5), OpenSSH's PROTOCOL.mux): itself it waits on a socket.
 */
function isShared({name, blockedOn}: ProcessFacts, {canonical, echo}: TtyMode): boolean {
  return name === 'ssh' && blockedOn === 'other' && !canonical && !echo;
}

/** Who is not seen reading must at least have asked: `stty -echo` alone is no question. */
function secretClaim(reader: ProcessFacts, context: ClassifyContext): ForegroundClaim {
  if (reader.blockedOn === 'tty_read') return {type: 'secret', certain: true};
  const hasAsked = context.textOnLastLine || context.asksForSecret();
  return hasAsked ? {type: 'secret', certain: false} : {type: 'busy', program: reader.name};
}

/** A shell that says marks holds the tty: at its line editor, or inside its `read` builtin. */
function shellClaim(probe: SeenTty, shell: ProcessFacts, context: ClassifyContext): ForegroundClaim {
  const nested = shell.pid === context.nestedShellPid;
  const replaced = isReplaced(probe, shell, context);
  const reads = {type: 'shellReads', replaced, nested, pid: shell.pid} as const;
  if (!probe.mode.canonical) {
    // Its `read` may be a line editor too.
    const isAsked = context.runs && !probe.mode.echo && context.asksForSecret();
    return isAsked ? {type: 'secret', certain: true} : reads;
  }
  const linewise = /^(?:sh|dash|ash)$/.test(plainName(shell.name)) || !isShellName(shell.name);
  // Another shell in its place, without a line editor, as a nested one is.
  const isOther = replaced && isBareShell(shell) && context.textOnLastLine;
  if (linewise || isOther || context.readsByPromptCall(shell)) return reads;
  return context.textOnLastLine ? awaiting('prompt', shell) : blockedOnRead(shell);
}

/** Nothing but shells have the terminal: they make their prompt, or run what they need no other process for. */
export function isShellAtWork({foreground}: Pick<TtyProbe, 'foreground'>): boolean {
  return (
    foreground !== null && foreground.length > 0 && foreground.every(process => isShell(process) && !process.stopped)
  );
}

/** It reads commands, if not for its `read`. */
function isBareShell(process: ProcessFacts): boolean {
  return isShell(process) && isInteractiveShell(process);
}

function isShell(process: ProcessFacts): boolean {
  return isShellName(commandName(process));
}

/** Started by its `#!`, a script has its own name, and its shell before its path. */
function isShellScript({argv: [first = '', path]}: ProcessFacts): boolean {
  return path !== undefined && isShellName(first);
}

/** A shell that reads key by key: at its line editor, or for `read -n` in a script. What options others take is not known. */
function readsCommandsByKeys(process: ProcessFacts): boolean {
  return (hasOwnOptions(commandName(process)) && !process.isCopy) || isInteractiveShell(process);
}

/** In shells that are known to set the tty otherwise for it than for their line editor. */
function readsOneKey(mode: TtyMode, reader: ProcessFacts, context: ClassifyContext): boolean {
  const family = shellFamilyOf(commandName(reader));
  return family !== 'posix' && family !== 'other' && !isEditorMode(family, mode, context);
}

/** Without version (`tclsh8.6`); of `busybox ash`, `ash`. */
function commandName(process: ProcessFacts): string {
  const name = MULTI_CALL.has(process.name) ? (words(process)[0] ?? process.name) : process.name;
  return plainName(name);
}

/** argv from the command's own name on: `busybox ash -i` is `ash -i`. */
function words({name, argv}: ProcessFacts): readonly string[] {
  const carried = MULTI_CALL.has(name) && MULTI_CALL.has((argv[0] ?? '').replace(/^.*\//, ''));
  return carried && argv.length > 1 ? argv.slice(1) : argv;
}

/** `sh -c …`, `sh script` and a subshell read the tty for somebody else; a bare or `-i` shell, or one with `-s`, reads commands. */
function isInteractiveShell(process: ProcessFacts): boolean {
  if (process.isCopy) return false;
  const options = words(process).slice(1);
  for (let at = 0; at < options.length; at++) {
    const option = options[at] ?? '';
    if (!/^[-+]/.test(option) || /^-[A-Za-z]*c/.test(option)) return false;
    if (/^-[a-z]*s/.test(option)) return true;
    // `-o nozle`, `+O extglob`, `--rcfile FILE`, fish’s `-C COMMAND`
    if (/^[-+][A-Za-z]*[oO]$/.test(option) || /^--(?:rcfile|init-file|init-command)$/.test(option)) at++;
    else if (option === '-C' && commandName(process) === 'fish') at++;
  }
  return true;
}

/** A program of the foreground has a processor, or waits for one. */
export function isAtWork({foreground}: Pick<TtyProbe, 'foreground'>): boolean {
  return foreground?.some(({blockedOn}) => blockedOn === 'nothing') ?? false;
}
