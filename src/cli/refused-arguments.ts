import {CottyError} from '../core/index.ts';
import {optionHead} from './argv/help-text.ts';
import type {DefinedVerb} from './argv/verb.ts';

/**
 * What a tool says of arguments that it cannot use, said of the options and words they were given by. Undefined for any other
 * error, and where the verb has given the tool something that nobody typed.
 */
export function refusedArguments({code, message, cause}: CottyError, verb: DefinedVerb): CottyError | undefined {
  const [, problems] = (code === 'invalid_argument' && REFUSAL.exec(message)) || [];
  if (problems === undefined) return undefined;
  const refused = problems.split('; ').map(problem => {
    const [, argument = '', reason = ''] = /^(\w+)[^:]*: (.*)$/s.exec(problem) ?? [];
    return {place: placeOf(argument, verb), reason: reasonInWords(reason)};
  });
  const places = refused.flatMap(({place}) => place ?? []);
  if (places.length < refused.length) return undefined;
  const said = refused.map(({reason}, at) => `${places[at]?.name} ${reason}`);
  const takes = [...new Set(places.map(({takes}) => takes))];
  return new CottyError('invalid_argument', `${said.join('; ')}.`, takes.join('; '), {cause});
}

/** As `parseInput` of the tools says it. */
const REFUSAL = /^\w+ was called with arguments it cannot use: (.*)\.$/s;

interface ArgumentPlace {
  /** `--cols`, or `SESSION` as the usage has it. */
  readonly name: string;
  /** What belongs there. */
  readonly takes: string;
}

function placeOf(argument: string, verb: DefinedVerb): ArgumentPlace | undefined {
  const option = argument.replaceAll('_', '-');
  const word = words[argument];
  if (word && new RegExp(`(^|[^-\\w])${word}\\b`).test(verb.usage))
    return {name: word, takes: `Usage: cotty ${verb.name} ${verb.usage}`};
  const name = verb.options[option] ? option : argument === 'session_id' ? 'session' : '';
  const spec = verb.options[name];
  const head = spec && optionHead(name, spec).replace(/^-\w, /, '');
  const takes = spec?.about ? `${head}: ${spec.about}` : `Usage: cotty ${verb.name} ${verb.usage}`;
  return spec && {name: `--${name}`, takes};
}

/** Arguments that verbs take as words, as their usage calls them. */
const words: Readonly<Record<string, string>> = {
  session_id: 'SESSION',
  name: 'NAME',
  keys: 'KEY',
  pattern: 'PATTERN',
  command: 'COMMAND',
};

/** What the check of a schema says (`expected number to be >=1`), as a sentence about what was given. */
function reasonInWords(reason: string): string {
  for (const [pattern, words] of reasons)
    if (pattern.test(reason)) return reason.replace(pattern, words).replaceAll('"|"', ', ').replaceAll('"', '');
  return `cannot be that: ${reason}`;
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^Too small: expected \w+ to have >=1 \w+$/, 'must not be empty'],
  [/^Too small: expected \w+ to have >=(\d+) (\w+)$/, 'must have at least $1 $2'],
  [/^Too big: expected \w+ to have <=(\d+) (\w+)$/, 'must have at most $1 $2'],
  [/^Too small: expected \w+ to be >=(\S+)$/, 'must be at least $1'],
  [/^Too small: expected \w+ to be >(\S+)$/, 'must be more than $1'],
  [/^Too big: expected \w+ to be <=(\S+)$/, 'must be at most $1'],
  [/^Invalid input: expected int\b.*$/, 'must be a whole number'],
  [/^Invalid input: expected (\w+), received undefined$/, 'is missing'],
  [/^Invalid option: expected one of (.*)$/, 'must be one of $1'],
  [/^Invalid input: expected (\w+),.*$/, 'must be a $1'],
];
