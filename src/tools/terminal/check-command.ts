import {z} from 'zod';
import {decisions, levels} from '../../engine/index.ts';
import {defineTool} from '../define.ts';

const reason = z.object({
  rule: z.string(),
  message: z.string(),
  start: z.int().describe('UTF-16 units of the line; end is not included.'),
  end: z.int(),
});

export const checkCommand = defineTool({
  name: 'check_command',
  toolset: 'terminal',
  title: 'Check a command without running it',
  description:
    'Check what a shell command could do and what the policy says to it, without running it: SAFE, CAUTION or DANGEROUS with the reasons, and whether it may run (allow), is asked about first (ask) or refused (deny).',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions', 'guard'],
  input: z.object({
    command: z.string().max(1_048_576),
    shell: z
      .enum(['bash', 'sh', 'zsh', 'fish', 'other'])
      .optional()
      .describe('Default: that of the session, else bash.'),
    session_id: z.string().min(1).max(200).optional().describe('Where it would run; default: nowhere in particular.'),
  }),
  output: z.object({
    level: z.enum(levels),
    decision: z.enum(decisions),
    asks: z
      .enum(['agent', 'person'])
      .nullable()
      .describe('Who is asked: the agent itself (confirm=true), or a person.'),
    reasons: z.array(reason),
    commands: z
      .array(z.array(z.string().nullable()))
      .describe('What it can run; null is a word that is not known before.'),
  }),
  async run({input, services: {sessions, guard}, caller}) {
    const session = input.session_id === undefined ? undefined : sessions.session(input.session_id);
    const agent = caller.identity.type === 'agent' ? caller.identity.name : undefined;
    const check = await guard.check({line: input.command, shell: input.shell, session, cwd: caller.cwd, agent});
    return {
      level: check.level,
      decision: check.decision,
      asks: check.asks,
      reasons: check.reasons.map(({rule, message, start, end}) => ({rule, message, start, end})),
      commands: check.commands.map(({argv}) => [...argv]),
    };
  },
  present: value => ({
    facts: {level: value.level, decision: value.decision, asks: value.asks ?? undefined},
    text: value.reasons.map(({message, rule, start, end}) => `${message} (${rule}, ${start}-${end})`).join('\n'),
  }),
});
