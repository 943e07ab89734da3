import {type Actor, INTERRUPT} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import type {Consent} from './judge-write.ts';
import {ANSWER_MS, lineAnswered} from './line-answered.ts';

/**
 * Types bytes as they are, for whoever makes them as a terminal does. A ^C at their end that the shell misses is repeated, as of who waits for
 * its answer. Errors: those of the gate.
 */
export async function typeRaw(
  session: Session,
  bytes: Uint8Array,
  {by, signal, consent}: {readonly by: Actor; readonly signal: AbortSignal; readonly consent?: Consent},
): Promise<void> {
  using act = session.gate.acts.enter(by);
  await act.turn([bytes], signal);
  await session.gate.write(by, bytes, {kind: 'typed', consent, signal});
  if (bytes.at(-1) !== INTERRUPT) return;
  // Nobody waits for it here: whoever types so may be gone.
  void lineAnswered(session, ANSWER_MS, new AbortController().signal).catch(() => undefined);
}
