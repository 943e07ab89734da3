import type {FileReply} from '../../engine/index.ts';
import type {Presentation} from '../define-tool.ts';
import {unexpected} from './pseudo-terminal.ts';

export interface ChangeValue {
  readonly state: 'done' | 'needs_confirmation';
  readonly path: string;
  readonly size_bytes: number;
  readonly created: boolean;
  readonly replacements: number;
  readonly change: string | null;
}

/** What write_file and edit_file answer. Throws for a reply that is about something else. */
export function changeValue(reply: FileReply): {-readonly [Key in keyof ChangeValue]: ChangeValue[Key]} {
  switch (reply.type) {
    case 'wrote':
      return {
        state: 'done',
        path: reply.path,
        size_bytes: reply.sizeBytes,
        created: reply.created,
        replacements: reply.replacements,
        change: null,
      };
    case 'needs_confirmation':
      return {
        state: 'needs_confirmation',
        path: reply.path,
        size_bytes: 0,
        created: false,
        replacements: 0,
        change: reply.change,
      };
    default:
      throw unexpected(reply);
  }
}

export function presentChange(value: ChangeValue): Presentation {
  const {state, path, size_bytes, created, replacements, change} = value;
  if (state === 'needs_confirmation')
    return {facts: {state, path}, text: `This ${change}. Call again with confirm=true when that is meant.`};
  return {facts: {state, path, size_bytes, created, replacements: replacements || undefined}, text: ''};
}
