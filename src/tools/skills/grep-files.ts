import {z} from 'zod';
import {defineTool} from '../define.ts';
import {folder, showIgnored} from './fields.ts';
import {fileOperation, unexpected} from './pseudo-terminal.ts';

export const grepFiles = defineTool({
  name: 'grep_files',
  toolset: 'skills',
  title: 'Search in files',
  description:
    'Search the text files of the workspace for lines that match a regular expression (RE2 syntax). Binary and ignored files are passed over.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({
    pattern: z.string().min(1).max(4_000),
    path: folder.describe('Folder or file to search.'),
    glob: z.string().min(1).max(1_000).optional().describe('Only files like this, e.g. *.md'),
    context_lines: z.int().min(0).max(50).default(0),
    limit: z.int().min(1).max(5_000).default(200).describe('Most matching lines.'),
    show_ignored: showIgnored,
  }),
  output: z.object({
    matches: z.array(z.object({path: z.string(), line: z.int(), text: z.string(), is_context: z.boolean()})),
    files_searched: z.int(),
    truncated: z.boolean(),
  }),
  async run({input, ...call}) {
    const reply = await fileOperation(call, {
      type: 'grep',
      pattern: input.pattern,
      path: input.path,
      glob: input.glob ?? null,
      contextLines: input.context_lines,
      limit: input.limit,
      showIgnored: input.show_ignored,
    });
    if (reply.type !== 'grepped') throw unexpected(reply);
    return {
      matches: reply.matches.map(({isContext, ...match}) => ({...match, is_context: isContext})),
      files_searched: reply.filesSearched,
      truncated: reply.truncated,
    };
  },
  present: ({matches, files_searched, truncated}) => ({
    facts: {matches: matches.filter(match => !match.is_context).length, files_searched, truncated},
    text: matches
      .map(
        ({path, line, text, is_context}) => `${path}${is_context ? '-' : ':'}${line}${is_context ? '-' : ':'}${text}`,
      )
      .join('\n'),
  }),
});
