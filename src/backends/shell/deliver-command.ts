import {readFileSync} from 'node:fs';
import {
  type CommandId,
  CottyError,
  endsInEmptyLine,
  isCottyError,
  isPython,
  type LineReader,
  maySetPrompt,
  type NestedShell,
  requireDeliverable,
  type ShellFamily,
} from '../../core/index.ts';
import type {CommandFile} from './command-file.ts';
import {leavingScriptFor, withoutComments} from './script-for.ts';
import {quoteForPosix} from './shell-start.ts';

export interface Delivery {
  readonly family: ShellFamily;
  readonly commandId: CommandId;
  readonly commandLine: string;
  /** Bracketed paste is on at this prompt. */
  readonly bracketedPaste: boolean;
  /** Somebody has typed on this prompt line already. */
  readonly lineDirty: boolean;
  /** The prompt belongs to our integrated shell, or to one inside of it that was given marks. */
  readonly integrated: boolean;
  /** That prompt said that its line editor takes our key. */
  readonly takesKey: boolean;
  /** The key is taken behind an ESC as well, which gets zsh out of a question about completions, or of half a key, and bash out of vi's replace mode. */
  readonly takesEscape?: boolean | undefined;
  /** Characters that the tty takes for itself: `stty intr ^G`. They are asked for where a way out of something else goes before the key. */
  readonly specialCharacters?: (() => readonly number[]) | undefined;
  /** Our keys have the form `CSI u`, the only one that fish 4 knows. */
  readonly csiU?: boolean | undefined;
  /** What takes the line, where it is not integrated. */
  readonly reader?: Pick<LineReader, 'program' | 'carried' | 'canonical' | 'prompt'> | undefined;
  /** It is such a nested shell. It reads no file of ours. */
  readonly nestedShell?: Pick<NestedShell, 'shell'> | undefined;
  /** What the session's own shell reads lines from. */
  readonly file: Pick<CommandFile, 'path' | 'write' | 'before' | 'evaluated'>;
}

export interface Delivered {
  readonly bytes: Uint8Array;
  /** The shell was told the command's id, and says it in the marks of this line; those of typed lines tell nothing. */
  readonly named: boolean;
  /** The shell reads the line from the command file, and says the id with its end if it has. */
  readonly sourced?: true;
}

/** Longest line a tty in canonical mode takes (Linux N_TTY_BUF_SIZE; macOS MAX_CANON), in bytes with the newline. */
const LONGEST_CANONICAL = process.platform === 'darwin' ? 1024 : 4096;

/** busybox cuts longer lines (FEATURE_EDITING_MAX_LEN, 1024 by default). */
const LONGEST_EDITED = 1000;
/** Longest line that a shell without line editor gets typed; all ttys take this much. */
const LONGEST_TYPED = 512;
/** Shells that know `eval` and `printf %b`. */
const POSIX_LIKE = /^-?(?:r?bash|sh|dash|ash|zsh|r?ksh|mksh)$/;
const CONTROL = /\p{Cc}/u;
const KSH = /^-?r?ksh/;
const PYTHON_DEBUGGER = /^\(i?pdb\+*\)/i;
const NOT_ASCII = /[^\0-\x7f]/;
/** Bytes that every shell takes at once, whatever they are. */
const SURELY_READ = 64;
/** What history expansion would change in a typed line. */
const HISTORY_SIGNS = /!|^\^/;
/** What fish's Enter might take for an abbreviation, and expand, did no blank follow it; where that is in quotes, the blank would be too. */
const PLAIN_WORD_LAST = /^[^'"\\]*[^'"\\\s]$/;

/** Private keys, by number: they are bound by our scripts, and no keyboard sends them. */
type PrivateKey = 9001 | 9002 | 9003 | 9004 | 9005;
const LINE_KEY = 9001;
/** Gets fish out of a search or a list of completions. */
const CANCEL_KEY = 9004;
/**
 * Gets bash out of an incremental search or a question about completions, where the private key would not be known. Both take a Ctrl+G
 * for themselves, whatever it is bound to. At the line it may be bound to anything by the user (a macro that enters the line, a program),
 * so there it is never a key of its own: with one Ctrl+^ before it, and with two, it is bound to `abort` by our script. The first of
 * the two is what is lost where the next key is taken as it is (Ctrl+V).
 */
const ABORT = '\x1e\x1e\x07';
/** Of zsh's question about completions it is the answer no. Where nothing is asked the key behind it is another one, which does the same. */
const ESCAPE = '\x1b';
/** Of vi's replace mode in bash, whose keymap knows no key of ours, the ESC leaves it; the others lose what waited for a key. By itself it is bound to nothing. */
const LEAVE_REPLACE = '\x1b\x1e\x07';
const RESTORE_KEY = 9002;
/** The first half of bash's line key: it takes what is told, and accepts nothing. */
const TAKE_KEY = 9003;
/** Has fish expand the abbreviation at the end of the line, as its Enter does; has bash take us out, where it was told how to. */
const EXPAND_KEY = 9005;
/** In place of a command's id: what stands on the line? */
const QUESTION = '?';
/** In place of a command's id: an empty line is to be swallowed in place of the one that stands there. */
const SPARE = '!';
/** In place of a command's id: what follows takes us out. */
const LEAVE = '-';
/** Behind a line that follows the key. bash reads byte by byte only up to something else than a line feed; zsh has the tty take line feeds and carriage returns for each other. */
const END_OF_LINE: Readonly<Partial<Record<ShellFamily, string>>> = {bash: '\x07', zsh: '\r', fish: '\n'};
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
const KILL_LINE = '\x15';
/** The first one is a part of the line where Ctrl-V (literal next) was typed right before. */
const KILL_ANY = `${KILL_LINE}${KILL_LINE}`;
const END_OF_LINE_KEY = '\x05';

/**
 * Makes the bytes that bring a command line to the shell unchanged and submit it. Writes the command file when the line
 * goes that way, so call it right before the bytes are written.
 * @throws CottyError `invalid_argument` for a NUL, `too_large` beyond 256 KiB (or the tty's own limit where the shell has no
 * line editor).
 */
export function deliverCommand(delivery: Delivery): Delivered {
  const commandLine = withoutEnd(delivery.commandLine.replaceAll('\r\n', '\n'), delivery.reader);
  requireDeliverable(commandLine);
  const sizeBytes = Buffer.byteLength(commandLine);
  if (!delivery.integrated) return unnamed(unmarked(delivery, commandLine));
  if (!delivery.takesKey) return unkeyed(delivery, commandLine, sizeBytes);
  try {
    return byKey(delivery, commandLine);
  } catch (error) {
    // Where nothing can be stored a line that can be typed still runs.
    if (!isCottyError(error, 'disk_full') && !isCottyError(error, 'home_unwritable')) throw error;
    return unkeyed(delivery, commandLine, sizeBytes);
  }
}

/** An empty line ends a block for Python, and repeats a command for its debugger. The last line feed is the Enter that is pressed behind the text. */
function withoutEnd(text: string, reader: Delivery['reader']): string {
  const keepsBlanks = reader && !reader.carried && isPython(reader.program) && !PYTHON_DEBUGGER.test(reader.prompt);
  return text.replace(keepsBlanks || endsInEmptyLine(text) ? /\n$/ : /\n+$/, '');
}

/** Several lines go as one where a shell would show a prompt, and its line editor draw, between them. */
function unmarked(delivery: Delivery, commandLine: string): Uint8Array {
  const {reader, bracketedPaste} = delivery;
  const mayBeMisread = KSH.test(reader?.program ?? '') && isMisread(commandLine);
  const isOne = !mayBeMisread && !/\n(?!$)/.test(commandLine);
  if (bracketedPaste || !reader) return typed(delivery, commandLine);
  const longestLine = mayBeBusybox(reader) ? longestLineOf(commandLine) : 0;
  if (longestLine >= LONGEST_EDITED) throw tooLongToBeEdited(longestLine);
  if (reader.carried || isOne) return typed(delivery, commandLine);
  const line = POSIX_LIKE.test(reader.program) ? escapedLine(commandLine) : null;
  const longest = reader.canonical ? LONGEST_CANONICAL : LONGEST_EDITED;
  const isTaken = line !== null && Buffer.byteLength(line) < longest;
  if (mayBeMisread && !isTaken) throw tooLongToBeEdited(Buffer.byteLength(line ?? commandLine));
  return typed(delivery, isTaken ? line : commandLine);
}

function unkeyed(delivery: Delivery, commandLine: string, sizeBytes: number): Delivered {
  switch (delivery.family) {
    case 'bash':
      // Read from a file it is not subject to history expansion, nor to the tty's limit.
      // Several lines would be several commands where there is no line editor.
      if (delivery.nestedShell && commandLine.includes('\n')) return unnamed(typedEscaped(delivery, commandLine));
      if (!delivery.nestedShell && isForFile(commandLine, sizeBytes)) {
        // A shell without the builtin `.` (`enable -n .`) has read nothing, and says no id. `$?` is what it would be without it, no trace (`set -x`) shows it, and
        // `set -e` (errexit) ends nothing.
        const id = `__cotty_id=${quoteForPosix(delivery.commandId)} __cotty_named=1$(exit $?)`;
        const line = `{ ${id} && :; } 2>/dev/null; ${commandLine}`;
        return {bytes: sourced(delivery, line), named: false, sourced: true};
      }
      return unnamed(quotedTyping(delivery, commandLine));
    case 'zsh':
      if (!delivery.nestedShell && (!isPlain(commandLine, sizeBytes) || HISTORY_SIGNS.test(commandLine)))
        return unnamed(sourced(delivery, commandLine));
      return unnamed(typed(delivery, commandLine));
    case 'fish':
      return unnamed(typed(delivery, PLAIN_WORD_LAST.test(commandLine) ? `${commandLine} ` : commandLine));
    case 'posix':
      if (isPlain(commandLine, sizeBytes) && !isForPosixFile(delivery, commandLine))
        return unnamed(typed(delivery, commandLine));
      if (delivery.nestedShell) return unnamed(typedEscaped(delivery, commandLine));
      return {bytes: sourcedBehindId(delivery, commandLine), named: false, sourced: true};
    case 'other':
      return unnamed(typed(delivery, commandLine));
    default:
      return delivery.family satisfies never;
  }
}

/**
 * Bytes that ask a shell that reads where it stands; bash also gives back what stood on the line before a command was delivered. Null for
 * a family whose script binds no such key.
 */
export function restoreStashedLine(shell: Pick<Delivery, 'family' | 'csiU'>): Uint8Array | null {
  return shell.family in ASKING_KEYS ? encode(keyed([RESTORE_KEY], shell)) : null;
}

/**
 * Bytes that have a shell which tells its line (`B;key=2`) say what stands on it, by `OSC 133;Y;line=…`. Writes the command file
 * when the question goes that way, so call it right before the bytes are written. Null for a family that cannot be asked.
 */
export function askForLine(
  shell: Pick<Delivery, 'family' | 'nestedShell' | 'takesEscape' | 'specialCharacters' | 'csiU' | 'file'>,
): Uint8Array | null {
  const {family, nestedShell, takesEscape, file} = shell;
  const asking = ASKING_KEYS[family];
  if (asking === undefined) return null;
  const keys = `${family === 'bash' && takesEscape ? passing(LEAVE_REPLACE, shell) : ''}${keyed(asking, shell)}`;
  if (nestedShell) return encode(`${keys}${escaped(`${QUESTION}\n`)}${END_OF_LINE[family] ?? ''}`);
  file.write(told(family, QUESTION, ''));
  return encode(keys);
}

/**
 * Bytes that have a shell which tells its line take our marks, keys and functions out of itself; it says so by `OSC 133;Y;left=1`. Writes
 * the command file when that goes that way. Null for a family that cannot.
 */
export function leaveShell(shell: Pick<Delivery, 'family' | 'nestedShell' | 'csiU' | 'file'>): Uint8Array | null {
  const {family, nestedShell, file} = shell;
  const path = leavingScriptFor(family);
  if (path === undefined) return null;
  const script = withoutComments(readFileSync(path, 'utf8'));
  const keys = keyed(family === 'bash' ? [TAKE_KEY] : family === 'fish' ? [CANCEL_KEY, LINE_KEY] : [LINE_KEY], shell);
  const behind = family === 'bash' ? keyed([EXPAND_KEY], shell) : '';
  if (nestedShell) return encode(`${keys}${escaped(`${LEAVE}\n${script}`)}${END_OF_LINE[family] ?? ''}${behind}`);
  file.write(told(family, LEAVE, script));
  return encode(`${keys}${behind}`);
}

/**
 * Bytes that have a bash which says that it swallows its next line (`Y;swallows=1`) read an empty one first; what stands on its line comes back
 * at the prompt behind that. Writes the command file when that goes that way. Null for other families.
 */
export function spareLine(shell: Pick<Delivery, 'family' | 'nestedShell' | 'csiU' | 'file'>): Uint8Array | null {
  const {family, nestedShell, file} = shell;
  if (family !== 'bash') return null;
  const keys = keyed([LINE_KEY], shell);
  if (nestedShell) return encode(`${keys}${escaped(`${SPARE}\n`)}${END_OF_LINE[family] ?? ''}`);
  file.write(told(family, SPARE, ''));
  return encode(keys);
}

const ASKING_KEYS: Readonly<Partial<Record<ShellFamily, readonly PrivateKey[]>>> = {
  bash: [TAKE_KEY],
  zsh: [LINE_KEY],
  fish: [EXPAND_KEY, LINE_KEY],
};

/**
 * `CSI n ~` stands for function keys, and fish 4 throws away those whose number it does not know. `CSI n u` stands for any character
 * (fixterms; the kitty keyboard protocol): ours are in plane 16, where nothing is assigned.
 */
function keyed(keys: readonly PrivateKey[], {csiU}: Pick<Delivery, 'csiU'>): string {
  return keys.map(key => (csiU ? `\x1b[104${key}u` : `\x1b[${key}~`)).join('');
}

function unnamed(bytes: Uint8Array): Delivered {
  return {bytes, named: false};
}

function isForFile(commandLine: string, sizeBytes: number): boolean {
  return HISTORY_SIGNS.test(commandLine) || commandLine.includes('\n') || sizeBytes >= LONGEST_CANONICAL;
}

/** One line that every tty takes as it is. */
function isPlain(commandLine: string, sizeBytes: number): boolean {
  return sizeBytes < LONGEST_TYPED && !CONTROL.test(commandLine);
}

/**
 * The key that makes the line editor take the command and accept it in one act: id and line from the command file, or from what
 * follows on the tty.
 */
function byKey(delivery: Delivery, commandLine: string): Delivered {
  const {commandId, family} = delivery;
  const keys = `${wayOut(delivery)}${keyed([LINE_KEY], delivery)}`;
  if (delivery.nestedShell) {
    const content = escaped(`${commandId}\n${commandLine}`);
    return {bytes: encode(`${keys}${content}${END_OF_LINE[family] ?? ''}`), named: true};
  }
  delivery.file.write(told(family, commandId, commandLine));
  return {bytes: encode(keys), named: true};
}

/** What has the line editor's keys on a line that somebody has typed on gets nothing of the key for the line: a search, a question, a list. */
function wayOut(delivery: Delivery): string {
  const {family, lineDirty, takesEscape} = delivery;
  if (family === 'fish') return keyed([CANCEL_KEY], delivery);
  if (!lineDirty) return '';
  if (family === 'bash') return passing(takesEscape ? `${ABORT}${LEAVE_REPLACE}` : ABORT, delivery);
  return takesEscape ? ESCAPE : '';
}

/** Nothing, where the tty would take one of the keys for itself: an interrupt drops the line. In a search or a question our key is not known then, and nothing runs. */
function passing(keys: string, {specialCharacters}: Pick<Delivery, 'specialCharacters'>): string {
  return specialCharacters?.().some(code => keys.includes(String.fromCharCode(code))) ? '' : keys;
}

/** What the command file holds: bash executes it. */
function told(family: ShellFamily, id: string, commandLine: string): string {
  return family === 'bash'
    ? `__cotty_told=${quoteForPosix(id)} __cotty_text=${quoteForPosix(commandLine)}\n`
    : `${id}\n${commandLine}`;
}

/** The shell reads the command from the file, as a script. A word with a backslash is no alias. */
function sourced(delivery: Delivery, commandLine: string): Uint8Array {
  delivery.file.write(`${commandLine}\n`);
  return typed(delivery, `\\. ${quoteForPosix(delivery.file.path)}`);
}

/**
 * A POSIX shell that cannot open the file (`ulimit -n`) says the end of `.` all the same. It reads another one before, which has its next
 * prompt say the id, as long as that is of the same cycle; at the first that it cannot open it throws the line away. `$?`, and the numbers of
 * the command's lines, are what they would be without it, and `set -e` (errexit) ends nothing. What a shell says of a file's lines has the
 * file's name in it: all but ksh93, which names the file then too, evaluate them. A `return` ends the file alone in either way. A line that may have
 * set the prompt anew is followed by what puts the marks around it again.
 */
function sourcedBehindId(delivery: Delivery, commandLine: string): Uint8Array {
  const {file, commandId} = delivery;
  // In braces the trace (`set -x`) goes to nowhere.
  const setId = `{ __cotty_was=$? __cotty_id=$__cotty_n:${quoteForPosix(commandId)}`;
  const evaluated = quoteForPosix(file.evaluated.path);
  const isWrapped = maySetPrompt(commandLine);
  // A shell that was started by an older version has nothing to wrap with.
  const choose = isWrapped
    ? `${evaluated}; case \${__cotty_before-} in '') __cotty_wrap() { return "$?"; } ;; esac`
    : `${evaluated}; case \${KSH_VERSION-} in Version*) __cotty_file=${quoteForPosix(file.path)} ;; esac`;
  file.before.write(
    `${setId}; __cotty_as_before() { return "$__cotty_was"; }; __cotty_file=${choose}; } 2>/dev/null\n`,
  );
  file.evaluated.write(`\\eval ${quoteForPosix(commandLine)}\n${isWrapped ? '{ __cotty_wrap; } 2>/dev/null\n' : ''}`);
  file.write(`${commandLine}\n`);
  return typed(delivery, `\\. ${quoteForPosix(file.before.path)}; __cotty_as_before && :; \\. "$__cotty_file"`);
}

/** For `printf %b`: no control character and no backslash but those of `\0ooo`. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f\\]/g,
    character => `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

/** bash before 4.3, or without line editor: each control character is quoted with Ctrl-V, so that newlines stay inside one line. */
function quotedTyping(delivery: Delivery, commandLine: string): Uint8Array {
  const clear = delivery.lineDirty ? `${END_OF_LINE_KEY}${KILL_LINE}` : '';
  return encode(`${clear}${commandLine.replace(/\p{Cc}/gu, control => `\x16${control}`)}\r`);
}

/** A nested POSIX shell has no file to read the lines from; what takes its one line may be an editor with a limit of its own. */
function typedEscaped(delivery: Delivery, commandLine: string): Uint8Array {
  const line = escapedLine(commandLine);
  const sizeBytes = Buffer.byteLength(line);
  if (sizeBytes >= LONGEST_EDITED) throw tooLongToBeEdited(sizeBytes);
  return typed(delivery, line);
}

/** By its name, or since on a far side, or behind the name `sh`, a line editor that knows no pastes may be anybody's. */
function mayBeBusybox({program, carried, canonical}: Pick<LineReader, 'program' | 'carried' | 'canonical'>): boolean {
  return carried || /^-?(?:busybox|toybox|ash|hush)$/.test(program) || (!canonical && /^-?sh$/.test(program));
}

function tooLongToBeEdited(sizeBytes: number): CottyError {
  return new CottyError(
    'too_large',
    `The command takes ${sizeBytes} bytes; not every POSIX shell takes more than ${LONGEST_EDITED}.`,
    'Write it to a script file and run that.',
  );
}

function escapedLine(commandLine: string): string {
  return `eval "$(printf %b ${quoteForPosix(inAscii(escaped(commandLine)))})"`;
}

/** ksh93 puts more than some 80 bytes in another order, when some of them are not ASCII and all come at once. */
function isMisread(commandLine: string): boolean {
  return NOT_ASCII.test(commandLine) && Buffer.byteLength(commandLine) > SURELY_READ;
}

function isForPosixFile(delivery: Delivery, commandLine: string): boolean {
  if (!delivery.nestedShell && maySetPrompt(commandLine)) return true;
  return isMisread(commandLine) && canBeEscaped(delivery, commandLine);
}

/** The session's own shell reads it from the file. */
function canBeEscaped({nestedShell}: Delivery, commandLine: string): boolean {
  return !nestedShell || Buffer.byteLength(escapedLine(commandLine)) < LONGEST_EDITED;
}

function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, other =>
    Array.from(Buffer.from(other, 'utf8'), byte => `\\0${byte.toString(8)}`).join(''),
  );
}

/** Makes the bytes of a line for what has no line editor we know of: typed as a person would, line by line. */
export function typed(
  delivery: Pick<Delivery, 'family' | 'bracketedPaste' | 'lineDirty'>,
  commandLine: string,
): Uint8Array {
  const longest = longestLineOf(commandLine);
  if (delivery.family === 'posix' && longest >= LONGEST_CANONICAL)
    throw new CottyError(
      'too_large',
      `A line of ${longest} bytes is more than this tty takes (${LONGEST_CANONICAL}).`,
      'Write it to a script file and run that.',
    );
  const clear = !delivery.lineDirty ? '' : delivery.family === 'posix' ? KILL_ANY : `${END_OF_LINE_KEY}${KILL_LINE}`;
  // A POSIX shell has no line editor: if the mode is on, a killed program left it.
  if (delivery.bracketedPaste && delivery.family !== 'posix')
    return encode(`${clear}${PASTE_START}${commandLine}${PASTE_END}\r`);
  return encode(`${clear}${commandLine.replaceAll('\n', '\r')}\r`);
}

/** In bytes. */
function longestLineOf(commandLine: string): number {
  return commandLine.split('\n').reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
}

function encode(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
