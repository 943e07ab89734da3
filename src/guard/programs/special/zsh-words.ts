import {type Invocation, say} from '../../judge/scope.ts';
import {textOf} from '../../shell/argument.ts';

/** Builtins and functions of zsh that can run or change much, and only tell something when they are told nothing. True when it is one. */
export function judgeWordOfZsh(call: Invocation): boolean {
  if (call.scope.shell !== 'zsh') return false;
  const isAlone = call.args.every(word => /^-[lL]$/.test(textOf(word) ?? ''));
  if (/^(?:un)?setopt$/.test(call.name)) {
    if (!isAlone) say(call, 'CAUTION', 'shell.option', 'It changes how the shell works.');
    return true;
  }
  const isTold = call.name === 'functions' && call.args.every(word => /^\w[\w-]*$/.test(textOf(word) ?? ''));
  if (!WORDS.has(call.name)) return false;
  if (!isTold && !(isAlone && TELLS.has(call.name)))
    say(call, 'DANGEROUS', 'zsh.builtin', 'This word of zsh can run or change much.');
  return true;
}

const TELLS: ReadonlySet<string> = new Set(['zmodload', 'autoload', 'functions', 'bindkey', 'zstyle', 'sched']);
const WORDS: ReadonlySet<string> = new Set([
  ...TELLS,
  ...['zle', 'zcompile', 'vared', 'compdef', 'compctl', 'add-zsh-hook', 'emulate'],
]);
