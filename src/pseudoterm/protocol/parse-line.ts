/** From words to a builtin with typed arguments. The normative text is docs/spec/pseudoterm.md, section 3. */
import {nearest} from '../../core/index.ts';
import type {AnyBuiltin, ArgumentSpec, ArgumentValue, PositionalSpec} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import {usageLine} from './help-text.ts';
import {splitWords, type Word} from './split-words.ts';

/** Of a word that names nothing. */
const LONGEST_SHOWN = 100;

export interface ParsedLine {
  readonly builtin: AnyBuiltin;
  readonly flags: Readonly<Record<string, ArgumentValue>>;
  readonly positionals: Readonly<Record<string, ArgumentValue>>;
  /** `--help` was given: show help instead of running. */
  readonly wantsHelp: boolean;
}

/** Throws `MultipleCommands`, `ShellSyntax`, `UnknownCommand`, `InvalidArguments` or `LimitExceeded`. */
export function parseLine(line: string, builtins: readonly AnyBuiltin[]): ParsedLine {
  const words = splitWords(line);
  const {builtin, rest} = findBuiltin(words, builtins);
  const {flags, others, wantsHelp} = readFlags(builtin, rest);
  if (wantsHelp) return {builtin, flags: {}, positionals: {}, wantsHelp};
  const positionals = readPositionals(builtin, others);
  return {builtin, flags: withDefaults(builtin, flags), positionals, wantsHelp};
}

/** The longest name that the line begins with wins. */
function findBuiltin(words: readonly Word[], builtins: readonly AnyBuiltin[]) {
  const [first, second] = words;
  if (!first) throw new PseudoError('InvalidArguments', 'The line is empty. Try: help');
  const one = first.text;
  const two = second && !second.isQuoted ? `${one} ${second.text}` : one;
  for (const [name, length] of [
    [two, 2],
    [one, 1],
  ] as const) {
    // A quoted word with a blank in it is one word, so it names nothing.
    const builtin = one.includes(' ') ? undefined : builtins.find(candidate => candidate.name === name);
    if (builtin) return {builtin, rest: words.slice(name === one ? 1 : length)};
  }
  throw unknown(one, two, builtins);
}

function unknown(one: string, two: string, builtins: readonly AnyBuiltin[]): PseudoError {
  const names = builtins.map(builtin => builtin.name);
  const group = names.filter(name => name.startsWith(`${one} `));
  const [lowerOne, lowerTwo] = [one.toLowerCase(), two.toLowerCase()];
  const guess = nearest(lowerTwo, names) ?? nearest(lowerOne, names) ?? nearestGroup(lowerOne, names);
  if (group.length > 0 && (two === one || two.startsWith(`${one} -`)))
    return new PseudoError('UnknownCommand', `"${one}" needs a second word: ${group.join(', ')}.`);
  const hint = guess ? `Did you mean "${guess}"?` : `Known: ${group.length > 0 ? group.join(', ') : 'see "help"'}.`;
  return new PseudoError('UnknownCommand', `There is no command "${shortened(group.length > 0 ? two : one)}". ${hint}`);
}

function shortened(word: string): string {
  return word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN)}…` : word;
}

function nearestGroup(word: string, names: readonly string[]): string | undefined {
  const group = nearest(word, [...new Set(names.map(name => name.split(' ')[0] ?? name))]);
  return group && names.find(name => name.startsWith(`${group} `));
}

function readFlags(builtin: AnyBuiltin, words: readonly Word[]) {
  const flags: Record<string, ArgumentValue> = {};
  const others: Word[] = [];
  let wantsHelp = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word) break;
    if (word.isQuoted || !/^-[-A-Za-z]/.test(word.text)) {
      others.push(word);
      continue;
    }
    if (word.text === '--') {
      others.push(...words.slice(i + 1));
      break;
    }
    if (!word.text.startsWith('--')) throw invalid(builtin, `flags have two dashes, so "${word.text}" is none`);
    const equals = word.text.indexOf('=');
    const name = word.text.slice(2, equals < 0 ? undefined : equals);
    if (name === 'help') wantsHelp = true;
    else {
      const spec = ownSpec(builtin, name);
      if (Object.hasOwn(flags, name)) throw invalid(builtin, `--${name} is given twice`);
      let text = equals < 0 ? undefined : word.text.slice(equals + 1);
      if (text === undefined && spec.type !== 'boolean') {
        const next = words[i + 1];
        if (next && (next.isQuoted || !/^--/.test(next.text))) {
          text = next.text;
          i++;
        }
      }
      flags[name] = readValue(builtin, `--${name}`, spec, text);
    }
  }
  return {flags, others, wantsHelp};
}

function ownSpec(builtin: AnyBuiltin, name: string): ArgumentSpec {
  const specs = builtin.flags ?? {};
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec) return spec;
  const guess = nearest(name, Object.keys(specs));
  throw invalid(builtin, `there is no flag --${name}${guess ? `; did you mean --${guess}?` : ''}`);
}

function readPositionals(builtin: AnyBuiltin, words: readonly Word[]): Readonly<Record<string, ArgumentValue>> {
  const specs = Object.entries(builtin.positionals ?? {});
  const values: Record<string, ArgumentValue> = {};
  let next = 0;
  for (const [name, spec] of specs) {
    const given = spec.variadic ? words.slice(next) : words.slice(next, next + 1);
    next += given.length;
    if (given.length === 0 && spec.required) throw invalid(builtin, `${name} is missing`);
    const read = given.map(word => readValue(builtin, name, spec, word.text));
    values[name] = spec.variadic ? read.flatMap(value => value ?? []) : (read[0] ?? spec.default);
  }
  const extra = words[next];
  if (extra) throw invalid(builtin, `"${extra.text}" is one word too many`);
  return values;
}

function readValue(builtin: AnyBuiltin, name: string, spec: ArgumentSpec | PositionalSpec, text: string | undefined) {
  if (spec.type === 'boolean') {
    if (text === undefined || text === 'true') return true;
    if (text === 'false') return false;
    throw invalid(builtin, `${name} takes no value but =true or =false`);
  }
  if (text === undefined) throw invalid(builtin, `${name} needs a value`);
  switch (spec.type) {
    case 'string':
      return text;
    case 'path':
      if (text === '') throw invalid(builtin, `${name} needs a path`);
      return text;
    case 'int': {
      const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isNaN(number)) throw invalid(builtin, `${name} needs a whole number, not "${text}"`);
      if (number < (spec.min ?? -Infinity)) throw invalid(builtin, `${name} must be at least ${spec.min}`);
      if (number > (spec.max ?? Infinity)) throw invalid(builtin, `${name} must be at most ${spec.max}`);
      return number;
    }
    case 'choice': {
      if (spec.choices.includes(text)) return text;
      const guess = nearest(text, spec.choices);
      const known = guess ? `did you mean "${guess}"?` : `one of ${spec.choices.join(', ')}`;
      throw invalid(builtin, `${name} cannot be "${text}"; ${known}`);
    }
    default:
      return spec satisfies never;
  }
}

function withDefaults(builtin: AnyBuiltin, given: Readonly<Record<string, ArgumentValue>>) {
  const flags: Record<string, ArgumentValue> = {};
  for (const [name, spec] of Object.entries(builtin.flags ?? {})) {
    flags[name] = given[name] ?? spec.default ?? (spec.type === 'boolean' ? false : undefined);
    if (flags[name] === undefined && spec.required) throw invalid(builtin, `--${name} is missing`);
  }
  return flags;
}

function invalid(builtin: AnyBuiltin, problem: string): PseudoError {
  return new PseudoError(
    'InvalidArguments',
    `${builtin.name}: ${problem}${problem.endsWith('?') ? '' : '.'}\nUsage: ${usageLine(builtin)}`,
  );
}
