import {basename} from 'node:path';
import type {TerminalFacts} from '../../core/index.ts';

/** Somebody has given the session a name; without one it is called after its shell. */
export function isNamed({name, argv: [program = '']}: Pick<TerminalFacts, 'name' | 'argv'>): boolean {
  return name !== '' && name !== basename(program);
}
