import {z} from 'zod';
import {sendKeys as send} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {sessionCreated, sessionId, skippedBytes} from './fields.ts';

export const sendKeys = defineTool({
  name: 'send_keys',
  toolset: 'terminal',
  title: 'Press keys',
  description:
    'Press keys in a full-screen or interactive program: Enter Tab Escape Up F5 C-c M-x S-Tab, text:… for literal text, click:ROW,COL for the mouse. With wait_for or settle_ms it answers with the screen afterwards.',
  effect: 'execute',
  openWorld: true,
  idempotent: false,
  form: 'terminal',
  input: z.object({
    keys: z.array(z.string().min(1).max(100_000)).min(1).max(1000),
    session_id: sessionId,
    wait_for: z.string().max(2000).optional().describe('RE2 pattern the screen must show (30 s at most).'),
    settle_ms: z.int().min(0).max(30_000).optional().describe('Wait until output is quiet this long.'),
    confirm: z.boolean().default(false),
  }),
  output: z.object({
    sent: z.string(),
    session_id: z.string(),
    matched: z.boolean().optional(),
    screen_hash: z.string().optional(),
    text: z.string().optional(),
    skipped_bytes: skippedBytes,
    session_created: sessionCreated,
  }),
  async run({input, engine, caller, signal}) {
    const {session, created} = await engine.sessionToDrive(caller, input.session_id);
    const result = await send(session, input.keys, {
      by: caller.actor,
      signal,
      waitFor: input.wait_for,
      settleMs: input.settle_ms,
    });
    return {
      sent: result.sent,
      session_id: session.id,
      ...(result.matched === null ? {} : {matched: result.matched}),
      ...(result.after ? {screen_hash: result.after.hash, text: result.after.text} : {}),
      ...(result.after?.hidden ? {hidden: result.after.hidden} : {}),
      ...(result.after?.skippedBytes ? {skipped_bytes: result.after.skippedBytes} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present: value => ({
    facts: {
      sent: value.sent,
      session: value.session_id,
      matched: value.matched,
      hash: value.screen_hash,
      skipped_bytes: value.skipped_bytes,
      session_created: value.session_created,
    },
    text: value.text ?? '',
  }),
});
