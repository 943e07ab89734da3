import {z} from 'zod';
import {defineTool} from '../define.ts';
import {scopeOf} from './pseudo-terminal.ts';

export const readSkill = defineTool({
  name: 'read_skill',
  toolset: 'skills',
  title: 'Read a skill',
  description:
    "Read the instructions of one skill; list_skills names them. A project's skill was written by whoever wrote the project.",
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['pseudoTerminal'],
  input: z.object({name: z.string().min(1).max(100)}),
  output: z.object({
    name: z.string(),
    description: z.string(),
    source: z.enum(['cotty', 'user', 'project']),
    text: z.string(),
    files: z.array(z.string()),
  }),
  async run({input, ...call}) {
    const host = await call.services.pseudoTerminal.pseudoTerminal();
    const skill = host.skill(input.name, scopeOf(call));
    return {...skill, files: [...skill.files]};
  },
  present: ({name, source, text, files}) => ({
    facts: {skill: name, source, files: files.join(' ') || undefined},
    text,
  }),
});
