import {z} from 'zod';
import {defineTool} from '../define.ts';
import {changeState, confirm, path} from './fields.ts';
import {fileOperation, unexpected} from './pseudo-terminal.ts';

export const makeDirectory = defineTool({
  name: 'make_directory',
  toolset: 'skills',
  title: 'Make a folder',
  description: 'Make a folder in the workspace, with the folders above it; nothing happens when it exists.',
  effect: 'write',
  openWorld: false,
  idempotent: true,
  form: 'status',
  needs: ['pseudoTerminal'],
  input: z.object({path, confirm}),
  output: z.object({state: changeState, path: z.string(), created: z.boolean(), change: z.string().nullable()}),
  async run({input, ...call}) {
    const reply = await fileOperation(call, {type: 'make_directory', path: input.path, confirmed: input.confirm});
    switch (reply.type) {
      case 'made':
        return {state: 'done' as const, path: reply.path, created: reply.created, change: null};
      case 'needs_confirmation':
        return {state: 'needs_confirmation' as const, path: reply.path, created: false, change: reply.change};
      default:
        throw unexpected(reply);
    }
  },
  present: ({change, ...facts}) => ({
    facts,
    text: change === null ? '' : `This ${change}. Call again with confirm=true when that is meant.`,
  }),
});
