import {join} from 'node:path';
import {usersEnv} from './posix-start.ts';
import {quoteForPosix, type ShellStart, type StartContext} from './shell-start.ts';

/**
 * bash reads `--rcfile` in place of `~/.bashrc`. On macOS terminals start login shells, so the script reads what a login
 * shell would; `--login` itself would make bash pass `--rcfile` by. In POSIX mode it passes that by as well, and reads the file named by
 * `$ENV` alone (bash(1), POSIXLY_CORRECT): so the user's file comes from there, and no other.
 */
export function bashStart(context: StartContext, options: {login?: boolean} = {}): ShellStart {
  const rcfile = join(context.directory, 'init.bash');
  const login = options.login ?? process.platform === 'darwin';
  const isPosix = startsInPosixMode(context.env);
  const startUp = isPosix ? 'nested' : login ? 'login' : '';
  const text = [
    '\\builtin unset -v __cotty_nonce',
    `IFS= \\builtin read -r __cotty_nonce <${quoteForPosix(context.noncePath)}`,
    '\\builtin export -n __cotty_nonce',
    `\\command -p rm -f -- ${quoteForPosix(rcfile)} ${quoteForPosix(context.noncePath)}`,
    ...(isPosix ? usersEnv(context.env) : []),
    '\\builtin shopt -u expand_aliases',
    `__cotty_dir=${quoteForPosix(context.directory)}`,
    `__cotty_login=${startUp}`,
    '__cotty_legacy=',
    `\\builtin source ${quoteForPosix(context.script)}`,
    ...(isPosix ? ['\\builtin shopt -s expand_aliases'] : []),
    '',
  ].join('\n');
  return {
    argv: [context.path, '--rcfile', rcfile, '-i'],
    env: isPosix ? {ENV: rcfile} : {},
    files: [{name: 'init.bash', text}],
    integration: 'full',
  };
}

function startsInPosixMode({POSIXLY_CORRECT, SHELLOPTS = ''}: StartContext['env']): boolean {
  return POSIXLY_CORRECT !== undefined || SHELLOPTS.split(':').includes('posix');
}
