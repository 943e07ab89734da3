import {join} from 'node:path';
import {quoteForPosix, type ShellStart, type StartContext} from './shell-start.ts';

/**
 * zsh reads `$ZDOTDIR/.zshenv` first. Ours puts the user's ZDOTDIR back, so that `.zprofile`, `.zshrc`, `.zlogin` and every
 * default path (history, completion dump) are the user's own. On macOS terminals start login shells.
 */
export function zshStart(context: StartContext, options: {login?: boolean} = {}): ShellStart {
  const login = options.login ?? process.platform === 'darwin';
  const own = join(context.directory, 'zdotdir');
  const file = quoteForPosix(join(own, '.zshenv'));
  const noncePath = quoteForPosix(context.noncePath);
  const userDotDir = context.env.ZDOTDIR;
  const restore =
    userDotDir === undefined
      ? "'builtin' 'unset' 'ZDOTDIR'"
      : `'builtin' 'export' ZDOTDIR=${quoteForPosix(userDotDir)}`;
  const text = [
    `IFS= 'builtin' 'read' '-r' __cotty_nonce <${noncePath}`,
    "'builtin' 'typeset' '-gH' '+x' __cotty_nonce",
    `'builtin' 'zmodload' '-F' 'zsh/files' 'b:zf_rm' && 'builtin' 'zf_rm' '-f' ${file} ${noncePath}`,
    restore,
    `'builtin' 'typeset' '-g' __cotty_dir=${quoteForPosix(context.directory)}`,
    `'builtin' 'source' ${quoteForPosix(context.script)}`,
    "# The user's own, where zsh would have looked for it.",
    `if [[ -r \${ZDOTDIR-$HOME}/.zshenv ]]; then 'builtin' 'source' "\${ZDOTDIR-$HOME}/.zshenv"; fi`,
    '',
  ].join('\n');
  return {
    argv: login ? [context.path, '-l', '-i'] : [context.path, '-i'],
    env: {ZDOTDIR: own},
    files: [{name: 'zdotdir/.zshenv', text}],
    integration: 'full',
  };
}
