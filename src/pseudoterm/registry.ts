import type {AnyBuiltin} from './command.ts';
import {coreCommands} from './commands/core-commands.ts';
import {type Completion, completeLine} from './protocol/complete-line.ts';
import {readsStdin} from './protocol/reads-stdin.ts';
import {type RunOptions, runLine} from './run-line.ts';
import type {FinishedRun, RunHost, RunRequest} from './run-protocol.ts';

export interface PseudoTerminalOptions {
  /** Beside `hello`, `help`, `text …`, `json …`, `hash` and `archive …`. One of the same name takes its place. */
  readonly commands?: readonly AnyBuiltin[];
}

/** A closed set of builtins and the one way to run them. Nothing is added after it is made. */
export interface PseudoTerminal {
  /** Sorted by name. */
  readonly builtins: readonly AnyBuiltin[];
  /** Never rejects: what is refused or breaks is a result with an `error_code`. */
  run(request: RunRequest, host: RunHost, options?: RunOptions): Promise<FinishedRun>;
  complete(line: string): Completion;
  /** Whether this line would read stdin. */
  readsStdin(line: string): boolean;
}

/** Checks the declarations and closes the set. Throws `TypeError` for a declaration that cannot work. */
export function createPseudoTerminal(options: PseudoTerminalOptions = {}): PseudoTerminal {
  const own = options.commands ?? [];
  const taken = new Set(own.map(builtin => builtin.name));
  const builtins = [...coreCommands.filter(builtin => !taken.has(builtin.name)), ...own].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const builtin of builtins) checkDeclaration(builtin);
  if (taken.size < own.length) throw new TypeError('Two commands have the same name.');
  Object.freeze(builtins);
  return {
    builtins,
    run: (request, host, runOptions) => runLine(builtins, request, host, runOptions),
    complete: line => completeLine(line, builtins),
    readsStdin: line => readsStdin(line, builtins),
  };
}

function checkDeclaration(builtin: AnyBuiltin): void {
  const problem = problemOf(builtin);
  if (problem) throw new TypeError(`The command "${builtin.name}" ${problem}.`);
}

function problemOf(builtin: AnyBuiltin): string | undefined {
  if (!/^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?$/.test(builtin.name)) return 'needs a name of one or two plain words';
  for (const [name, spec] of Object.entries(builtin.flags ?? {})) {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return `has a flag "${name}" that cannot be typed`;
    if (name === 'help') return 'cannot have a flag --help, every command has it';
    if (spec.type === 'choice' && spec.choices.length === 0) return `gives --${name} no choices`;
  }
  const positionals = Object.values(builtin.positionals ?? {});
  if (positionals.slice(0, -1).some(spec => spec.variadic)) return 'gathers words before its last positional';
  return undefined;
}
