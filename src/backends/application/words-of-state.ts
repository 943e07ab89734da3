import type {PaneState} from '../../core/index.ts';

/** What a person reads of a session beside it. */
export function wordsOf(state: PaneState): string {
  switch (state.type) {
    case 'ready':
      return 'Agent: Ready';
    case 'running':
      return `Agent: running ${state.commandLine ?? 'something'}`;
    case 'needsPerson':
      return 'Agent: needs you';
    default:
      return state satisfies never;
  }
}
