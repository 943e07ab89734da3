import {z} from 'zod';
import {defineTool} from '../define.ts';
import {changeValue, presentChange} from './change-value.ts';
import {changeState, confirm, path} from './fields.ts';
import {fileOperation} from './pseudo-terminal.ts';
import {refuseMasks} from './refuse-masks.ts';

export const writeFile = defineTool({
  name: 'write_file',
  toolset: 'skills',
  title: 'Write a file',
  description:
    'Make a file in the workspace, with its folders. Replacing a file that has other content is asked for first: the same call with confirm=true does it. To change a part of one use edit_file.',
  effect: 'write',
  openWorld: false,
  idempotent: true,
  form: 'status',
  needs: ['pseudoTerminal'],
  input: z.object({path, content: z.string().max(16_777_216), confirm}),
  output: z.object({
    state: changeState,
    path: z.string(),
    size_bytes: z.int(),
    created: z.boolean(),
    replacements: z.int(),
    change: z.string().nullable(),
  }),
  async run({input, ...call}) {
    const {path: at, content, confirm: confirmed} = input;
    await refuseMasks(call, at, content);
    return changeValue(await fileOperation(call, {type: 'write', path: at, content, confirmed}));
  },
  present: presentChange,
});
