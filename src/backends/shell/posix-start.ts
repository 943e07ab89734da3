import {join} from 'node:path';
import {quoteForPosix, type ShellStart, type StartContext} from './shell-start.ts';

/** An interactive POSIX shell reads the file named by `$ENV`; the user's own comes first, and is what children inherit. */
export function posixStart(context: StartContext): ShellStart {
  const init = join(context.directory, 'init.sh');
  const text = [
    'unset __cotty_nonce',
    `IFS= read -r __cotty_nonce <${quoteForPosix(context.noncePath)}`,
    `command -p rm -f -- ${quoteForPosix(init)} ${quoteForPosix(context.noncePath)}`,
    ...usersEnv(context.env),
    `. ${quoteForPosix(context.script)}`,
    '',
  ].join('\n');
  return {
    argv: [context.path, '-i'],
    env: {ENV: init},
    files: [{name: 'init.sh', text}],
    integration: 'graded',
  };
}

/** Lines that give `ENV` back what the user has in it, and read the file it names after parameter expansion, as POSIX has it. */
export function usersEnv({ENV: userEnv}: StartContext['env']): readonly string[] {
  if (userEnv === undefined) return ['unset ENV'];
  return [
    `export ENV=${quoteForPosix(userEnv)}`,
    'eval "__cotty_rc=\\"$ENV\\""',
    'if [ -r "$__cotty_rc" ]; then . "$__cotty_rc"; fi',
    'unset __cotty_rc',
  ];
}
