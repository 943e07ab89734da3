import {parseArgs} from 'node:util';
import {CottyError, nearest, quoteWords} from '../../core/index.ts';
import type {AnyVerbCall, DefinedVerb, OptionSpec, OptionSpecs, OptionValue} from './verb.ts';

/** The options of a verb, its own and those of all. */
export function optionsOf({options, hasNoValue}: Pick<DefinedVerb, 'options' | 'hasNoValue'>): OptionSpecs {
  return {...options, ...(!hasNoValue && {json}), help};
}

const json: OptionSpec = {type: 'boolean', about: 'print the typed value as JSON'};
const help: OptionSpec = {type: 'boolean', short: 'h', about: 'show this help'};

export type ParsedWords = Pick<AnyVerbCall, 'options' | 'words' | 'rest'> & {
  readonly json: boolean;
  readonly help: boolean;
};

/** Reads the words after the verb. Throws `invalid_argument` naming the nearest option or the usage. */
export function parseWords(verb: DefinedVerb, argv: readonly string[]): ParsedWords {
  const specs = optionsOf(verb);
  const separator = argv.indexOf('--');
  const rest = separator < 0 ? undefined : argv.slice(separator + 1);
  const {tokens} = parseArgs({
    args: separator < 0 ? [...argv] : argv.slice(0, separator),
    options: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, parserOption(spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options: Record<string, OptionValue> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (verb.rest && rest === undefined && words.length >= verb.words[1])
        throw separatorMissing(verb, argv, token.index);
      words.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const spec = specs[token.name];
    const denied = spec ? undefined : deniedOption(token, specs);
    if (denied !== undefined) {
      options[denied] = false;
      continue;
    }
    if (!spec) throw unknownOption(verb, token.rawName, Object.keys(specs));
    options[token.name] = readOption(verb, token.name, spec, token.value, options[token.name]);
  }
  const {json, help, ...own} = options;
  if (help !== true) checkWordCount(verb, words);
  return {options: own, words, rest, json: json === true, help: help === true};
}

/** `--no-x` for an option that takes no value. */
function deniedOption({name, value}: {readonly name: string; readonly value?: string | undefined}, specs: OptionSpecs) {
  const option = value === undefined && name.startsWith('no-') ? name.slice(3) : '';
  return specs[option]?.type === 'boolean' ? option : undefined;
}

function parserOption(spec: OptionSpec) {
  const type = spec.type === 'boolean' || spec.bare !== undefined ? ('boolean' as const) : ('string' as const);
  return spec.short ? {type, short: spec.short, multiple: true} : {type, multiple: true};
}

function readOption(
  verb: DefinedVerb,
  name: string,
  spec: OptionSpec,
  given: string | undefined,
  before: OptionValue | undefined,
): OptionValue {
  if (spec.type === 'boolean') {
    if (given === undefined || given === 'true') return true;
    if (given === 'false') return false;
    throw usageError(verb, `--${name} takes no value (or =true, =false)`);
  }
  if (given === undefined && spec.bare !== undefined) return spec.bare;
  if (given === undefined) throw usageError(verb, `--${name} needs a value`);
  switch (spec.type) {
    case 'string':
      return given;
    case 'strings':
      return [...(Array.isArray(before) ? before : []), given];
    case 'number': {
      const number = Number(given);
      if (given.trim() === '' || Number.isNaN(number))
        throw usageError(verb, `--${name} needs a number, not "${given}"`);
      return number;
    }
    default:
      return spec.type satisfies never;
  }
}

function checkWordCount(verb: DefinedVerb, words: readonly string[]): void {
  const [fewest, most] = verb.words;
  if (words.length < fewest) throw usageError(verb, `something is missing after "cotty ${verb.name}"`);
  if (words.length > most) throw usageError(verb, `"${words[most]}" is one word too many`);
}

/** The words of a command would be mixed with those of the verb. */
function separatorMissing(verb: DefinedVerb, argv: readonly string[], at: number): CottyError {
  const line = quoteWords(['cotty', verb.name, ...argv.slice(0, at), '--', ...argv.slice(at)]);
  return new CottyError('invalid_argument', 'The command follows after --.', line);
}

function unknownOption(verb: DefinedVerb, rawName: string, known: readonly string[]): CottyError {
  const guess = nearest(rawName.replace(/^-+/, ''), known);
  const hint = guess ? `Did you mean --${guess}?` : `Try: cotty ${verb.name} --help`;
  return new CottyError('invalid_argument', `"cotty ${verb.name}" has no option ${rawName}.`, hint);
}

/** A mistake in how a verb was called, with its usage as the hint. */
export function usageError(verb: Pick<DefinedVerb, 'name' | 'usage'>, problem: string): CottyError {
  return new CottyError('invalid_argument', `${problem}.`, `Usage: cotty ${verb.name} ${verb.usage}`.trimEnd());
}
