import {join} from 'node:path';
import {quoteForFish, type ShellStart, type StartContext} from './shell-start.ts';

/** fish runs `--init-command` after the user's own configuration and before the first prompt. */
export function fishStart(context: StartContext): ShellStart {
  const init = join(context.directory, 'init.fish');
  const text = [
    `builtin read --global __cotty_nonce <${quoteForFish(context.noncePath)}`,
    `command rm -f -- ${quoteForFish(init)} ${quoteForFish(context.noncePath)}`,
    `set -g __cotty_dir ${quoteForFish(context.directory)}`,
    `source ${quoteForFish(context.script)}`,
    '',
  ].join('\n');
  return {
    argv: [context.path, '--init-command', `source ${quoteForFish(init)}`, '--interactive'],
    env: {},
    files: [{name: 'init.fish', text}],
    integration: 'full',
  };
}
