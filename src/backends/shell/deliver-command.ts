import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {CottyError, isCottyError, type NestedShell, type ShellFamily} from '../../core/index.ts';
import {writePrivateFile} from '../../private/index.ts';
import {quoteForPosix} from './shell-start.ts';

export interface Delivery {
  readonly family: ShellFamily;
  readonly commandLine: string;
  /** Bracketed paste is on at this prompt. */
  readonly bracketedPaste: boolean;
  /** Somebody has typed on this prompt line already. */
  readonly lineDirty: boolean;
  /** The prompt belongs to our integrated shell, or to one inside of it that was given marks. */
  readonly integrated: boolean;
  /** It is such a nested shell. It reads no file of ours. */
  readonly nestedShell?: Pick<NestedShell, 'takesKey'> | undefined;
  /** The session's own directory, as given to `prepareShell`. */
  readonly sessionDirectory: string;
}

/** Longest command line that is delivered, in UTF-8 bytes. */
const LONGEST = 256 * 1024;
/** Longest line that a bash line editor gets as a paste rather than through the command file, in UTF-8 bytes. */
const LONGEST_PASTE = 4096;
/** Longest line a tty in canonical mode takes (Linux N_TTY_BUF_SIZE; macOS MAX_CANON), in bytes with the newline. */
const LONGEST_CANONICAL = process.platform === 'darwin' ? 1024 : 4096;

/** busybox cuts longer lines (FEATURE_EDITING_MAX_LEN, 1024 by default). */
const LONGEST_EDITED = 1000;
/** Longest line that a shell without line editor gets typed; all ttys take this much. */
const LONGEST_TYPED = 512;
const CONTROL = /\p{Cc}/u;

/** Private keys, bound by our scripts; no keyboard sends them. */
const LINE_KEY = '\x1b[9001~';
/** Gets bash out of an incremental search or a question about completions, where the private key would not be known. */
const ABORT = '\x07';
const RESTORE_KEY = '\x1b[9002~';
/** Behind a line that follows the key. bash reads byte by byte only up to something else than a line feed; zsh has the tty take line feeds and carriage returns for each other. */
const END_OF_LINE: Readonly<Partial<Record<ShellFamily, string>>> = {bash: '\x07', zsh: '\r', fish: '\n'};
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
const KILL_LINE = '\x15';

/**
 * Makes the bytes that bring a command line to the shell unchanged and submit it. Writes the command file when the line
 * goes that way, so call it right before the bytes are written.
 * @throws CottyError `invalid_argument` for a NUL, `too_large` beyond 256 KiB (or the tty's own limit where the shell has no
 * line editor).
 */
export function deliverCommand(delivery: Delivery): Uint8Array {
  const commandLine = delivery.commandLine.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const sizeBytes = Buffer.byteLength(commandLine);
  if (commandLine.includes('\0'))
    throw new CottyError(
      'invalid_argument',
      'The command contains a NUL byte.',
      "Remove it, or have the shell make it: printf '\\0'.",
    );
  if (sizeBytes > LONGEST)
    throw new CottyError(
      'too_large',
      `The command is ${sizeBytes} bytes; the limit is ${LONGEST}.`,
      'Write it to a script file and run that.',
    );
  if (!delivery.integrated) return typed(delivery, commandLine);
  switch (delivery.family) {
    case 'bash':
      // A shell that has switched bracketed paste on is never one of the old ones.
      if (canPaste(delivery, commandLine, sizeBytes)) return encode(`${PASTE_START}${commandLine}${PASTE_END}\r`);
      if (isTypedOnly(delivery)) return quotedTyping(delivery, commandLine);
      return encode(`${delivery.lineDirty ? ABORT : ''}${lineKey(delivery, commandLine)}\r`);
    case 'zsh':
    case 'fish':
      return encode(lineKey(delivery, commandLine));
    case 'posix':
      if (sizeBytes < LONGEST_TYPED && !CONTROL.test(commandLine)) return typed(delivery, commandLine);
      if (delivery.nestedShell) return typedEscaped(delivery, commandLine);
      writeCommandFile(delivery, `${commandLine}\n`);
      return typed(delivery, `. ${quoteForPosix(join(delivery.sessionDirectory, 'shell', 'command'))}`);
    case 'other':
      return typed(delivery, commandLine);
    default:
      return delivery.family satisfies never;
  }
}

/** Bytes that give back what stood on the line before a command was delivered (bash only; a no-op when nothing did). */
export function restoreStashedLine(): Uint8Array {
  return encode(RESTORE_KEY);
}

/** True when bash's own paste takes the text as it is: nothing that history expansion or the tty would change. */
function canPaste(delivery: Delivery, commandLine: string, sizeBytes: number): boolean {
  if (!delivery.bracketedPaste || delivery.lineDirty || sizeBytes > LONGEST_PASTE) return false;
  return !/[!\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(commandLine) && !commandLine.startsWith('^');
}

/** A bash that cannot bind our key. */
function isTypedOnly(delivery: Delivery): boolean {
  if (delivery.nestedShell) return !delivery.nestedShell.takesKey;
  return existsSync(join(delivery.sessionDirectory, 'shell', 'typed'));
}

/** The key that makes the line editor take the command line: from the command file, or from what follows on the tty. */
function lineKey(delivery: Delivery, commandLine: string): string {
  if (delivery.nestedShell) return `${LINE_KEY}${escaped(commandLine)}${END_OF_LINE[delivery.family] ?? ''}`;
  writeCommandFile(delivery, commandLine);
  return LINE_KEY;
}

/** For `printf %b`: no control character and no backslash but those of `\0ooo`. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f\\]/g,
    character => `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

function writeCommandFile(delivery: Delivery, commandLine: string): void {
  const path = join(delivery.sessionDirectory, 'shell', 'command');
  try {
    writePrivateFile(path, commandLine);
  } catch (cause) {
    if (isCottyError(cause)) throw cause;
    const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
    throw isFull
      ? new CottyError('disk_full', `No space left for ${path}.`, 'Free some space, then run it again.', {cause})
      : new CottyError('home_unwritable', `Cannot write ${path}.`, 'Check COTTY_HOME and its permissions.', {cause});
  }
}

/** bash before 4.3: each control character is quoted with Ctrl-V, so that newlines stay inside one line. */
function quotedTyping(delivery: Delivery, commandLine: string): Uint8Array {
  const clear = delivery.lineDirty ? '\x05\x15' : '';
  return encode(`${clear}${commandLine.replace(/\p{Cc}/gu, control => `\x16${control}`)}\r`);
}

/** A nested POSIX shell has no file to read the lines from; what takes its one line may be an editor with a limit of its own. */
function typedEscaped(delivery: Delivery, commandLine: string): Uint8Array {
  const line = `eval "$(printf %b ${quoteForPosix(escaped(commandLine))})"`;
  const sizeBytes = Buffer.byteLength(line);
  if (sizeBytes >= LONGEST_EDITED)
    throw new CottyError(
      'too_large',
      `The command takes ${sizeBytes} bytes; not every POSIX shell takes more than ${LONGEST_EDITED}.`,
      'Write it to a script file and run that.',
    );
  return typed(delivery, line);
}

/** No line editor we know of: typed as a person would, line by line. */
function typed(delivery: Delivery, commandLine: string): Uint8Array {
  const longest = commandLine.split('\n').reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
  if (delivery.family === 'posix' && longest >= LONGEST_CANONICAL)
    throw new CottyError(
      'too_large',
      `A line of ${longest} bytes is more than this tty takes (${LONGEST_CANONICAL}).`,
      'Write it to a script file and run that.',
    );
  // A POSIX shell has no line editor: if the mode is on, a killed program left it.
  if (delivery.bracketedPaste && delivery.family !== 'posix')
    return encode(`${PASTE_START}${commandLine}${PASTE_END}\r`);
  return encode(`${delivery.lineDirty ? KILL_LINE : ''}${commandLine.replaceAll('\n', '\r')}\r`);
}

function encode(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
