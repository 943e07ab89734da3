import {z} from 'zod';
import {defineTool} from '../define.ts';
import {fileFacts, folder, showIgnored} from './fields.ts';
import {listValue} from './list-value.ts';
import {fileOperation} from './pseudo-terminal.ts';

export const listFiles = defineTool({
  name: 'list_files',
  toolset: 'skills',
  title: 'List a folder',
  description:
    'List the files and folders in a folder of the workspace, one level or several. What .gitignore excludes is left out.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({
    path: folder,
    depth: z.int().min(1).max(32).default(1).describe('Levels; 1 is the folder alone.'),
    limit: z.int().min(1).max(10_000).default(1_000),
    show_ignored: showIgnored,
  }),
  output: z.object({entries: z.array(fileFacts), truncated: z.boolean()}),
  async run({input, ...call}) {
    const {path, depth, limit, show_ignored} = input;
    return listValue(await fileOperation(call, {type: 'list', path, depth, limit, showIgnored: show_ignored}));
  },
  present: ({entries, truncated}) => ({
    facts: {entries: entries.length, truncated},
    text: entries
      .map(entry => (entry.kind === 'file' ? `${entry.path}  ${entry.size_bytes}` : `${entry.path}${SIGN[entry.kind]}`))
      .join('\n'),
  }),
});

const SIGN = {directory: '/', link: '@', other: '?'} as const;
