import type {Known} from '../shell/argument.ts';
import type {Command, ParsedScript, Statement, Word} from '../shell/parse-shell.ts';

/**
 * `$(basename "$f" .txt)`, `$(echo "$f" | tr A-Z a-z)`: a name below the folder, where the variable holds such names. Null where that is not known.
 * `variable`: what a variable holds.
 */
export function partOfName(
  {commands, errors}: ParsedScript,
  variable: (name: string) => readonly Known[] | null | undefined,
): readonly Known[] | null {
  const [statement] = commands;
  if (!statement || commands.length > 1 || (errors && errors.length > 0)) return null;
  const {command}: Statement = statement;
  const [first, ...filters] = command.type === 'Pipeline' ? command.commands : [command];
  if (first?.type !== 'Command' || !isBare(first)) return null;
  const name = nameGiven(first);
  const values = name === null ? null : variable(name);
  if (!values?.every(({text}) => /^(?:\.\/)?[^/~.-]/.test(text) && !/\/\.|\.\./.test(text))) return null;
  return filters.every(filter => filter.type === 'Command' && changesLetters(filter))
    ? [{text: '*', glob: true}]
    : null;
}

function isBare({prefix, redirects}: Command): boolean {
  return prefix.length === 0 && redirects.length === 0;
}

/** Of the variable whose value, or a part of it, is printed. */
function nameGiven({name, suffix}: Command): string | null {
  const words = suffix.flatMap(word => (word.type === 'Word' ? [word] : []));
  const given = name?.value === 'printf' && words[0]?.text.replace(/['"]/g, '') === '%s' ? words.slice(1) : words;
  const [operand, ending, ...more] = given;
  if (!operand || more.length > 0 || !/^(?:basename|dirname|echo|printf)$/.test(name?.value ?? '')) return null;
  if (ending && (name?.value !== 'basename' || !/^[\w.-]+$/.test(ending.text))) return null;
  return variableOf(operand);
}

function variableOf({text}: Word): string | null {
  return (
    /^(?:"\$\{?([A-Za-z_]\w*)\}?"|\$([A-Za-z_]\w*))$/
      .exec(text)
      ?.slice(1)
      .find(name => name !== undefined) ?? null
  );
}

/** It puts other letters into the name, and neither a slash nor a dot. */
function changesLetters(command: Command): boolean {
  const words = command.suffix.map(word => (word.type === 'Word' ? word.text.replace(/^(['"])(.*)\1$/s, '$2') : '?'));
  if (!isBare(command) || words.length === 0) return false;
  if (command.name?.value === 'tr') return words.every(word => LETTERS.test(word));
  const [script = '', ...more] = words.filter(word => !/^-[Er]$/.test(word));
  return command.name?.value === 'sed' && more.length === 0 && SUBSTITUTION.test(script);
}

const LETTERS = /^(?:-[dsc]{1,3}|A-Z|a-z|0-9|\[A-Z\]|\[a-z\]|\[:\w+:\]|[\w ]+|-)$/;
const SUBSTITUTION = /^s([/|,#])(?:\\.|(?!\1)[^'"$\\`])*\1[\w -]*\1[gI]{0,2}$/;
