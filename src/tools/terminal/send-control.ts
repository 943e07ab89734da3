import {z} from 'zod';
import {sendControl as send} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionCreated, sessionId} from './fields.ts';

export const sendControl = defineTool({
  name: 'send_control',
  toolset: 'terminal',
  title: 'Send a control character',
  description:
    'Stop the running process with a control key: Ctrl+C (interrupt), Ctrl+\\ (quit, kill), Ctrl+Z (suspend), Ctrl+D (end of input), or send any other control key to the terminal.',
  effect: 'execute',
  openWorld: true,
  idempotent: false,
  form: 'status',
  input: z.object({
    character: z.string().min(1).max(10).describe('C Z D L A E R, any letter, or one of [ \\ ] ^ _ @'),
    session_id: sessionId,
  }),
  output: z.object({sent: z.string(), session_id: z.string(), session_created: sessionCreated}),
  async run({input, engine, caller, signal}) {
    const {session, created} = await engine.sessionToDrive(caller, input.session_id);
    const {sent} = await send(session, input.character, {by: caller.actor, signal});
    return {sent, session_id: session.id, ...(created ? {session_created: true} : {})};
  },
  present: value => ({
    facts: {sent: value.sent, session: value.session_id, session_created: value.session_created},
    text: '',
  }),
});
