import {z} from 'zod';
import {awaitStableScreen} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionCreated, sessionId} from './fields.ts';

const region = z.object({
  top: z.int().min(0),
  left: z.int().min(0).default(0),
  bottom: z.int().min(0),
  right: z.int().min(0).default(10_000),
});

export const waitForStableOutput = defineTool({
  name: 'wait_for_stable_output',
  toolset: 'terminal',
  title: 'Wait until the screen is stable',
  description:
    'Wait until a full-screen program has finished drawing: nothing has changed for quiet_ms. Where a spinner or a clock never rests, ignore its region. Answers with the screen.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({
    session_id: sessionId,
    timeout_seconds: z.number().min(0).max(3600).default(10),
    quiet_ms: z.int().min(0).max(60_000).default(500),
    ignore: z.array(region).max(20).default([]).describe('Zero-based rows and columns, ends included.'),
  }),
  output: z.object({
    status: z.enum(['stable', 'timeout']),
    session_id: z.string(),
    screen_hash: z.string(),
    text: z.string(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.of(caller, input.session_id);
    const {quiet_ms: quietMs, timeout_seconds, ignore} = input;
    const isStable = await awaitStableScreen(session, {quietMs, timeoutMs: timeout_seconds * 1000, ignore, signal});
    const screen = await session.screen.shown();
    return {
      status: isStable ? ('stable' as const) : ('timeout' as const),
      session_id: session.id,
      screen_hash: screen.hash,
      text: screen.text,
      ...(screen.hidden > 0 ? {hidden: screen.hidden} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present: value => ({
    facts: {
      status: value.status,
      session: value.session_id,
      hash: value.screen_hash,
      session_created: value.session_created,
    },
    text: value.text,
  }),
});
