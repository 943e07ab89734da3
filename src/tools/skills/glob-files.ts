import {z} from 'zod';
import {defineTool} from '../define.ts';
import {fileFacts, folder, showIgnored} from './fields.ts';
import {listValue} from './list-value.ts';
import {fileOperation} from './pseudo-terminal.ts';

export const globFiles = defineTool({
  name: 'glob_files',
  toolset: 'skills',
  title: 'Find files by name',
  description: 'Find files of the workspace whose path fits a glob such as *.pdf or src/**/*.{ts,md}; newest first.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({
    pattern: z.string().min(1).max(1_000),
    path: folder,
    limit: z.int().min(1).max(10_000).default(500),
    show_ignored: showIgnored,
  }),
  output: z.object({entries: z.array(fileFacts), truncated: z.boolean()}),
  async run({input, ...call}) {
    const {pattern, path, limit, show_ignored} = input;
    return listValue(await fileOperation(call, {type: 'glob', pattern, path, limit, showIgnored: show_ignored}));
  },
  present: ({entries, truncated}) => ({
    facts: {files: entries.length, truncated},
    text: entries.map(entry => entry.path).join('\n'),
  }),
});
