import type {TerminalFacts} from './terminal-view.ts';

/** Somebody has given the session a name; without one it is called after its shell. */
export function isNamed({name, argv: [program = '']}: Pick<TerminalFacts, 'name' | 'argv'>): boolean {
  return name !== '' && name !== program.slice(program.lastIndexOf('/') + 1);
}
