import {join} from 'node:path';
import {quoteForPosix, type ShellStart, type StartContext} from './shell-start.ts';

/**
 * bash reads `--rcfile` in place of `~/.bashrc`. On macOS terminals start login shells, so the script reads what a login
 * shell would; `--login` itself would make bash pass `--rcfile` by.
 */
export function bashStart(context: StartContext, options: {login?: boolean} = {}): ShellStart {
  const rcfile = join(context.directory, 'init.bash');
  const login = options.login ?? process.platform === 'darwin';
  const text = [
    '\\builtin unset -v __cotty_nonce',
    `IFS= \\builtin read -r __cotty_nonce <${quoteForPosix(context.noncePath)}`,
    '\\builtin export -n __cotty_nonce',
    `\\command -p rm -f -- ${quoteForPosix(rcfile)} ${quoteForPosix(context.noncePath)}`,
    '\\builtin shopt -u expand_aliases',
    `__cotty_dir=${quoteForPosix(context.directory)}`,
    `__cotty_login=${login ? 'login' : ''}`,
    '__cotty_legacy=',
    `\\builtin source ${quoteForPosix(context.script)}`,
    '',
  ].join('\n');
  return {
    argv: [context.path, '--rcfile', rcfile, '-i'],
    env: {},
    files: [{name: 'init.bash', text}],
    integration: 'full',
  };
}
