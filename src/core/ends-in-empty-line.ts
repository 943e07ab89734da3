/** The line needs the empty one at its end: it ends a here-document without a word (`cat <<''`). */
export function endsInEmptyLine(commandLine: string): boolean {
  return /<<-?[ \t]*(?:''|"")/.test(commandLine) && commandLine.endsWith('\n');
}
