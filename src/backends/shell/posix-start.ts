import type {ShellStart, StartContext} from './shell-start.ts';

export function posixStart(context: StartContext): ShellStart {
  return {argv: [context.path], env: {}, files: [], integration: 'none'};
}
