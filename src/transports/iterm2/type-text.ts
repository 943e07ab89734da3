import {type Session, typeRaw} from '../../engine/index.ts';
import type {ApiClient} from './api-client.ts';

/** A shell that does not come to its prompt within this time is given what is typed all the same. */
const PROMPT_MS = 10_000;

/**
 * Types text as a terminal does, through the session's gate. Where a shell is on its way to a prompt that prompt is waited for: what is
 * typed before could not be read back by whoever judges it. Errors: those of the gate.
 */
export async function typeText(
  session: Session,
  text: string,
  {actor: by, signal}: ApiClient,
  consent: {readonly confirm: boolean} = {confirm: false},
): Promise<void> {
  const {tracker, waiters} = session;
  const isComing = (): boolean =>
    tracker.phase === 'preparing' && tracker.integration === 'full' && tracker.current === null && !session.isClosed;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROMPT_MS)]);
  await waiters.until(() => (isComing() ? undefined : true), limit).catch(() => undefined);
  await typeRaw(session, Buffer.from(text), {by, signal, consent});
}
