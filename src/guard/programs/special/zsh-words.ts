import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say} from '../../judge/scope.ts';
import {textOf} from '../../shell/argument.ts';
import {judgeHidden} from '../judge-row.ts';

/** Builtins and functions of zsh that can run or change much, and only tell something when they are told nothing. True when it is one. */
export function judgeWordOfZsh(call: Invocation): boolean {
  if (call.scope.shell !== 'zsh') return false;
  const isAlone = call.args.every(word => /^-[lL]$/.test(textOf(word) ?? ''));
  if (/^(?:un)?setopt$/.test(call.name)) {
    const chooses = call.args.some(word => /^(?:no)*globsubst$/i.test(textOf(word)?.replaceAll('_', '') ?? ''));
    if (chooses)
      say(call, 'DANGEROUS', 'shell.option', 'From now on what variables hold chooses files, and may run code.');
    else if (!isAlone) say(call, 'CAUTION', 'shell.option', 'It changes how the shell works.');
    return true;
  }
  const texts = call.args.map(word => textOf(word) ?? '?');
  if (
    call.name === 'autoload' &&
    /^-[Uzk]{1,3}$/.test(texts[0] ?? '') &&
    texts.slice(1).every(text => ITS_OWN.has(text))
  ) {
    say(call, 'CAUTION', 'shell.function', 'A function that comes with zsh is loaded.');
    return true;
  }
  if (/^(?:zmv|zcp|zln)$/.test(call.name)) {
    // The new name is expanded once more, and so are qualifiers.
    const runs = texts.some(
      text => /\$\(|`|\$\{[^}]*[:(]|\([^)]*[#e+]/.test(text) || /^-\w*[pPo]/.test(text) || text === '?',
    );
    say(call, runs ? 'DANGEROUS' : 'CAUTION', 'zsh.rename', 'It gives files other names.');
    for (const word of call.args) judgeHidden(word, call);
    return true;
  }
  if (call.name === 'zcompile' && call.args.length === 1) {
    for (const word of call.args) judgePath(word, 'write', call);
    return true;
  }
  if (call.name === 'bindkey' && /^-[ev]$/.test(texts[0] ?? '') && texts.length === 1) {
    say(call, 'CAUTION', 'shell.option', 'It changes what keys do.');
    return true;
  }
  const isTold = call.name === 'functions' && call.args.every(word => /^\w[\w-]*$/.test(textOf(word) ?? ''));
  if (!WORDS.has(call.name)) return false;
  if (!isTold && !(isAlone && TELLS.has(call.name)))
    say(call, 'DANGEROUS', 'zsh.builtin', 'This word of zsh can run or change much.');
  return true;
}

const TELLS: ReadonlySet<string> = new Set(['zmodload', 'autoload', 'functions', 'bindkey', 'zstyle', 'sched']);
/** Functions in the distribution of zsh. */
const ITS_OWN: ReadonlySet<string> = new Set(
  'zmv zcp zln zargs zcalc colors compinit promptinit bashcompinit vcs_info run-help edit-command-line is-at-least add-zsh-hook zrecompile tetris'.split(
    ' ',
  ),
);
const WORDS: ReadonlySet<string> = new Set([
  ...TELLS,
  ...['zle', 'zcompile', 'vared', 'compdef', 'compctl', 'add-zsh-hook', 'emulate'],
]);
