/** True for a line, or several, of blanks and comments alone: no shell runs anything of it. */
export function holdsNothing(commandLine: string): boolean {
  return commandLine.split('\n').every(line => /^\s*(?:#.*)?$/.test(line));
}
