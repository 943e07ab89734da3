import {z} from 'zod';
import {defineTool} from '../define.ts';
import {path} from './fields.ts';
import {fileOperation, unexpected} from './pseudo-terminal.ts';

export const readFile = defineTool({
  name: 'read_file',
  toolset: 'skills',
  title: 'Read a text file',
  description: 'Read a text file of the workspace, or an artifact of terminal_exec, whole or some of its lines.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({
    path,
    start_line: z.int().default(1).describe('First line, from 1; negative counts from the end.'),
    limit_lines: z.int().min(1).max(100_000).default(2_000),
    max_bytes: z.int().min(200).max(1_000_000).default(64_000),
  }),
  output: z.object({
    path: z.string(),
    text: z.string(),
    encoding: z.string(),
    first_line: z.int(),
    lines: z.int(),
    total_lines: z.int(),
    size_bytes: z.int(),
    truncated: z.boolean(),
  }),
  async run({input, ...call}) {
    const reply = await fileOperation(call, {
      type: 'read',
      path: input.path,
      offsetLines: input.start_line < 0 ? input.start_line : Math.max(0, input.start_line - 1),
      limitLines: input.limit_lines,
      maxBytes: input.max_bytes,
    });
    if (reply.type !== 'read') throw unexpected(reply);
    return {
      path: reply.path,
      text: reply.text,
      encoding: reply.encoding,
      first_line: reply.firstLine,
      lines: reply.lines,
      total_lines: reply.totalLines,
      size_bytes: reply.sizeBytes,
      truncated: reply.truncated,
    };
  },
  present({text, ...facts}) {
    return {facts, text};
  },
});
