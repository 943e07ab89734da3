import type {Span} from '../findings.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import {judgeNumber} from './judge-number.ts';
import type {Input, Invocation, Scope} from './scope.ts';

/** Whether what is read there is what somebody types. */
export function isTyped(input: Input): boolean {
  return input.type === 'terminal' || (input.type === 'file' && TERMINAL.test(textOf(input.argument) ?? ''));
}

const TERMINAL = /^\/(?:dev\/(?:tty|console|stdin|fd\/\d+|pts\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Whether a text is expanded to what was typed. How long something is, is a number. */
export function holdsTyped(text: string, {seen}: Pick<Scope, 'seen'>): boolean {
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

/** zsh: builtins that take a number evaluate it. */
export function judgeTypedNumbers(words: readonly Argument[], scope: Scope): void {
  if (!scope.mayBeZsh || scope.seen.typed.size === 0) return;
  for (const word of words)
    if (holdsTyped(word.source, scope) || scope.seen.typed.has(textOf(word) ?? ''))
      judgeNumber(word.source, word, scope);
}

/** Words of a shell that stand in no table of their own, and evaluate what they are given. */
export function judgeTypedOperands({name, args, scope}: Invocation): void {
  if (name === 'wait') for (const word of args) judgeTypedName(word.source, word, scope);
  if (name === 'repeat') judgeTypedNumbers(args.slice(0, 1), scope);
  if (!/^(?:integer|float)$/.test(name) || !scope.mayBeZsh) return;
  for (const word of args) {
    const [, given, value] = /^(\w+)(?:=(.*))?$/s.exec(word.source) ?? [];
    if (given === undefined) continue;
    if (scope.seen.typed.has(given) || holdsTyped(value ?? '', scope)) judgeNumber(value ?? given, word, scope);
    scope.seen.numbers.add(given);
  }
}

/** A variable that takes numbers evaluates whatever it is given. */
export function judgeGivenNumber(name: string, value: Argument | undefined, span: Span, scope: Scope): void {
  const isDeclared = scope.seen.numbers.has(name) || OWN_NUMBERS.test(name);
  const source = value?.source ?? '';
  const isOfZsh = scope.mayBeZsh && NUMBERS_OF_ZSH.test(name) && holdsTyped(source, scope);
  if (!isDeclared && !isOfZsh) return;
  if (value?.values?.every(({text}) => /^-?\d*$/.test(text))) return;
  if (/\$\(|`/.test(source) && !holdsTyped(source, scope))
    scope.findings.add('CAUTION', 'code.evaluated', `${name.slice(0, 40)} evaluates what a program prints.`, span);
  else judgeNumber(source, span, scope);
}

/** Set by the shell, and evaluated where somebody sets them; bash(1). */
const OWN_NUMBERS = /^(?:RANDOM|SRANDOM|OPTIND|HISTCMD)$/;
/** Integers of zshparam(1). */
const NUMBERS_OF_ZSH =
  /^(?:SECONDS|COLUMNS|LINES|HISTSIZE|SAVEHIST|E?UID|E?GID|MAILCHECK|FUNCNEST|KEYTIMEOUT|ERRNO|SHLVL|LISTMAX|TRY_BLOCK_(?:ERROR|INTERRUPT)|LOGCHECK|DIRSTACKSIZE|BAUD)$/;
