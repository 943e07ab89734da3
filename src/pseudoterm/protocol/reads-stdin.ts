import type {AnyBuiltin, ArgumentValue} from '../command.ts';
import {isPseudoError} from '../pseudo-error.ts';
import {type ParsedLine, parseLine} from './parse-line.ts';

/** Whether a line would read stdin: its builtin can, and no file is named in its place. False for a line that is refused. */
export function readsStdin(line: string, builtins: readonly AnyBuiltin[]): boolean {
  try {
    const {builtin, flags, positionals} = parseLine(line, builtins);
    if (!builtin.readsStdin) return false;
    const sources = [flags.in, ...pathsOf(builtin, positionals)].filter(source => source !== undefined);
    return sources.length === 0 || sources.includes('-');
  } catch (error) {
    if (isPseudoError(error)) return false;
    throw error;
  }
}

function pathsOf(builtin: AnyBuiltin, positionals: ParsedLine['positionals']): readonly ArgumentValue[] {
  const names = Object.entries(builtin.positionals ?? {}).filter(([, spec]) => spec.type === 'path');
  return names.flatMap(([name]) => positionals[name]);
}
