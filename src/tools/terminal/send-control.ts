import {z} from 'zod';
import {InputNote, sendControl as send} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {afterInputFacts, afterInputFields, afterInputTimeout, notSubmitted, whatBecame} from './after-input.ts';
import {sessionCreated, sessionId} from './fields.ts';
import {confirm, isRefused, orRefusal, refusalFacts} from './refusal.ts';

export const sendControl = defineTool({
  name: 'send_control',
  toolset: 'terminal',
  title: 'Send a control character',
  description:
    'Stop the running process with a control key: Ctrl+C (interrupt), Ctrl+\\ (quit, kill), Ctrl+Z (suspend), Ctrl+D (end of input), or send any other control key to the terminal.',
  effect: 'execute',
  submitsLines: true,
  openWorld: true,
  idempotent: false,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({
    character: z.string().min(1).max(10).describe('C Z D L A E R, any letter, or one of [ \\ ] ^ _ @'),
    session_id: sessionId,
    escalate: z
      .boolean()
      .default(false)
      .describe(
        'With C or \\: if the program does not end within 2 s, SIGTERM and then SIGKILL it and what it started.',
      ),
    drop_pending: z
      .boolean()
      .default(false)
      .describe('First drop input that no program has read yet, so that none of it goes to the shell afterwards.'),
    timeout: afterInputTimeout,
    confirm,
  }),
  output: z.object({
    sent: z.string(),
    session_id: z.string(),
    ...afterInputFields,
    escalated_to: z.string().optional(),
    ended: z.boolean().optional(),
    dropped_bytes: z.int().optional(),
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.toDrive(caller, input.session_id);
    const note = new InputNote(session);
    const found = await orRefusal(() =>
      send(session, input.character, {
        by: caller.actor,
        signal,
        escalates: input.escalate,
        dropsPending: input.drop_pending,
        onTyped: note.typed,
        consent: {confirm: input.confirm},
      }),
    );
    if (isRefused(found)) return {sent: '', session_id: session.id, ...notSubmitted(session, found.refused)};
    const {sent, escalation, droppedBytes} = found;
    const became = await whatBecame(session, note, {timeout: input.timeout, signal, caller});
    const runsOn = became.state === 'running' && became.command_id !== undefined && !escalation && END_KEYS.has(sent);
    return {
      sent,
      session_id: session.id,
      ...became,
      ...(runsOn ? {hint: RUNS_ON_HINT} : {}),
      ...(escalation?.signal ? {escalated_to: escalation.signal} : {}),
      ...(escalation ? {ended: escalation.ended} : {}),
      ...(input.drop_pending ? {dropped_bytes: droppedBytes} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present: value => ({
    facts: {
      ...afterInputFacts(value),
      ...refusalFacts(value),
      hint: value.hint,
      sent: value.sent,
      session: value.session_id,
      escalated_to: value.escalated_to,
      ended: value.ended,
      dropped_bytes: value.dropped_bytes,
      session_created: value.session_created,
    },
    text:
      value.refusal?.message ??
      (value.ended === false
        ? 'It runs on. If the shell itself runs it, only manage_session action=close ends it, and the session.'
        : value.output),
  }),
});

const END_KEYS: ReadonlySet<string> = new Set(['Ctrl+C', 'Ctrl+\\']);
const RUNS_ON_HINT =
  'It runs on so far: it takes its time, does something else at this key, or the terminal has another key for it (stty). escalate=true ends it.';
