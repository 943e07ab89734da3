import {z} from 'zod';
import {InputNote, sendKeys as send} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import {afterInputFacts, afterInputFields, afterInputTimeout, notSubmitted, whatBecame} from './after-input.ts';
import {sessionCreated, sessionId, skippedBytes} from './fields.ts';
import {confirm, isRefused, orRefusal, refusalFacts} from './refusal.ts';

export const sendKeys = defineTool({
  name: 'send_keys',
  toolset: 'terminal',
  title: 'Press keys',
  description:
    'Press keys in a full-screen or interactive program: Enter Tab Escape Up F5 C-c M-x S-Tab, text:… for literal text, click:ROW,COL or click:text=Save for the mouse. Answers with what became of it, and the screen of a full-screen program, else what was printed since.',
  effect: 'execute',
  submitsLines: true,
  openWorld: true,
  idempotent: false,
  form: 'terminal',
  needs: ['sessions'],
  input: z.object({
    keys: z.array(z.string().min(1).max(100_000)).min(1).max(1000),
    session_id: sessionId,
    wait_for: z.string().max(2000).optional().describe('RE2 pattern the screen must show (30 s at most).'),
    settle_ms: z.int().min(0).max(30_000).optional().describe('Wait until output is quiet this long.'),
    timeout: afterInputTimeout,
    confirm,
  }),
  output: z.object({
    sent: z.string(),
    session_id: z.string(),
    ...afterInputFields,
    matched: z.boolean().optional(),
    screen_hash: z.string().optional(),
    text: z.string(),
    skipped_bytes: skippedBytes,
    session_created: sessionCreated,
  }),
  async run({input, services: {sessions}, caller, signal}) {
    const {session, created} = await sessions.meant.toDrive(caller, input.session_id);
    const note = new InputNote(session);
    const found = await orRefusal(() =>
      send(session, input.keys, {
        by: caller.actor,
        signal,
        waitFor: input.wait_for,
        settleMs: input.settle_ms,
        onTyped: note.typed,
        consent: {confirm: input.confirm},
      }),
    );
    if (isRefused(found)) return {sent: '', text: '', session_id: session.id, ...notSubmitted(session, found.refused)};
    const result = found;
    const became = await whatBecame(session, note, {timeout: input.timeout, signal, caller});
    const asksForScreen = input.wait_for !== undefined || input.settle_ms !== undefined || became.state === 'tui';
    // The keys are pressed: a screen that cannot be drawn is an error only for who asked for it.
    const drawn = session.screen.shown();
    const screen = asksForScreen ? await drawn : await drawn.catch(() => null);
    const shown = asksForScreen ? screen : null;
    const hidden = shown ? shown.hidden : became.hidden;
    return {
      sent: result.sent,
      session_id: session.id,
      ...became,
      ...(result.matched === null ? {} : {matched: result.matched}),
      ...(screen ? {screen_hash: screen.hash} : {}),
      text: shown ? shown.text : became.output,
      ...(hidden ? {hidden} : {}),
      ...(shown && shown.skippedBytes > 0 ? {skipped_bytes: shown.skippedBytes} : {}),
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
      matched: value.matched,
      hash: value.screen_hash,
      skipped_bytes: value.skipped_bytes,
      session_created: value.session_created,
    },
    text: value.refusal?.message ?? value.text,
  }),
});
