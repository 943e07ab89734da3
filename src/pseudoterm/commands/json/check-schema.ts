import {type Schema, type SchemaDraft, Validator} from '@cfworker/json-schema';
import type {JsonValue} from '../../command.ts';
import {PseudoError} from '../../pseudo-error.ts';
import {isObject} from './path/json-node.ts';

interface Problem {
  /** JSON Pointer into the value, `#` for the whole. */
  readonly at: string;
  readonly message: string;
}

/** What does not fit, outermost first. An interpreter: no code is made from the schema. Throws `InvalidArguments` for a broken schema. */
export function checkSchema(value: JsonValue, schema: JsonValue): readonly Problem[] {
  if (typeof schema !== 'boolean' && !isObject(schema))
    throw new PseudoError('InvalidArguments', 'A JSON Schema is an object, true or false.');
  try {
    // A schema is any object: the validator itself tells what makes no sense.
    const validator = new Validator(schema as Schema | boolean, draftOf(schema), false);
    return validator.validate(value).errors.map(error => ({at: error.instanceLocation, message: error.error}));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PseudoError('InvalidArguments', `The schema cannot be used: ${reason}`, null, {cause});
  }
}

function draftOf(schema: JsonValue): SchemaDraft {
  const uri = isObject(schema) && typeof schema.$schema === 'string' ? schema.$schema : '';
  return (
    (['4', '7', '2019-09'] as const).find(draft => uri.includes(draft.length === 1 ? `draft-0${draft}` : draft)) ??
    '2020-12'
  );
}
