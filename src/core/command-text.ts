import {CottyError} from './errors.ts';

/** Bytes. */
const LONGEST = 256 * 1024;

/** Throws `invalid_argument` for a command line with a NUL, `too_large` beyond 256 KiB: no shell is given them, so nobody need be asked about them. */
export function requireDeliverable(commandLine: string): void {
  if (commandLine.includes('\0'))
    throw new CottyError(
      'invalid_argument',
      'The command contains a NUL byte.',
      "Remove it, or have the shell make it: printf '\\0'.",
    );
  const sizeBytes = Buffer.byteLength(commandLine);
  if (sizeBytes > LONGEST)
    throw new CottyError(
      'too_large',
      `The command is ${sizeBytes} bytes; the limit is ${LONGEST}.`,
      'Write it to a script file and run that.',
    );
}

/** What names PS1, or has the shell read or evaluate something that may set it. */
const MAY_SET_PROMPT = /PS1|(?:^|[\s;&|({])(?:\.|eval|source)\s/;

/** By this line a POSIX shell may lose the prompt that says its marks: it gets the line in a way that puts them back. */
export function maySetPrompt(commandLine: string): boolean {
  return MAY_SET_PROMPT.test(commandLine);
}

/** A Python that reads statements: it ends a block at an empty line, as no other REPL does. */
export function isPython(program: string): boolean {
  return /^(?:i?python|pypy)/.test(program);
}

/** The line needs the empty one at its end: it ends a here-document without a word (`cat <<''`). */
export function endsInEmptyLine(commandLine: string): boolean {
  return /<<-?[ \t]*(?:''|"")/.test(commandLine) && commandLine.endsWith('\n');
}
