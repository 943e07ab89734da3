import type {CottyError} from '../../core/index.ts';
import {errorForPeople} from '../words-for-people.ts';
import type {Output} from './output.ts';
import type {DefinedVerb} from './verb.ts';

/** Says on stderr what went wrong with a verb and what to do: `cotty: message` and a hint below it. Gives it as a value to programs. */
export function tellError(
  error: CottyError,
  {output, verb}: {readonly output: Output; readonly verb?: DefinedVerb},
): void {
  const told = errorForPeople(error, verb);
  if (output.isJson) output.value({error: told.toJSON()});
  output.complain(`cotty: ${told.message}`);
  if (told.hint !== '') output.complain(`  ${told.hint}`);
}
