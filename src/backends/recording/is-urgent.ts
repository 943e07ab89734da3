import type {Found} from './output-reading.ts';

/** What somebody may be waiting for this instant: the end of a command, a prompt, an event, and an answer where one is listened for. */
export function isUrgent({hit, fate, isRedraw}: Found, awaitsAnswer: boolean): boolean {
  switch (hit.type) {
    case 'mark':
      if (isRedraw) return false;
      return hit.proved && fate === 'believed' && hit.kind !== 'promptStart' && hit.kind !== 'outputStart';
    case 'query':
    case 'custom':
      return true;
    case 'answer':
      return awaitsAnswer;
    case 'mode':
    case 'title':
    case 'omission':
      return false;
    default:
      return hit satisfies never;
  }
}
