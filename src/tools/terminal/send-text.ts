import {z} from 'zod';
import {InputNote, sendText as send} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {afterInputFacts, afterInputFields, afterInputTimeout, notSubmitted, whatBecame} from './after-input.ts';
import {sessionCreated, sessionId} from './fields.ts';
import {confirm, isRefused, orRefusal, refusalFacts} from './refusal.ts';

export const sendText = defineTool({
  name: 'send_text',
  toolset: 'terminal',
  title: 'Type or paste text',
  description:
    'Type or paste text into the running program (its stdin), e.g. to send input or answer a question; submit=true presses Enter once afterwards. Answers with what became of it: state, exit code, and what was printed since.',
  effect: 'execute',
  submitsLines: true,
  openWorld: true,
  idempotent: false,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({
    text: z.string().max(4_194_304),
    paste: z.boolean().default(true).describe('As one paste where the program supports it.'),
    submit: z.boolean().default(false),
    timeout: afterInputTimeout,
    session_id: sessionId,
    confirm,
  }),
  output: z.object({
    sent_bytes: z.int(),
    session_id: z.string(),
    ...afterInputFields,
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.toDrive(caller, input.session_id);
    const note = new InputNote(session);
    const found = await orRefusal(() =>
      send(session, input.text, {
        by: caller.actor,
        signal,
        paste: input.paste,
        submit: input.submit,
        onTyped: note.typed,
        consent: {confirm: input.confirm},
      }),
    );
    if (isRefused(found)) return {sent_bytes: 0, session_id: session.id, ...notSubmitted(session, found.refused)};
    const became = await whatBecame(session, note, {timeout: input.timeout, signal, caller});
    const hints = [found.isJoined ? JOINED_HINT : undefined, became.hint].filter(hint => hint !== undefined);
    return {
      sent_bytes: found.sentBytes,
      session_id: session.id,
      ...became,
      ...(hints.length > 0 ? {hint: hints.join('; ')} : {}),
      ...(created ? {session_created: true} : {}),
    };
  },
  present: value => ({
    facts: {
      ...afterInputFacts(value),
      ...refusalFacts(value),
      hint: value.hint,
      sent_bytes: value.sent_bytes,
      session: value.session_id,
      session_created: value.session_created,
    },
    text: value.refusal?.message ?? value.output,
  }),
});

const JOINED_HINT = 'other text stood on the line already, and was entered with this one';
