import {z} from 'zod';
import {defineTool} from '../define.ts';
import {scopeOf} from './pseudo-terminal.ts';

export const listSkills = defineTool({
  name: 'list_skills',
  toolset: 'skills',
  title: 'List skills',
  description: 'List the skills there are: instructions for tasks such as reading documents or working with tables.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'status',
  needs: ['pseudoTerminal'],
  input: z.object({}),
  output: z.object({
    skills: z.array(
      z.object({name: z.string(), description: z.string(), source: z.enum(['cotty', 'user', 'project'])}),
    ),
  }),
  async run(call) {
    const host = await call.services.pseudoTerminal.pseudoTerminal();
    return {skills: host.skills(scopeOf(call)).map(skill => ({...skill}))};
  },
  present: ({skills}) => ({
    facts: {skills: skills.length},
    text: skills.map(skill => `${skill.name} (${skill.source}): ${skill.description}`).join('\n'),
  }),
});
