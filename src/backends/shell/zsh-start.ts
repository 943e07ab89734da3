import type {ShellStart, StartContext} from './shell-start.ts';

export function zshStart(context: StartContext): ShellStart {
  return {argv: [context.path], env: {}, files: [], integration: 'none'};
}
