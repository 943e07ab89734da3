import type {Span} from '../findings.ts';
import type {Level} from '../level.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import type {ParsedScript} from '../shell/parse-shell.ts';
import {judgeNumber} from './judge-number.ts';
import {knownOutput} from './known-output.ts';
import {holdsTypedOutput, printsTyped, TERMINAL} from './reads-terminal.ts';
import type {Input, Invocation, Scope} from './scope.ts';

/** Whether what is read there is what somebody types. */
export function isTyped(input: Input): boolean {
  if (input.type === 'data') return input.isTyped === true;
  return input.type === 'terminal' || (input.type === 'file' && TERMINAL.test(textOf(input.argument) ?? ''));
}

/** Whether a text is expanded to what was typed. How long something is, is a number. */
export function holdsTyped(text: string, {seen}: Pick<Scope, 'seen'>): boolean {
  if (holdsTypedOutput(text)) return true;
  if (seen.typed.size === 0) return false;
  for (const [, name = ''] of text.matchAll(/\$\{?!?([A-Za-z_]\w*)/g)) if (seen.typed.has(name)) return true;
  return false;
}

/** A variable that is given what was typed holds it too. */
export function noteTyped(name: string, text: string, scope: Scope): void {
  if (holdsTyped(text, scope)) scope.seen.typed.add(name);
}

/** Where the shell takes a word for the name of a variable, a subscript in it is evaluated. */
export function judgeTypedName(text: string, span: Span, scope: Scope): void {
  if (holdsTyped(text, scope))
    scope.findings.add(
      'DANGEROUS',
      'code.evaluated',
      'What is typed is taken for a name: commands may stand in its subscript.',
      span,
    );
}

type EvaluatedWord = Span & Pick<Argument, 'source' | 'values'>;

/** zsh: builtins that take a number evaluate it. */
export function judgeNumbers(words: readonly (EvaluatedWord | undefined)[], scope: Scope): void {
  if (!scope.mayBeZsh) return;
  for (const word of words) if (word && !isNumber(word)) judgeEvaluatedText(word.source, word, scope);
}

function isNumber({values}: Pick<Argument, 'values'>): boolean {
  return values?.every(({text, glob}) => !glob && /^-?[\d.]*$/.test(text)) ?? false;
}

/** What a word becomes is evaluated. */
function judgeEvaluatedText(source: string, span: Span, scope: Scope): void {
  if (holdsTyped(source, scope))
    addEvaluated('DANGEROUS', 'What is typed is evaluated: commands may stand in it.', span, scope);
  else if (/\$\(|`/.test(source)) addEvaluated('CAUTION', 'What a program prints is evaluated.', span, scope);
  // The subscript is judged where it stands.
  else judgeNumber(source.replaceAll(/\$\{(\w+)\[[^\]]*\]\}/g, '$${$1}'), span, scope);
}

function addEvaluated(level: Exclude<Level, 'SAFE'>, message: string, span: Span, {findings}: Scope): void {
  findings.add(level, 'code.evaluated', message, span);
}

/** `$(…)` in arithmetic: what it prints is evaluated there. */
export function judgePrintedNumber(script: ParsedScript | undefined, span: Span, scope: Scope): void {
  if (!script || printsTyped(script))
    addEvaluated('DANGEROUS', 'What is typed is evaluated: commands may stand in it.', span, scope);
  else if (knownOutput(script, scope.cwd, scope.home)?.every(({text, glob}) => !glob && !/[[$`]/.test(text)) !== true)
    addEvaluated('CAUTION', 'What a program prints is evaluated.', span, scope);
}

/** Words of a shell that stand in no table of their own, and evaluate what they are given. */
export function judgeTypedOperands({name, args, scope}: Invocation): void {
  if (name === 'wait') for (const word of args) judgeTypedName(word.source, word, scope);
  if (name === 'repeat') judgeNumbers(args.slice(0, 1), scope);
  if (!/^(?:integer|float)$/.test(name) || !scope.mayBeZsh) return;
  for (const word of args) {
    const [, given, value] = /^(\w+)(?:=(.*))?$/s.exec(word.source) ?? [];
    if (given === undefined) continue;
    if (scope.seen.typed.has(given) || holdsTyped(value ?? '', scope)) judgeNumber(value ?? given, word, scope);
    scope.seen.numbers.add(given);
  }
}

/** A variable that takes numbers evaluates whatever it is given; null: something that stands nowhere in the line. */
export function judgeGivenNumber(name: string, value: Argument | null, span: Span, scope: Scope): void {
  const isOwn = OWN_NUMBERS.test(name) || (scope.mayBeZsh && NUMBERS_OF_ZSH.test(name));
  if (!isOwn && !scope.seen.numbers.has(name)) return;
  if (value && isNumber(value)) return;
  const message = `${name.slice(0, 40)} evaluates what it is given`;
  if (value) judgeEvaluatedText(value.source, span, scope);
  else if (scope.seen.typed.has(name)) addEvaluated('DANGEROUS', `${message}, and that is typed.`, span, scope);
  else addEvaluated('CAUTION', `${message}, and that is not known.`, span, scope);
}

/** Set by the shell, and evaluated where somebody sets them; bash(1). */
const OWN_NUMBERS = /^(?:RANDOM|SRANDOM|OPTIND|HISTCMD)$/;
/** Integers of zshparam(1). */
const NUMBERS_OF_ZSH =
  /^(?:SECONDS|TMOUT|PERIOD|COLUMNS|LINES|HISTSIZE|SAVEHIST|E?UID|E?GID|MAILCHECK|FUNCNEST|KEYTIMEOUT|ERRNO|SHLVL|LISTMAX|TRY_BLOCK_(?:ERROR|INTERRUPT)|LOGCHECK|DIRSTACKSIZE|BAUD)$/;
