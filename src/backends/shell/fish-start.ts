import type {ShellStart, StartContext} from './shell-start.ts';

export function fishStart(context: StartContext): ShellStart {
  return {argv: [context.path], env: {}, files: [], integration: 'none'};
}
