import {z} from 'zod';
import {defineTool} from '../define.ts';
import {changeValue, presentChange} from './change-value.ts';
import {changeState, confirm, path} from './fields.ts';
import {fileOperation} from './pseudo-terminal.ts';
import {refuseMasks} from './refuse-masks.ts';

export const editFile = defineTool({
  name: 'edit_file',
  toolset: 'skills',
  title: 'Edit a file',
  description:
    'Replace a piece of text in a file of the workspace. The old text must stand there exactly and only once, unless replace_all=true.',
  effect: 'write',
  openWorld: false,
  idempotent: false,
  form: 'status',
  needs: ['pseudoTerminal'],
  input: z.object({
    path,
    old_text: z.string().min(1).max(4_194_304),
    new_text: z.string().max(4_194_304),
    replace_all: z.boolean().default(false),
    confirm,
  }),
  output: z.object({
    state: changeState,
    path: z.string(),
    size_bytes: z.int(),
    created: z.boolean(),
    replacements: z.int(),
    change: z.string().nullable(),
  }),
  async run({input, ...call}) {
    await refuseMasks(call, input.path, input.new_text);
    const reply = await fileOperation(call, {
      type: 'edit',
      path: input.path,
      oldText: input.old_text,
      newText: input.new_text,
      replaceAll: input.replace_all,
      confirmed: input.confirm,
    });
    return changeValue(reply);
  },
  present: presentChange,
});
